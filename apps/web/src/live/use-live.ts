import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { boardQuery } from './board-query.ts'
import { followBoard, liveState, lookAt, onLiveChange, presentOn, viewersOf, watchBoard } from './hub.ts'

/** Without frames the board is polled. */
const pollEveryMs = 20_000
/** Staleness depends on time, so no frame reports it; an unchanged answer is a 304. */
const stalePollMs = 60_000

/** A board that is live while it is shown. */
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

/** Subscribes to boards whose data other pages show, while they show them. */
export function useFollowedBoards(boardIds: readonly string[]): void {
  const names = [...new Set(boardIds)].toSorted().slice(0, mostFollowed).join(' ')
  useEffect(() => {
    const ends = names === '' ? [] : names.split(' ').map(followBoard)
    return () => ends.forEach((end) => end())
  }, [names])
}
/** Each board takes a subscription of the socket. */
const mostFollowed = 30

export const useLiveState = () => useSyncExternalStore(onLiveChange, liveState)
export const usePresence = (boardId: string) => useSyncExternalStore(onLiveChange, () => presentOn(boardId))
/** The ids of the current viewers of that card. */
export const useViewers = (boardId: string, cardId: string) => useSyncExternalStore(onLiveChange, () => viewersOf(boardId, cardId))

/** Reports to the others which card is shown. */
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
