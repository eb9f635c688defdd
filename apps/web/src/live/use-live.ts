import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { BoardModel } from './board-model.ts'
import { boardQuery, drawnBoardQuery, startQuery } from './board-query.ts'
import { followBoard, liveState, lookAt, onLiveChange, presentOn, viewersOf, watchBoard } from './hub.ts'

/** Without frames the board is polled. */
const pollEveryMs = 20_000
/** Staleness depends on time, so no frame reports it; an unchanged answer is a 304. */
const stalePollMs = 60_000

/** A board that is live while it is shown. */
export const useBoard = (boardId: string) => useLiveBoard(boardId, boardQuery(boardId))

/**
 * A live board for the page that draws it. `start` has the first cards of a large board until `dropStart`. The socket is subscribed as soon as
 * they are there, so an open card is up to date, and so is the whole board once it has loaded.
 */
export function useDrawnBoard(boardId: string) {
  const start = useQuery(startQuery(boardId)).data ?? null
  return { start, query: useLiveBoard(boardId, drawnBoardQuery(boardId), start !== null) }
}

function useLiveBoard(boardId: string, options: ReturnType<typeof boardQuery>, isStarted = false) {
  const live = useLiveState() === 'open'
  const query = useQuery({
    ...options,
    refetchInterval: ({ state: { data } }) => {
      if (!live) return pollEveryMs
      const works = data?.lists.some((list) => list.cards.some((card) => card.session?.state === 'working'))
      return works ? stalePollMs : false
    },
  })
  const isThere = isStarted || query.data !== undefined
  useEffect(() => (isThere ? watchBoard(boardId) : undefined), [boardId, isThere])
  return query
}

/** A part of a board that is complete even while its cards load: its lists, fields, labels or members. */
export function useKnown<T>(boardId: string, select: (board: BoardModel) => T): T | undefined {
  const whole = useQuery({ ...boardQuery(boardId), select }).data
  const start = useQuery({ ...startQuery(boardId), select: (board) => board && select(board) }).data
  return whole ?? start ?? undefined
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
