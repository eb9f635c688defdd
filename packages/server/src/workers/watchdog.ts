import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { parameter } from '../db/parameters.ts'
import { sessions } from '../db/tables/agents/sessions.ts'
import { pick, update, write } from '../db/writes.ts'
import { onCard } from '../domain/sessions/advance.ts'
import { type BudgetVerb, keepBudget } from '../domain/sessions/budget/budget.ts'
import { warnAt } from '../domain/sessions/budget/figures.ts'
import { expired, expireLease } from '../domain/sessions/claim/lease-expiry.ts'
import { failSession } from '../domain/sessions/end.ts'
import { sessionIsHeld } from '../domain/sessions/hold.ts'
import { isHeld } from '../domain/sessions/require-not-held.ts'
import { tierAbove } from '../domain/sessions/route-question.ts'
import { isSilentFor } from '../domain/sessions/silence.ts'
import { type Clock, iso } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Policy, TargetMutation } from '../kernel/mutation.ts'
import { excerptOf, noticeInserts } from '../kernel/notices.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { actOnAll, type DueAct } from './act-on-all.ts'

/**
 * Fails sessions that have been silent for too long, gives back those whose lease has expired, and takes unanswered questions to the next
 * tier of people. All of it goes through the door, which looks again under the lock: any number of instances may run this. Specification: service §3, decisions §4.
 */
export type Watchdog = {
  /** Does all that is due, and says of how many sessions it was. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

type Deps = { kernel: Kernel; database: Database; clock: Clock; policy: Policy; log: Logger; metrics: Metrics }

const climbAfterMs = 24 * 3_600_000
/** A card whose lease has expired waits so long for the next claim. */
const longestPauseMs = 5_000
const page = 100

/** What a lease holds ends with its lease: heartbeats leave no event. */
const silent = sql<{ id: string }>(`select s.id from sessions s
  where s.ended_at is null and s.state in ('queued', 'working') and s.last_event_at <= $1 and s.lease_expires_at is null and not ${sessionIsHeld}
  order by s.last_event_at limit ${page}`)
const unanswered = sql<{ id: string }>(`select id from sessions
  where question_tier < 3 and question_routed_at <= $1 order by question_routed_at limit ${page}`)
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
const climb = update(sessions, { key: ['boardId', 'id'], set: ['questionTier', 'questionRoutedAt'] })
/** The people who were notified since the open question was asked. */
const toldBefore = sql<{ actorId: string }>(`select actor_id from notifications
  where session_id = $1 and reason = 'question' and created_at >= $2 limit 1000`)
/** The session whose open question it is, and whom to ask. */
const whom = { ...pick(sessions, ['boardId', 'id', 'cardId']), actorIds: parameter<readonly string[]>('uuid[]') }
type Whom = { readonly [Name in keyof typeof whom]: string }
/** The activity that asked the open question. */
const asking = ({ boardId, id, cardId }: Whom) => `select id, board_id, card_id, verb, actor_id from activities
  where board_id = ${boardId} and card_id = ${cardId} and verb = 'agent_session.question' and payload->>'sessionId' = ${id}::text
  order by id desc limit 1`
/**
 * A watcher of the card was told of the activity already, as of anything else on it. From now on it is asked of them: the one row that they
 * have of it makes room. Not of people who switched questions off in the inbox.
 */
const makeRoom = write(
  whom,
  (given) => `delete from notifications n using (${asking(given)}) a where n.activity_id = a.id and n.actor_id = any (${given.actorIds})
  and n.reason = 'watching'
  and not exists (select from notification_settings s where s.actor_id = n.actor_id and s.reason = 'question' and s.inbox is false)`,
)
const told = { ...whom, now: parameter<string>('timestamptz'), excerpt: parameter<string | null>('text') }
/** The notification of a later tier tells of the activity that asked the question. */
const ofTier = (given: { readonly [Name in keyof typeof told]: string }) =>
  noticeInserts(`select uuid_at(${given.now}) as id, n.actor_id, a.id as activity_id, a.board_id, a.card_id, ${given.id} as session_id,
    'question' as reason, a.verb, a.actor_id as by_actor_id, ${given.excerpt} as excerpt, ${given.now} as created_at,
    null::timestamptz as read_at
  from unnest(${given.actorIds}) as n(actor_id) cross join lateral (${asking(given)}) a`)
const tellTier = {
  inbox: write(told, (given) => ofTier(given).inbox),
  inboxAndMail: write(told, (given) => ofTier(given).inboxAndMail),
}

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
  due: unanswered,
  page,
  operation: sessionOperation,
  act: (tx) => climbLadder(tx as SessionMutation),
}

/** Tokens and costs are looked at when they are reported; minutes pass while the agent is silent. */
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
    const climbed = await actOnAll(deps, climbs, [iso(nowMs - climbAfterMs)])
    const outOfBudget = await actOnAll(deps, budgets, [iso(nowMs)])
    const month = iso(nowMs).slice(0, 7)
    const outOfMonths = await actOnAll(deps, monthlyBudgets, [iso(nowMs), `${month}-01T00:00:00.000Z`, `${month}-01`])
    return timedOut + lost + climbed + outOfBudget + outOfMonths
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

/** A board without people is asked about again a day later: the question waits for someone to join. */
async function climbLadder(tx: SessionMutation): Promise<boolean> {
  const { target: session } = tx
  const { question, questionTier: tier, questionRoutedAt: routedAt } = session
  if (!question || tier === null || routedAt === null || Date.parse(tx.now) - Date.parse(routedAt) < climbAfterMs) return false
  const already = (await tx.rows(toldBefore, [session.id, question.askedAt])).map((row) => row.actorId)
  const next = await tierAbove(tx, await onCard(tx, session), tier, already)
  tx.send(climb({ ...session, questionTier: next?.tier ?? tier, questionRoutedAt: tx.now }))
  if (next) askThem(tx, next.actorIds, question.question)
  return true
}

function askThem(tx: SessionMutation, actorIds: readonly string[], question: string): void {
  const asked = { ...tx.target, actorIds }
  const tellThem = tx.policy.mailEnabled ? tellTier.inboxAndMail : tellTier.inbox
  tx.send(makeRoom(asked))
  tx.send(tellThem({ ...asked, now: tx.now, excerpt: excerptOf(question) }))
}
