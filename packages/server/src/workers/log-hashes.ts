import { canonicalJson } from '@tandem/contract'
import type { Logger } from 'pino'
import { type Database, sql, type Transaction } from '../db/database.ts'
import { parameter } from '../db/parameters.ts'
import { write } from '../db/writes.ts'
import { type ActivityRow, pageOfActivities } from '../domain/boards/activity.ts'
import type { Counted } from '../domain/pages.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import { byteaOf, type ChainHead, chainOn } from '../kernel/log-hashes.ts'
import type { BoardHead } from '../kernel/mutation.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/spans.ts'

/**
 * Computes the hashes of activities that an older release has appended: before the upgrade, and while instances of both releases run. A
 * page at a time, in the order of the log and under the lock of its board, so that no activity is appended meanwhile: each page is a
 * transaction of its own, and any number of instances may work and die. Specification: beyond §7.
 */
export type LogHashes = {
  /** One run over the boards that have a gap. Answers how many activities got their hashes. */
  runOnce(): Promise<number>
  /** Boards have changed: one with a gap is not left until the next poll. */
  poke(heads: ReadonlyMap<string, BoardHead>): void
  start(): void
  stop(): Promise<void>
}

/** Few enough for writers to the board to wait for some 20 ms. */
const pageLength = 500
/** The most octets of payloads in a page, for the same reason. */
const pageOctets = 1_048_576
const mostPerRun = 10_000
const firstRunMs = 1_000
/** Gaps arise from instances of an older release alone. */
const pauseMs = 600_000
const pauseWhenBehindMs = 1_000

/** In the order of the primary key. An index of its own would cost every mutation a second version of all index entries of its board. */
const behind = sql<{ id: string }>('select id from boards where hashed_seq < last_seq and deleted_at is null order by id limit 100')
/** A board that is being written to is free again in a moment. */
const lockBehind = sql<ChainHead>(`select hashed_seq, encode(last_hash, 'hex') as last_hash from boards
  where id = $1 and hashed_seq < last_seq for no key update skip locked`)
const next = sql<Counted<ActivityRow>>(pageOfActivities('board_id = $1 and seq > $2 order by seq limit $3', 'seq', pageOctets))
const keep = write(
  {
    boardId: parameter<string>('uuid'),
    hashedSeq: parameter<number>('bigint'),
    lastHash: parameter<string | null>('bytea'),
    seqs: parameter<readonly number[]>('bigint[]'),
    hashes: parameter<readonly string[]>('bytea[]'),
    payloadHashes: parameter<readonly string[]>('bytea[]'),
  },
  (given) => `with chained as (
    update activities a set hash = h.hash, payload_hash = h.payload_hash
    from unnest(${given.seqs}, ${given.hashes}, ${given.payloadHashes}) h(seq, hash, payload_hash)
    where a.board_id = ${given.boardId} and a.seq = h.seq
  ) update boards set hashed_seq = ${given.hashedSeq}, last_hash = ${given.lastHash} where id = ${given.boardId}`,
)

export function createLogHashes(deps: { database: Database; clock: Clock; log: Logger; metrics: Metrics }): LogHashes {
  const { database } = deps
  let stopped = false
  const poller = createPoller(deps, {
    name: 'log_hashes',
    firstMs: firstRunMs,
    everyMs: pauseMs,
    soonMs: pauseWhenBehindMs,
    poll,
    trouble: 'hashes of old activities could not be computed',
  })
  return {
    runOnce,
    poke(heads) {
      for (const { hashedSeq, lastSeq } of heads.values()) if (hashedSeq < lastSeq) return poller.soon()
    },
    start() {
      stopped = false
      poller.start()
    },
    stop() {
      stopped = true
      return poller.stop()
    },
  }

  async function poll(): Promise<void> {
    if ((await runOnce()) >= mostPerRun) poller.soon()
  }

  async function runOnce(): Promise<number> {
    const boards = await database.rows(behind)
    if (boards.length === 0) return 0
    return inSpan('hashes of old activities', { isJob: true }, async () => {
      let done = 0
      for (const { id } of boards) {
        for (let page = -1; page !== 0 && !stopped && done < mostPerRun; done += page) page = await hashPage(database, id)
      }
      return done
    })
  }
}

/** Answers how many activities got their hashes: 0 when all have one, or another transaction holds the board. */
async function hashPage(database: Database, boardId: string): Promise<number> {
  const tx = await database.begin()
  try {
    const head = await tx.row(lockBehind, [boardId])
    const rows = head ? await tx.rows(next, [boardId, head.hashedSeq, pageLength]) : []
    if (head) hashRows(tx, boardId, head, rows)
    await tx.commit()
    return rows.length
  } catch (error) {
    await tx.rollback()
    throw error
  }
}

function hashRows(tx: Transaction, boardId: string, head: ChainHead, rows: readonly ActivityRow[]): void {
  const chained = rows.map((row) => {
    const activity = { ...row, at: row.createdAt }
    chainOn(head, activity, canonicalJson(row.payload))
    return activity
  })
  if (chained.length === 0) return
  tx.send(
    keep({
      boardId,
      hashedSeq: head.hashedSeq,
      lastHash: byteaOf(head.lastHash),
      seqs: chained.map(({ seq }) => seq),
      hashes: chained.map(({ hash }) => byteaOf(hash) ?? ''),
      payloadHashes: chained.map(({ payloadHash }) => byteaOf(payloadHash) ?? ''),
    }),
  )
}
