import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { onCard } from '../domain/sessions/advance.ts'
import { type BudgetVerb, keepBudget } from '../domain/sessions/budget/budget.ts'
import { warnAt } from '../domain/sessions/budget/figures.ts'
import { expired, expireLease } from '../domain/sessions/claim/lease-expiry.ts'
import { failSession } from '../domain/sessions/end.ts'
import { sessionIsHeld } from '../domain/sessions/holds/hold.ts'
import { isHeld } from '../domain/sessions/holds/require-not-held.ts'
import { defaults, takeDefault } from '../domain/sessions/questions/deadline.ts'
import { climbAfterMs, climbLadder, unanswered } from '../domain/sessions/questions/ladder.ts'
import { isSilentFor } from '../domain/sessions/silence.ts'
import { type Clock, iso } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Policy, TargetMutation } from '../kernel/mutation.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { actOnAll, type DueAct } from './act-on-all.ts'

/**
 * Fails sessions that have been silent for too long, gives back those whose lease has expired, takes unanswered questions to the next
 * tier of people, and their defaults at the deadline. All of it goes through the door, which looks again under the lock: any number of instances may run this. Specification: service §3, decisions §4.
 */
export type Watchdog = {
  /** Does all that is due, and says of how many sessions it was. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

type Deps = { kernel: Kernel; database: Database; clock: Clock; policy: Policy; log: Logger; metrics: Metrics }

/** A card whose lease has expired waits so long for the next claim. */
const longestPauseMs = 5_000
const page = 100

/** Sessions with a lease are left out, since heartbeats leave no event: they end with their lease. */
const silent = sql<{ id: string }>(`select s.id from sessions s
  where s.ended_at is null and s.state in ('queued', 'working') and s.last_event_at <= $1 and s.lease_expires_at is null and not ${sessionIsHeld}
  order by s.last_event_at limit ${page}`)
const outOfTime = sql<{ id: string }>(`select id from sessions
  where budget_due_at <= $1 order by budget_due_at limit ${page}`)
/** `$1` now, `$2` the beginning of the month and `$3` its first day: at work on a board whose minutes of the month are used up, or come to 80 % untold. */
const outOfMonth = sql<{ id: string }>(`select s.id from sessions s join boards b on b.id = s.board_id
    left join board_usage u on u.board_id = b.id and u.month = $3::date
  where s.working_since is not null and s.budget_exceeded_at is null and b.monthly_budget ->> 'minutes' is not null
    and (b.monthly_budget ->> 'minutes')::float8 * (1 + coalesce(u.extensions, 0)) * 60000
      * case when u.warned_at is null then ${warnAt} else 1 end <= coalesce(u.worked_ms, 0) + (
      select sum(extract(epoch from $1::timestamptz - greatest(o.working_since, $2::timestamptz)) * 1000)
      from sessions o where o.board_id = b.id and o.working_since is not null)
  order by s.id limit ${page}`)
type SessionMutation = TargetMutation<'agent_session.failed', 'session'>
const sessionOperation = { name: 'session.post', id: 'sessionId' } as const
// The operation of that name loads a session, and may record every verb that is recorded here.
const timeOuts: DueAct = {
  name: 'time-out of a session',
  due: silent,
  page,
  operation: sessionOperation,
  act: (tx) => timeOut(tx as SessionMutation),
}
const expiries: DueAct = {
  name: 'lease of a session',
  ...expired,
  operation: sessionOperation,
  act: (tx) => expireLease(tx as Parameters<typeof expireLease>[0]),
}
const climbs: DueAct = {
  name: 'question to the next tier',
  ...unanswered,
  operation: sessionOperation,
  act: (tx) => climbLadder(tx as SessionMutation),
}
const deadlines: DueAct = {
  name: 'deadline of a question',
  ...defaults,
  operation: { name: 'session.answer', id: 'sessionId' },
  act: (tx) => takeDefault(tx as Parameters<typeof takeDefault>[0]),
}

/** Tokens and costs are checked when they are reported; minutes pass while the agent is silent. */
const budgets: DueAct = {
  name: 'budget of a session',
  due: outOfTime,
  page,
  operation: sessionOperation,
  act: (tx) => lookAtBudget(tx as TargetMutation<BudgetVerb, 'session'>),
}
const monthlyBudgets: DueAct = {
  name: 'budget of a board',
  due: outOfMonth,
  page,
  operation: sessionOperation,
  act: (tx) => lookAtBoard(tx as TargetMutation<BudgetVerb, 'session'>),
}

export function createWatchdog(deps: Deps): Watchdog {
  const { clock, policy } = deps
  const everyMs = Math.max(50, Math.min(longestPauseMs, policy.sessionTimeoutMs / 4))
  const poller = createPoller(deps, { name: 'watchdog', everyMs, poll: runOnce, trouble: 'the watchdog could not finish its poll' })
  return { runOnce, start: poller.start, stop: poller.stop }

  async function runOnce(): Promise<number> {
    const nowMs = clock.now()
    const timedOut = await actOnAll(deps, timeOuts, [iso(nowMs - policy.sessionTimeoutMs)])
    const lost = await actOnAll(deps, expiries, [iso(nowMs)])
    const climbed = await actOnAll(deps, climbs, [iso(nowMs - climbAfterMs), iso(nowMs)])
    const defaulted = await actOnAll(deps, deadlines, [iso(nowMs)])
    const outOfBudget = await actOnAll(deps, budgets, [iso(nowMs)])
    const month = iso(nowMs).slice(0, 7)
    const outOfMonths = await actOnAll(deps, monthlyBudgets, [iso(nowMs), `${month}-01T00:00:00.000Z`, `${month}-01`])
    return timedOut + lost + climbed + defaulted + outOfBudget + outOfMonths
  }
}

async function timeOut(tx: SessionMutation): Promise<boolean> {
  const { target: session } = tx
  const isOld = Date.parse(tx.now) - Date.parse(session.lastEventAt) >= tx.policy.sessionTimeoutMs
  if (!isOld || session.leaseExpiresAt !== null || (session.state !== 'queued' && session.state !== 'working')) return false
  const at = await onCard(tx, session)
  if (isHeld(at) || !(await isSilentFor(tx, session, tx.policy.sessionTimeoutMs))) return false
  failSession(tx, at, 'timeOut', 'timeout')
  return true
}

async function lookAtBoard(tx: TargetMutation<BudgetVerb, 'session'>): Promise<boolean> {
  return (await keepBudget(tx, await onCard(tx, tx.target))) !== null
}

async function lookAtBudget(tx: TargetMutation<BudgetVerb, 'session'>): Promise<boolean> {
  const due = tx.target.budgetDueAt
  if (due === null || Date.parse(due) > Date.parse(tx.now)) return false
  return (await keepBudget(tx, await onCard(tx, tx.target))) !== null
}
