import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { boardQuery } from './board-query.ts'
import { hearBoard, liveState, lookAt, onLiveChange, presentOn, viewersOf, watchBoard } from './hub.ts'

/** Without frames the board is asked for again and again. */
const pollEveryMs = 20_000
/** Staleness comes with time, and no frame tells of it; unchanged, the answer is a 304. */
const stalePollMs = 60_000

/** A board, live for as long as it is shown. */
export function useBoard(boardId: string) {
  const live = useLiveState() === 'open'
  const query = useQuery({
    ...boardQuery(boardId),
    refetchInterval: ({ state: { data } }) => {
      if (!live) return pollEveryMs
      const works = data?.lists.some((list) => list.cards.some((card) => card.session?.state === 'working'))
      return works ? stalePollMs : false
    },
  })
  const isThere = query.data !== undefined
  useEffect(() => (isThere ? watchBoard(boardId) : undefined), [boardId, isThere])
  return query
}

/** Hears of boards of which something is shown elsewhere, for as long as it is. */
export function useHearing(boardIds: readonly string[]): void {
  const names = [...new Set(boardIds)].toSorted().slice(0, mostHeard).join(' ')
  useEffect(() => {
    const ends = names === '' ? [] : names.split(' ').map(hearBoard)
    return () => ends.forEach((end) => end())
  }, [names])
}
/** Each is a subscription of the socket. */
const mostHeard = 30

export const useLiveState = () => useSyncExternalStore(onLiveChange, liveState)
export const usePresence = (boardId: string) => useSyncExternalStore(onLiveChange, () => presentOn(boardId))
/** The ids of those who look at that card now. */
export const useViewers = (boardId: string, cardId: string) => useSyncExternalStore(onLiveChange, () => viewersOf(boardId, cardId))

/** Tells the others which card is looked at. */
export function useLookingAt(boardId: string, cardId: string | null): void {
  useEffect(() => {
    lookAt(boardId, cardId)
    return () => lookAt(boardId, null)
  }, [boardId, cardId])
}

/** Whether the browser has a network at all. */
export const useOnline = () => useSyncExternalStore(onNetworkChange, () => navigator.onLine)

function onNetworkChange(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener)
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener)
  }
}
