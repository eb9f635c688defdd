import { sql, type Transaction } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { deliveries } from '../../db/tables/agents/deliveries.ts'
import { write } from '../../db/writes.ts'
import { streakThatDisables } from '../../domain/webhooks/disable.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { Claim } from './claim.ts'

/** The result of an attempt for the log of deliveries; `tookMs` when a request was sent, `answer` when it may be stored. */
export type Trace = { status: number | null; error: string | null; tookMs?: number; answer?: string }

/** The next state of a claimed delivery. Without a trace no attempt was made, and the trace of the last one stays. */
export type Outcome = { claim: Claim } & (
  | { end: 'delivered' | 'failed'; trace: Trace }
  | { end: 'canceled' }
  | { end: 'retry'; trace: Trace; atMs: number }
  /** The delivery returns to the queue without counting an attempt. */
  | { end: 'handBack'; atMs: number }
)

/** Of the subscriptions that have worked. Locked before their deliveries, as pausing does: the other order is a deadlock. */
const resetStreaks = write(
  { ids: parameter<readonly string[]>('uuid[]') },
  ({ ids }) => `update webhooks set consecutive_failures = 0 where id = any (${ids}) and active and consecutive_failures > 0`,
)

/** One of each for each outcome, but for `now` and `pending`. */
const outcomeLists = {
  now: deliveries.finishedAt,
  ids: parameter<readonly string[]>('uuid[]'),
  attempts: parameter<readonly number[]>('int[]'),
  states: parameter<readonly string[]>('text[]'),
  dueAts: parameter<readonly (string | null)[]>('timestamptz[]'),
  unclaims: parameter<readonly boolean[]>('boolean[]'),
  tried: parameter<readonly boolean[]>('boolean[]'),
  statuses: parameter<readonly (number | null)[]>('int[]'),
  errors: parameter<readonly (string | null)[]>('text[]'),
  counts: parameter<readonly boolean[]>('boolean[]'),
  took: parameter<readonly (number | null)[]>('int[]'),
  answers: parameter<readonly (string | null)[]>('text[]'),
  pending: deliveries.state,
}

/**
 * Written only by the holder of the claim, except that a success is written in any case. What was queued again since its claim is not handed
 * back: its count begins anew. 'pending' is a parameter: as a constant it lets a
 * plan made while the table was small scan the index of all pending deliveries every time.
 */
const settle = (given: { readonly [Name in keyof typeof outcomeLists]: string }) =>
  `update deliveries d set state = o.state, next_attempt_at = coalesce(o.due_at, d.next_attempt_at),
    finished_at = case when o.state <> 'pending' then ${given.now} end, attempts = d.attempts - case when o.unclaims then 1 else 0 end,
    last_status = case when o.tried then o.status else d.last_status end, last_error = case when o.tried then o.error else d.last_error end,
    last_duration_ms = case when o.tried then o.took else d.last_duration_ms end,
    last_answer = case when o.tried then o.answer else d.last_answer end
  from unnest(${given.ids}, ${given.attempts}, ${given.states}, ${given.dueAts}, ${given.unclaims}, ${given.tried}, ${given.statuses},
    ${given.errors}, ${given.counts}, ${given.took}, ${given.answers})
    as o(id, attempt, state, due_at, unclaims, tried, status, error, counts, took, answer)
  where d.id = any (${given.ids}) and d.id = o.id and d.state = ${given.pending} and (d.attempts = o.attempt or o.state = 'delivered')
    and (not o.unclaims or d.attempts > d.tried_before)`
const settleAll = write(outcomeLists, settle)
/** Call it under the locks of the subscriptions. */
const settleAllAndCount = write(
  outcomeLists,
  (given) => `with settled as (${settle(given)} returning d.webhook_id, o.counts)
  update webhooks w set consecutive_failures = w.consecutive_failures + s.failures
  from (select webhook_id, count(*)::int as failures from settled where counts group by webhook_id) s
  where w.id = s.webhook_id and w.active`,
)

