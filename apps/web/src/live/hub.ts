import type { LiveSocket, SocketState } from '@tandem/client'
import type { Activity, Notification } from '@tandem/contract'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { boardQuery, feedOf, keptBoard } from './board-query.ts'
import { isChanging } from './own-changes.ts'
import { staleAfter } from './stale-after.ts'

export type Present = { actorId: string; cardId: string | null }

/** The one live socket of the tab, and what it tells. Started once somebody is signed in. */
let socket: LiveSocket | null = null
let state: SocketState = 'closed'
/** How many parts of the page hear of a board, and how many show it. */
const heard = new Map<string, number>()
const shown = new Map<string, number>()
const lookedAt = new Map<string, string>()
const presence = new Map<string, readonly Present[]>()
const listeners = new Set<() => void>()

const noticed = new Set<(notification: Notification) => void>()
/** Hears each notification as it arrives. */
export function onNotification(listener: (notification: Notification) => void): () => void {
  noticed.add(listener)
  return () => noticed.delete(listener)
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
/** Of each board, who looks at which card: made once for each frame, because hundreds of tiles ask. */
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
      subscribed: ({ boardId }) => feedOf(boardId).resume(),
      presence: ({ boardId, actors }) => {
        heardOf(boardId, actors)
        changed()
      },
      notification: ({ notification }) => {
        void queryClient.invalidateQueries({ queryKey: ['inbox'] })
        soonStale(['work'])
        for (const listener of noticed) listener(notification)
      },
      error: ({ boardId }) => {
        if (boardId !== undefined) void queryClient.invalidateQueries({ queryKey: boardQuery(boardId).queryKey })
      },
    },
    onState: (next) => {
      // Notifications have no place to resume from.
      if (next === 'open' && state === 'waiting') void queryClient.invalidateQueries({ queryKey: ['inbox'] })
      if (next === 'signedOut') void queryClient.invalidateQueries({ queryKey: ['me'] })
      state = next
      changed()
    },
  })
  for (const boardId of heard.keys()) follow(boardId)
}

/** Signed out: nothing of it stays in the tab. */
export function endLive(): void {
  socket?.close()
  socket = null
  presence.clear()
  viewers.clear()
}

/** Hears of a board from where the kept one stands, for as long as something of it is shown. */
export function hearBoard(boardId: string): () => void {
  const count = heard.get(boardId) ?? 0
  heard.set(boardId, count + 1)
  if (count === 0) follow(boardId)
  return () => {
    const left = (heard.get(boardId) ?? 1) - 1
    if (left > 0) heard.set(boardId, left)
    else leave(boardId)
  }
}

/** The same of a board that is itself on the screen: the others see who is there. */
export function watchBoard(boardId: string): () => void {
  const end = hearBoard(boardId)
  shown.set(boardId, (shown.get(boardId) ?? 0) + 1)
  socket?.present(boardId, lookedAt.get(boardId) ?? null)
  return () => {
    const left = (shown.get(boardId) ?? 1) - 1
    if (left > 0) shown.set(boardId, left)
    else shown.delete(boardId)
    end()
    // Presence ends with the subscription alone.
    if (left === 0 && heard.has(boardId)) {
      socket?.unsubscribe(boardId)
      follow(boardId)
    }
  }
}

/** A page is drawn from its innermost part: a card may be looked at before its board is followed, and a board before there is a socket. */
function follow(boardId: string): void {
  socket?.subscribe(boardId, keptBoard(boardId)?.seq)
  if (shown.has(boardId)) socket?.present(boardId, lookedAt.get(boardId) ?? null)
}

function leave(boardId: string): void {
  heard.delete(boardId)
  presence.delete(boardId)
  viewers.delete(boardId)
  socket?.unsubscribe(boardId)
}

export function lookAt(boardId: string, cardId: string | null): void {
  if (cardId === null) lookedAt.delete(boardId)
  else lookedAt.set(boardId, cardId)
  socket?.present(boardId, cardId)
}

/** The board takes the frame itself; what else shows something of it is read anew. */
function hear(activity: Activity): void {
  feedOf(activity.boardId).hear(activity)
  for (const queryKey of staleAfter(activity)) {
    const [what = '', id = ''] = queryKey
    if (unhurried.has(what)) soonStale(queryKey)
    // The last of one's own changes reads it.
    else if (what !== 'card' || !isChanging(id)) void queryClient.invalidateQueries({ queryKey })
  }
}

/** Read over many boards by several calls: once for all frames of a moment. */
const unhurried = new Set(['work'])
const momentMs = 400
const soon = new Map<string, readonly string[]>()

function soonStale(queryKey: readonly string[]): void {
  if (soon.size === 0) setTimeout(tellStale, momentMs)
  soon.set(queryKey.join(' '), queryKey)
}

function tellStale(): void {
  const keys = [...soon.values()]
  soon.clear()
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
}
