import type { LiveSocket, SocketState } from '@tandem/client'
import type { Activity, Notification } from '@tandem/contract'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { boardQuery, cardsOf, feedOf, knownBoard } from './board-query.ts'
import { isChanging } from './own-changes.ts'
import { staleAfter } from './stale-after.ts'

export type Present = { actorId: string; cardId: string | null }

/** The one live socket of the tab, its state, and the presence that it reports. Started after sign-in. */
let socket: LiveSocket | null = null
let state: SocketState = 'closed'
/** The numbers of components that subscribe to a board, and of those that show it. */
const heard = new Map<string, number>()
const shown = new Map<string, number>()
const lookedAt = new Map<string, string>()
const presence = new Map<string, readonly Present[]>()
const listeners = new Set<() => void>()

const noticed = new Set<(notification: Notification) => void>()
/** Subscribes to notifications as they arrive. */
export function onNotification(listener: (notification: Notification) => void): () => void {
  noticed.add(listener)
  return () => noticed.delete(listener)
}

const followed = new Set<(activity: Activity) => void>()
/** Subscribes to the activities of the boards that this tab follows, as they arrive. */
export function onActivity(listener: (activity: Activity) => void): () => void {
  followed.add(listener)
  return () => followed.delete(listener)
}

const changed = () => {
  for (const listener of listeners) listener()
}
export function onLiveChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const liveState = (): SocketState => state
const noOne: readonly Present[] = []
const unseen: readonly string[] = []
/** The viewers of each card, by board: built once for each frame, because hundreds of tiles read it. */
const viewers = new Map<string, ReadonlyMap<string, readonly string[]>>()
export const viewersOf = (boardId: string, cardId: string): readonly string[] => viewers.get(boardId)?.get(cardId) ?? unseen

function heardOf(boardId: string, actors: readonly Present[]): void {
  presence.set(boardId, actors)
  const viewing = actors.flatMap(({ actorId, cardId }) => (cardId === null ? [] : [{ actorId, cardId }]))
  const byCard = Map.groupBy(viewing, ({ cardId }) => cardId)
  viewers.set(boardId, new Map([...byCard].map(([cardId, those]) => [cardId, [...new Set(those.map(({ actorId }) => actorId))]])))
}

export const presentOn = (boardId: string): readonly Present[] => presence.get(boardId) ?? noOne

export function goLive(): void {
  if (socket) return
  socket = api.listen({
    on: {
      event: ({ activity }) => hear(activity),
      subscribed: ({ boardId }) => {
        if (fromNow.delete(boardId)) readAgain(boardId)
        feedOf(boardId).resume()
      },
      presence: ({ boardId, actors }) => {
        heardOf(boardId, actors)
        changed()
      },
      notification: ({ notification }) => {
        void queryClient.invalidateQueries({ queryKey: ['inbox'] })
        soonStale(['work'])
        for (const listener of noticed) listener(notification)
      },
      changed: ({ what }) => {
        // The response to the last change of this tab has them all.
        if (what !== 'favourites' || !isChanging(what)) void queryClient.invalidateQueries({ queryKey: [what] })
      },
      error: ({ boardId }) => {
        if (boardId === undefined) return
        fromNow.delete(boardId)
        void queryClient.invalidateQueries({ queryKey: boardQuery(boardId).queryKey })
      },
    },
    onState: (next) => {
      // The person's own data has no sequence number to resume from, so it is read again.
      if (next === 'open' && state === 'waiting')
        for (const own of ['inbox', 'favourites']) void queryClient.invalidateQueries({ queryKey: [own] })
      if (next === 'signedOut') void queryClient.invalidateQueries({ queryKey: ['me'] })
      state = next
      changed()
    },
  })
  for (const boardId of heard.keys()) follow(boardId)
}

/** Signed out: nothing of the session stays in the tab. */
export function endLive(): void {
  socket?.close()
  socket = null
  presence.clear()
  inRow.clear()
  viewers.clear()
}

/** Subscribes to a board from the sequence number of the cached one, as long as a component shows some of its data. */
export function followBoard(boardId: string): () => void {
  const count = heard.get(boardId) ?? 0
  heard.set(boardId, count + 1)
  if (count === 0) follow(boardId)
  return () => {
    const left = (heard.get(boardId) ?? 1) - 1
    if (left > 0) heard.set(boardId, left)
    else leave(boardId)
  }
}

