import { fieldRefusal, refusal } from '@tandem/contract'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { meaningOf } from '../db/failures.ts'
import { type BoardAccess, loadTarget } from '../kernel/access.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Authenticator } from '../kernel/identity/authenticate.ts'
import { createConcurrencyLimit } from '../kernel/limits/concurrency-limit.ts'
import type { Nudge } from '../kernel/record.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Bus } from './bus.ts'
import { createCredentials } from './credentials.ts'
import { createTurns } from './event-loop-turns.ts'
import { createFeeds } from './feeds.ts'
import { createInboxes, pollAllEveryMs } from './inboxes.ts'
import type { Listener } from './listener.ts'
import { createListenerLimits, type ListenerMaxima } from './listener-limits.ts'
import { createPresence, pollEveryMs as presenceEveryMs } from './presence.ts'

/**
 * Live push: a reader of the log like any other. It sends committed activities in the order of the log; nudges say when to read, and
 * polling everything every second is the guarantee behind them. Specification: service §6, decisions §5.
 */
export type Live = {
  /** Throws rate_limited or unavailable when too many listen (listener-limits.ts), unauthorized when the credential has ended meanwhile. */
  join(listener: Listener): Promise<Subscriptions>
  /** Boards have moved, by an act of this instance. */
  nudge: Nudge
  /** A private act may have ended a credential. */
  pollCredentials(): void
  start(): void
  stop(): Promise<void>
}

/** The requests of one socket. Throws the refusal for the client. */
export type Subscriptions = {
  subscribe(boardId: string, since: number | undefined): Promise<void>
  unsubscribe(boardId: string): void
  present(boardId: string, cardId: string | null): Promise<void>
  leave(): void
}

export const mostSubscriptions = 200
/** Connections to the database that subscribing may take from the requests. */
const mostQueries = 3
const boardsEveryMs = 1_000
/** Short enough that a socket closes within a second of the end of its credential. */
const credentialsEveryMs = 750
const [nudgedMs, afterActMs] = [20, 100]

const readBoard: BoardAccess & { target: 'board' } = { target: 'board', role: 'viewer', scope: 'boards:read' }

type LiveDeps = {
  database: Database
  clock: Clock
  log: Logger
  bus: Bus
  authenticator: Pick<Authenticator, 'active'>
  metrics: Metrics
  limits: ListenerMaxima
  /** Boards have moved, here or on another instance; null: too many to list. */
  onMoved(boardIds: readonly string[] | null): void
}

export function createLive(deps: LiveDeps): Live {
  const { database, bus, authenticator } = deps
  const turns = createTurns()
  const queries = createConcurrencyLimit(mostQueries)
  const places = createListenerLimits(deps.limits)
  const credentials = createCredentials(authenticator)
  const inboxes = createInboxes({ ...deps, turns })
  const presence = createPresence({ ...deps, announce: (boardId, frame) => void feeds.find(boardId)?.send(frame) })
  const feeds = createFeeds({
    ...deps,
    turns,
    isNeeded: presence.isAnybodyHere,
    onOpened: presence.opened,
    onClosed: presence.closed,
    onRemoved: presence.clearActor,
  })
  const trouble = 'polling for the sockets has failed'
  const boardPoller = createPoller(deps, { name: 'live_boards', everyMs: boardsEveryMs, soonMs: nudgedMs, poll: feeds.poll, trouble })
  const inboxPoller = createPoller(deps, {
    name: 'live_inboxes',
    everyMs: pollAllEveryMs,
    soonMs: nudgedMs,
    poll: inboxes.poll,
    trouble,
  })
  const credentialPoller = createPoller(deps, {
    name: 'live_credentials',
    everyMs: credentialsEveryMs,
    soonMs: afterActMs,
    poll: credentials.poll,
    trouble,
  })
  const presencePoller = createPoller(deps, {
    name: 'live_presence',
    everyMs: presenceEveryMs,
    soonMs: nudgedMs,
    poll: async () => presence.poll(),
    trouble,
  })
  const pollers = [boardPoller, inboxPoller, credentialPoller, presencePoller]

  bus.subscribe((message, from) => {
    if (message.type === 'moved') moved(message.boardIds, message.told)
    else if (message.type === 'present') presence.receive(message.boardId, from, message.actors)
    else if (message.type === 'changed') inboxes.changed(message.actorId, message.what)
    else presence.answer(message.boardId)
  })

  return {
    join,
    nudge({ activities, heads, notifications, watched, own }) {
      for (const { actorId, what } of own) {
        inboxes.changed(actorId, what)
        bus.publish({ type: 'changed', actorId, what })
      }
      if (heads.size === 0) return
      const boardIds = [...heads.keys()]
      const told = notifications.length + watched.length > 0 ? boardIds : []
      moved(boardIds, told, activities)
      bus.publish({ type: 'moved', boardIds, told })
    },
    pollCredentials: credentialPoller.soon,
    start() {
      bus.start()
      for (const poller of pollers) poller.start()
    },
    async stop() {
      await Promise.all([...pollers.map((poller) => poller.stop()), bus.stop()])
    },
  }

  function moved(boardIds: readonly string[] | null, told: readonly string[] | null, committed?: Parameters<Nudge>[0]['activities']): void {
    feeds.wake(boardIds, committed)
    deps.onMoved(boardIds)
    // Too many to name: the look at all inboxes finds them within a second.
    if (told === null || told.length === 0) return
    inboxes.moved(told)
    inboxPoller.soon()
  }

  async function join(listener: Listener): Promise<Subscriptions> {
    const { credential } = listener.principal
    // Taken before the first await, so that listeners that come at once are all counted.
    places.take(listener)
    const subscriptions = subscriptionsOf(listener)
    credentials.join(listener)
    try {
      const [, active] = await queries(() => Promise.all([inboxes.join(listener), authenticator.active([credential.id])]))
      // A cached credential may be a second out of date.
      if (!active.has(credential.id)) throw refusal('credentialEnded')
      return subscriptions
    } catch (error) {
      subscriptions.leave()
      throw meaningOf(error).error
    }
  }

  function subscriptionsOf(listener: Listener): Subscriptions {
    const boards = new Set<string>()
    let left = false
    return {
      async subscribe(boardId, since) {
        const { seq } = await loadBoard(boardId)
        if (since !== undefined && since > seq) throw fieldRefusal('since', 'sinceAhead', { seq })
        if (left) return
        boards.add(boardId)
        const feed = feeds.open(boardId, seq)
        listener.send({ type: 'subscribed', boardId, seq: since ?? seq })
        const present = presence.frameOf(boardId)
        if (present.actors.length > 0) listener.send(present)
        feed.follow(listener, since ?? seq, seq)
      },
      unsubscribe: quit,
      async present(boardId, cardId) {
        const { seq } = await loadBoard(boardId)
        if (left) return
        boards.add(boardId)
        feeds.open(boardId, seq)
        presence.set(boardId, listener, cardId)
      },
      leave() {
        left = true
        for (const boardId of boards) quit(boardId)
        places.leave(listener)
        credentials.leave(listener)
        inboxes.leave(listener)
      },
    }

    async function loadBoard(boardId: string) {
      if (!boards.has(boardId) && boards.size >= mostSubscriptions) throw refusal('socketFull', { count: mostSubscriptions })
      try {
        return await queries(() => loadTarget(database, listener.principal, readBoard, { boardId }))
      } catch (error) {
        throw meaningOf(error).error
      }
    }

    function quit(boardId: string): void {
      boards.delete(boardId)
      feeds.find(boardId)?.unfollow(listener)
      presence.clear(boardId, listener)
      feeds.settle(boardId)
    }
  }
}