/** Locks in id order, so that no two instances wait for each other. */
const lockStreaks = sql<{ id: string; active: boolean; consecutiveFailures: number }>(
  'select id, active, consecutive_failures from webhooks where id = any ($1::uuid[]) order by id for no key update',
)

/**
 * Settles outcomes that came in this order. Answers which of them it has left: failures that may be those too many, for they end the
 * subscription in the same transaction. Specification: reliability W8.
 */
export async function settleTogether(tx: Transaction, outcomes: readonly Outcome[], nowMs: number): Promise<ReadonlySet<Outcome>> {
  const left = outcomes.some(isFailure) ? await lastStraws(tx, outcomes) : new Set<Outcome>()
  const settled = outcomes.filter((outcome) => !left.has(outcome))
  const worked = settled.filter(isSuccess).map(webhookOf)
  if (worked.length > 0) tx.send(resetStreaks({ ids: [...new Set(worked)] }))
  if (settled.length > 0) writeOutcomes(tx, settled, nowMs)
  return left
}

/** Failures count towards the streak: lock their subscriptions first. */
export function writeOutcomes(tx: Pick<Transaction, 'send'>, outcomes: readonly Outcome[], nowMs: number): void {
  const counting = afterLastSuccess(outcomes)
  const traces = outcomes.map((outcome) => ('trace' in outcome ? outcome.trace : null))
  const settleThem = counting.size > 0 ? settleAllAndCount : settleAll
  tx.send(
    settleThem({
      now: iso(nowMs),
      ids: outcomes.map(({ claim }) => claim.deliveryId),
      attempts: outcomes.map(({ claim }) => claim.attempt),
      states: outcomes.map(({ end }) => (end === 'retry' || end === 'handBack' ? 'pending' : end)),
      dueAts: outcomes.map((outcome) => ('atMs' in outcome ? iso(outcome.atMs) : null)),
      unclaims: outcomes.map(({ end }) => end === 'handBack'),
      tried: traces.map((trace) => trace !== null),
      statuses: traces.map((trace) => trace?.status ?? null),
      errors: traces.map((trace) => trace?.error ?? null),
      counts: outcomes.map((outcome) => counting.has(outcome)),
      took: traces.map((trace) => trace?.tookMs ?? null),
      answers: traces.map((trace) => trace?.answer ?? null),
      pending: 'pending',
    }),
  )
}

/** One too many is harmless: settling it alone checks again. */
async function lastStraws(tx: Transaction, outcomes: readonly Outcome[]): Promise<Set<Outcome>> {
  const ids = outcomes.filter((outcome) => isSuccess(outcome) || isFailure(outcome)).map(webhookOf)
  const webhooks = await tx.rows(lockStreaks, [[...new Set(ids)]])
  const streaks = new Map(webhooks.filter(({ active }) => active).map((webhook) => [webhook.id, webhook.consecutiveFailures]))
  const last = new Set<Outcome>()
  for (const outcome of outcomes.filter(isFailure)) {
    const streak = streaks.get(webhookOf(outcome))
    if (streak === undefined) continue
    if (streak + 1 >= streakThatDisables) last.add(outcome)
    else streaks.set(webhookOf(outcome), streak + 1)
  }
  return last
}

/** A failure followed by a success of the same subscription does not count as consecutive. */
function afterLastSuccess(outcomes: readonly Outcome[]): Set<Outcome> {
  const worked = new Set<string>()
  const counting = new Set<Outcome>()
  for (const outcome of outcomes.toReversed()) {
    if (isSuccess(outcome)) worked.add(webhookOf(outcome))
    if (isFailure(outcome) && !worked.has(webhookOf(outcome))) counting.add(outcome)
  }
  return counting
}

/** Whether an outcome ends the streak of failures. Redeliveries by hand do not. */
const isSuccess = ({ end, claim }: Outcome) => end === 'delivered' && !claim.byHand
const isFailure = ({ end, claim }: Outcome) => end === 'failed' && !claim.byHand
const webhookOf = ({ claim }: Outcome) => claim.webhook.id