/** Like `followBoard` for a board that is itself on the screen: others see the presence of its viewer. */
export function watchBoard(boardId: string): () => void {
  const end = followBoard(boardId)
  shown.set(boardId, (shown.get(boardId) ?? 0) + 1)
  socket?.present(boardId, lookedAt.get(boardId) ?? null)
  return () => {
    const left = (shown.get(boardId) ?? 1) - 1
    if (left > 0) shown.set(boardId, left)
    else shown.delete(boardId)
    end()
    // Presence ends only with the subscription.
    if (left === 0 && heard.has(boardId)) {
      socket?.unsubscribe(boardId)
      follow(boardId)
    }
  }
}

/** Boards subscribed to without a sequence number: a change between reading the page and the subscription sends no frame. */
const fromNow = new Set<string>()
/** Queries of pages over many boards: they are read before the page knows which boards to subscribe to. */
const readBeforeFollowing = [['agents'], ['board-summaries'], ['boards'], ['inbox'], ['work']]
let readingAgain: ReturnType<typeof setTimeout> | null = null
/** The subscriptions of a page are confirmed one by one. Wait for all of them, but no longer than this (milliseconds). */
const readAgainAfterMs = 2_000

function readAgain(boardId: string): void {
  for (const what of ['insights', 'log']) soonStale([what, boardId])
  const read = () => {
    if (readingAgain !== null) clearTimeout(readingAgain)
    readingAgain = null
    for (const queryKey of readBeforeFollowing) soonStale(queryKey)
  }
  if (fromNow.size === 0) read()
  else readingAgain ??= setTimeout(read, readAgainAfterMs)
}

/**
 * Effects run from the innermost component outwards: a card may be shown before its board is subscribed to, and a board before there is a
 * socket.
 */
function follow(boardId: string): void {
  const after = knownBoard(boardId)?.seq
  if (after === undefined) fromNow.add(boardId)
  else fromNow.delete(boardId)
  socket?.subscribe(boardId, after)
  if (shown.has(boardId)) socket?.present(boardId, lookedAt.get(boardId) ?? null)
}

function leave(boardId: string): void {
  heard.delete(boardId)
  fromNow.delete(boardId)
  presence.delete(boardId)
  viewers.delete(boardId)
  socket?.unsubscribe(boardId)
}

export function lookAt(boardId: string, cardId: string | null): void {
  if (cardId === null) lookedAt.delete(boardId)
  else lookedAt.set(boardId, cardId)
  socket?.present(boardId, cardId)
}

/**
 * Frames of one board in quick succession are applied together, because each rendering of a board visits all of its cards, and each
 * invalidation all cached queries. The first of them is applied at once. A board of thousands of cards is rendered half as often.
 */
const rowMs = (boardId: string): number => (cardsOf(boardId).length < 1_000 ? 100 : 200)
const inRow = new Map<string, Activity[]>()

function hear(activity: Activity): void {
  for (const listener of followed) listener(activity)
  const waiting = inRow.get(activity.boardId)
  if (waiting) return void waiting.push(activity)
  take(activity.boardId, [activity])
}

function take(boardId: string, activities: readonly Activity[]): void {
  inRow.set(boardId, [])
  setTimeout(() => {
    const waiting = inRow.get(boardId) ?? []
    if (waiting.length > 0) take(boardId, waiting)
    else inRow.delete(boardId)
  }, rowMs(boardId))
  feedOf(boardId).hear(...activities)
  tellStale(activities)
}

/** The board applies the frames itself; other queries that show its data are invalidated. */
function tellStale(activities: readonly Activity[]): void {
  const keys = new Map(activities.flatMap(staleAfter).map((queryKey) => [queryKey.join(' '), queryKey]))
  for (const queryKey of keys.values()) {
    const [what = '', id = ''] = queryKey
    if (unhurried[what] !== undefined) soonStale(queryKey)
    // A card with changes of its own in flight is read after the last of them.
    else if (what !== 'card' || !isChanging(id)) void queryClient.invalidateQueries({ queryKey })
  }
}

/** Queries over many boards: invalidated once for all frames within this many milliseconds. */
const unhurried: Record<string, number> = { work: 400, 'board-summaries': 2_000 }
const togetherMs = 100
const soon = new Set<string>()

function soonStale(queryKey: readonly string[]): void {
  const [what = ''] = queryKey
  const name = queryKey.join(' ')
  if (soon.has(name)) return
  soon.add(name)
  setTimeout(() => {
    soon.delete(name)
    void queryClient.invalidateQueries({ queryKey })
  }, unhurried[what] ?? togetherMs)
}
