import type { Activity } from '@tandem/contract'
import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { committedOnWire } from '../domain/boards/activity.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { createConcurrencyLimit } from '../kernel/limits/concurrency-limit.ts'
import type { ActivityRow } from '../kernel/record.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { inBatches } from './batches.ts'
import type { Turns } from './event-loop-turns.ts'
import { createFeed, type Feed } from './feed.ts'
import { readLog } from './log.ts'

/** The feeds of all boards with followers on this instance. */
export type Feeds = {
  /** The feed of a board, whose log is at `seq` or beyond by now. */
  open(boardId: string, seq: number): Feed
  find(boardId: string): Feed | undefined
  /** Removes a feed without followers. */
  settle(boardId: string): void
  /** These boards have moved; null = any may have. `committed`: what has just been appended to their logs, if it is known. */
  wake(boardIds: readonly string[] | null, committed?: readonly ActivityRow[]): void
  /** Reads for all boards at once which have new activities and which are gone, in case a nudge was lost. */
  poll(): Promise<void>
}

/** Connections to the database that feeds may take from the requests. */
const [mostReads, mostReplays] = [4, 3]

const headsOf = sql<{ id: string; lastSeq: number }>('select id, last_seq from boards where id = any ($1::uuid[]) and deleted_at is null')

/** Of longer acts the log is read page by page, so that no socket gets all of it at once. */
const [mostHandedOver, longestHandedOver] = [50, 65_536]

/** Undefined when there are none, or too many. */
function handedOver(rows: readonly ActivityRow[]): Parameters<Feed['wake']>[0] {
  const octets = rows.reduce((sum, { payload }) => sum + payload.length, 0)
  const areFew = rows.length > 0 && rows.length <= mostHandedOver && octets <= longestHandedOver
  return areFew ? { activities: rows.map(committedOnWire), octets } : undefined
}

type FeedsDeps = {
  database: Database
  clock: Clock
  log: Logger
  turns: Turns
  onRemoved(boardId: string, actorId: string): void
  /** Whether a feed is kept although it has no followers. */
  isNeeded(boardId: string): boolean
  onOpened(boardId: string): void
  onClosed(boardId: string): void
  metrics: Metrics
}

export function createFeeds({ database, clock, log, turns, onRemoved, isNeeded, onOpened, onClosed, metrics }: FeedsDeps): Feeds {
  const feeds = new Map<string, Feed>()
  metrics.liveFeeds.read(() => feeds.size)
  const [reads, replays] = [createConcurrencyLimit(mostReads), createConcurrencyLimit(mostReplays)]

  return {
    open(boardId, seq) {
      const known = feeds.get(boardId)
      if (known) return known
      const feed = createFeed({
        boardId,
        seq,
        clock,
        turns,
        read: (board, from) => reads(() => readLog(database, board, from)),
        readBack: (board, from) => replays(() => readLog(database, board, from)),
        onHandedOut,
        onRemoved: (actorId) => onRemoved(boardId, actorId),
        onFailure: (error) => log.warn({ err: error, boardId }, 'the log of a board could not be read for the sockets; it is tried again'),
      })
      feeds.set(boardId, feed)
      onOpened(boardId)
      // Activities committed since the board was read have reached no follower.
      feed.wake()
      return feed
    },
    find: (boardId) => feeds.get(boardId),
    settle,
    wake(boardIds, committed = []) {
      for (const boardId of boardIds ?? feeds.keys()) {
        feeds.get(boardId)?.wake(handedOver(committed.filter((row) => row.boardId === boardId)))
      }
    },
    async poll() {
      await inBatches([...feeds.keys()], async (boardIds) => {
        const heads = new Map((await database.rows(headsOf, [boardIds])).map((row) => [row.id, row.lastSeq]))
        for (const boardId of boardIds) update(boardId, heads.get(boardId))
      })
    },
  }

  /** The last of a page: it has waited least, and those before it for the page. */
  function onHandedOut(activities: readonly Activity[]): void {
    const last = activities.at(-1)
    if (last) metrics.liveDelay.observe(Math.max(0, clock.now() - Date.parse(last.createdAt)) / 1_000)
  }

  function update(boardId: string, head: number | undefined): void {
    const feed = feeds.get(boardId)
    if (!feed) return
    if (head === undefined) return close(boardId, feed)
    if (head > feed.seq) feed.wake()
    settle(boardId)
  }

  function settle(boardId: string): void {
    const feed = feeds.get(boardId)
    if (feed?.isIdle && !isNeeded(boardId)) close(boardId, feed)
  }

  function close(boardId: string, feed: Feed): void {
    feeds.delete(boardId)
    feed.end()
    onClosed(boardId)
  }
}
