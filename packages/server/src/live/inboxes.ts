import type { Notification } from '@tandem/contract'
import { type Database, sql } from '../db/database.ts'
import { notificationsOf } from '../domain/notifications/handlers.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { lastUuidOf } from '../kernel/common/ids.ts'
import type { Principal } from '../kernel/identity/principal.ts'
import type { OwnThing } from '../kernel/mutation.ts'
import { inBatches } from './batches.ts'
import type { Turns } from './event-loop-turns.ts'
import type { Listener } from './listener.ts'

/**
 * Sends new inbox rows to their recipients. Rows of several boards commit in another order than that of their ids, so there is no position
 * up to which an inbox was read: its last minutes are searched for new ids.
 */
export type Inboxes = {
  /** Resolves when the existing rows are known: only later ones are sent. */
  join(listener: Listener): Promise<void>
  leave(listener: Listener): void
  /** Something of this actor's own has changed. */
  changed(actorId: string, what: OwnThing): void
  /** These boards have put something into inboxes. */
  moved(boardIds: readonly string[]): void
  /** Reads the inboxes of the members of a board that has moved, and now and then all. */
  poll(): Promise<void>
}

type Inbox = { listeners: Set<Listener>; seen: Set<string> | null; known: Promise<void> }
type Place = { actorId: string; id: string }

/** Longer than a transaction takes from its first id to its commit, and than the clocks of instances differ. */
const windowMs = 120_000
const mostRows = 1_000
export const pollAllEveryMs = 1_000

const membersOf = sql<{ actorId: string }>('select distinct actor_id from members where board_id = any ($1::uuid[])')
const recent = sql<Place>(`select n.actor_id, n.id from unnest($1::uuid[]) as a(id)
  cross join lateral (select actor_id, id from notifications where actor_id = a.id and id > $2 order by id desc limit ${mostRows}) n`)

export function createInboxes({ database, clock, turns }: { database: Database; clock: Clock; turns: Turns }): Inboxes {
  const inboxes = new Map<string, Inbox>()
  const movedBoards = new Set<string>()
  let polledAllMs = 0

  return {
    async join(listener) {
      const { actorId } = listener.principal
      const inbox = inboxes.get(actorId) ?? open(actorId)
      inbox.listeners.add(listener)
      await inbox.known
    },
    leave(listener) {
      const { actorId } = listener.principal
      const inbox = inboxes.get(actorId)
      inbox?.listeners.delete(listener)
      if (inbox?.listeners.size === 0) inboxes.delete(actorId)
    },
    changed(actorId, what) {
      for (const listener of inboxes.get(actorId)?.listeners ?? []) listener.send({ type: 'changed', what })
    },
    moved(boardIds) {
      for (const boardId of boardIds) movedBoards.add(boardId)
    },
    async poll() {
      await inBatches(await actorsToPoll(), async (actorIds) => {
        const places = await placesOf(actorIds)
        await inBatches(places, async (some) => sendNotifications(some, await notificationsOf(database, some)))
        forgetOld(actorIds)
      })
    },
  }

  function open(actorId: string): Inbox {
    const inbox: Inbox = { listeners: new Set(), seen: null, known: Promise.resolve() }
    inboxes.set(actorId, inbox)
    inbox.known = database.rows(recent, [[actorId], windowStart()]).then((rows) => {
      inbox.seen = new Set(rows.map((row) => row.id))
    })
    return inbox
  }

  async function actorsToPoll(): Promise<string[]> {
    const boardIds = [...movedBoards]
    movedBoards.clear()
    if (Math.abs(clock.now() - polledAllMs) >= pollAllEveryMs) {
      polledAllMs = clock.now()
      return [...inboxes.keys()]
    }
    if (boardIds.length === 0 || inboxes.size === 0) return []
    const members = await database.rows(membersOf, [boardIds])
    return members.map((member) => member.actorId).filter((actorId) => inboxes.has(actorId))
  }

  /** Recent notifications that the listeners of these inboxes have not been sent. */
  async function placesOf(actorIds: readonly string[]): Promise<Place[]> {
    const known = actorIds.filter((actorId) => inboxes.get(actorId)?.seen)
    if (known.length === 0) return []
    const rows = await database.rows(recent, [known, windowStart()])
    return rows.filter((row) => inboxes.get(row.actorId)?.seen?.has(row.id) === false)
  }

  /** A row that cannot be read any more counts as told. */
  async function sendNotifications(places: readonly Place[], notifications: readonly Notification[]): Promise<void> {
    for (const place of places) inboxes.get(place.actorId)?.seen?.add(place.id)
    await turns.take()
    for (const notification of notifications) {
      if (turns.isOver()) await turns.take()
      for (const listener of inboxes.get(notification.actorId)?.listeners ?? []) {
        if (mayRead(listener.principal, notification.boardId)) listener.send({ type: 'notification', notification })
      }
    }
  }

  function forgetOld(actorIds: readonly string[]): void {
    const start = windowStart()
    for (const actorId of actorIds)
      for (const id of inboxes.get(actorId)?.seen ?? []) if (id <= start) inboxes.get(actorId)?.seen?.delete(id)
  }

  function windowStart(): string {
    return lastUuidOf(clock.now() - windowMs)
  }
}

/** The rule by which the inbox itself is read: scope and leash. */
function mayRead({ grant }: Principal, boardId: string): boolean {
  return grant === null || (grant.scopes.has('notifications:read') && (grant.leash === null || grant.leash.has(boardId)))
}
