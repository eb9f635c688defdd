import type { BoardInsights } from '@tandem/contract'
import { type Reader, sql, type Value } from '../../db/database.ts'
import { keyOf } from '../cards/summary.ts'
import type { Range } from './range.ts'

/** How long the agents of a board waited for people: from each question that was answered in the range to its answer. */
type Waiting = Omit<NonNullable<BoardInsights['waiting']>, 'open'>
type Waited = {
  sessionId: string
  cardId: string
  number: number
  keyPrefix: string
  askedAt: string
  answeredAt: string
  waitedMs: number
}

const mostShown = 10
const minute = 60_000
const belowMs = [5 * minute, 15 * minute, 60 * minute, 240 * minute, 1_440 * minute, 4_320 * minute]

/**
 * SQL: the answers of sessions `s` at `$2` or later and before `$3`, each with how long its question waited. A session that ended
 * before had none since. `of` says whose sessions.
 */
export const answered = (of: string): string => `select s.id as session_id, s.card_id, s.agent_actor_id,
    q.created_at as asked_at, e.created_at as answered_at,
    (extract(epoch from e.created_at - q.created_at) * 1000)::bigint as waited_ms
  from sessions s join session_events e on e.session_id = s.id and e.kind = 'answer' and e.created_at >= $2 and e.created_at < $3
  join session_events q on q.session_id = s.id and q.id = (e.body ->> 'questionEventId')::uuid
  where ${of}`
const ofBoard = `${answered('s.board_id = $1 and s.ended_at is null')} union all ${answered('s.board_id = $1 and s.ended_at >= $2')}`

const summed = sql<{ answered: number; ranks: number[] | null }>(`select count(*)::int as answered,
  percentile_disc(array[0.5, 0.85, 0.95]) within group (order by waited_ms::float8) as ranks from (${ofBoard}) w`)
const inBuckets = sql<{
  bucket: number
  questions: number
}>(`select width_bucket(waited_ms, $4::bigint[]) as bucket, count(*)::int as questions
  from (${ofBoard}) w group by bucket`)
const longest = sql<Waited>(`select w.*, c.number, b.key_prefix from (${ofBoard}) w
  join cards c on c.id = w.card_id join boards b on b.id = $1 order by w.waited_ms desc, w.session_id, w.asked_at limit ${mostShown}`)

export async function waitingOf(reader: Reader, boardId: string, range: Range): Promise<Waiting> {
  const values: Value[] = [boardId, range.fromAt, range.beforeAt]
  const [sums, buckets, waits] = await Promise.all([
    reader.row(summed, values),
    reader.rows(inBuckets, [...values, belowMs]),
    reader.rows(longest, values),
  ])
  const [p50 = null, p85 = null, p95 = null] = sums?.ranks ?? []
  const counted = new Map(buckets.map((row) => [row.bucket, row.questions]))
  return {
    answered: sums?.answered ?? 0,
    p50,
    p85,
    p95,
    buckets: [...belowMs, null].map((below, index) => ({ belowMs: below, questions: counted.get(index) ?? 0 })),
    longest: waits.map((row) => ({
      sessionId: row.sessionId,
      cardId: row.cardId,
      cardKey: keyOf(row.keyPrefix, row.number),
      askedAt: row.askedAt,
      answeredAt: row.answeredAt,
      waitedMs: row.waitedMs,
    })),
  }
}
