import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { parameter } from '../db/parameters.ts'
import { write } from '../db/writes.ts'
import { blockLength } from '../domain/boards/chosen-activities.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Metrics } from '../metrics/metrics.ts'

/**
 * Notes which verbs and actors each complete block of a log has. A block never changes, so any number of instances may note it, and one
 * that dies leaves the rest to the next round.
 */
export type ActivityBlocks = {
  /** One round over the boards that have complete blocks. Answers how many were noted. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

/** What is not noted yet is read by each filter: some seconds of a busy board cost little. */
const everyMs = 30_000
/** 51,200 activities: less than 0.1 s of the database. */
const mostAtOnce = 200
const mostPerRound = 2_000

const behind = sql<{ id: string; lastSeq: number; next: number }>(`select b.id, b.last_seq, k.next from boards b
    cross join lateral (select coalesce(max(block) + 1, 0) as next from activity_blocks where board_id = b.id) k
  where b.last_seq >= ${blockLength} and b.deleted_at is null and b.last_seq >= (k.next + 1) * ${blockLength}::bigint limit 100`)
const note = write(
  { boardId: parameter<string>('uuid'), first: parameter<number>('bigint'), end: parameter<number>('bigint') },
  (given) => `insert into activity_blocks (board_id, block, verbs, actor_ids)
    select board_id, ((seq - 1) / ${blockLength})::int as block, array_agg(distinct verb), array_agg(distinct actor_id)
    from activities where board_id = ${given.boardId} and seq > ${given.first} * ${blockLength} and seq <= ${given.end} * ${blockLength}
    group by board_id, block on conflict do nothing`,
)

export function createActivityBlocks(deps: { database: Database; clock: Clock; log: Logger; metrics: Metrics }): ActivityBlocks {
  const { database } = deps
  let stopped = false
  const poller = createPoller(deps, {
    name: 'activity_blocks',
    firstMs: everyMs,
    everyMs,
    soonMs: 1_000,
    poll,
    trouble: 'verbs and actors of the log could not be noted',
  })

  async function poll(): Promise<void> {
    if ((await runOnce()) >= mostPerRound) poller.soon()
  }

  async function runOnce(): Promise<number> {
    let noted = 0
    for (const { id, lastSeq, next } of await database.rows(behind)) {
      const complete = Math.floor(lastSeq / blockLength)
      for (let first = next; first < complete && noted < mostPerRound && !stopped; first += mostAtOnce) {
        const end = Math.min(complete, first + mostAtOnce)
        await database.rows(note({ boardId: id, first, end }))
        noted += end - first
      }
    }
    return noted
  }

  return {
    runOnce,
    start() {
      stopped = false
      poller.start()
    },
    stop() {
      stopped = true
      return poller.stop()
    },
  }
}
