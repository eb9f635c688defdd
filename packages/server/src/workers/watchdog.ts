import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { onCard } from '../domain/sessions/advance.ts'
import { failSession } from '../domain/sessions/end.ts'
import { tierAbove } from '../domain/sessions/route-question.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/execute.ts'
import type { Policy, TargetMutation } from '../kernel/mutation.ts'
import { excerptOf, tell } from '../kernel/notices.ts'
import { createRounds } from '../kernel/rounds.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { actOnAll, type DueAct } from './act-on-all.ts'

/**
 * Fails sessions that have been silent for too long, and takes questions that nobody answers to the next tier of people. Both go
 * through the door, which looks again under the lock: any number of instances may run this. Specification: service §3, decisions §4.
 */
export type Watchdog = {
  /** Does all that is due, and says of how many sessions it was. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

type Deps = { kernel: Kernel; database: Database; clock: Clock; policy: Policy; log: Logger; metrics: Metrics }

const climbAfterMs = 24 * 3_600_000
const longestPauseMs = 30_000
const page = 100

const silent = sql<{ id: string }>(`select id from sessions
  where ended_at is null and state in ('queued', 'working') and last_event_at <= $1 order by last_event_at limit ${page}`)
const unanswered = sql<{ id: string }>(`select id from sessions
  where question_tier < 3 and question_routed_at <= $1 order by question_routed_at limit ${page}`)
const climb = sql('update sessions set question_tier = $3, question_routed_at = $4 where board_id = $1 and id = $2')
/** Since the open question was asked. */
const told = sql<{ actor_id: string }>(`select actor_id from notifications
  where session_id = $1 and reason = 'question' and created_at >= $2 limit 1000`)
/** The activity that asked the open question of a session: `$1` board, `$2` session, `$3` card. */
const asking = `select id, board_id, card_id, verb, actor_id from activities
  where board_id = $1 and card_id = $3 and verb = 'agent_session.question' and payload->>'sessionId' = $2::uuid::text order by id desc limit 1`
/**
 * Who watches the card was told of the activity already, as of anything else on it. From now on it is asked of them: the one row that they
 * have of it makes room. Not of whoever takes no questions into the inbox.
 */
const makeRoom = sql(`delete from notifications n using (${asking}) a where n.activity_id = a.id and n.actor_id = any ($4::uuid[])
  and n.reason = 'watching'
  and not exists (select from notification_settings s where s.actor_id = n.actor_id and s.reason = 'question' and s.inbox is false)`)
/** The notification of a later tier tells of the activity that asked the question. */
const ofTier = tell(`select uuid_at($5) as id, n.actor_id, a.id as activity_id, a.board_id, a.card_id, $2::uuid as session_id,
    'question' as reason, a.verb, a.actor_id as by_actor_id, $6::text as excerpt, $5::timestamptz as created_at, null::timestamptz as read_at
  from unnest($4::uuid[]) as n(actor_id) cross join lateral (${asking}) a`)
const tellTier = { inbox: sql(ofTier.inbox), inboxAndMail: sql(ofTier.inboxAndMail) }

type SessionMutation = TargetMutation<'agent_session.failed', 'session'>
const sessionOperation = { name: 'session.post', id: 'sessionId' } as const
// The operation of that name loads a session, and may record every verb that is recorded here.
const timeOuts: DueAct = {
  ...{ name: 'time-out of a session', due: silent, page, operation: sessionOperation },
  act: (tx) => timeOut(tx as SessionMutation),
}
const climbs: DueAct = {
  ...{ name: 'question to the next tier', due: unanswered, page, operation: sessionOperation },
  act: (tx) => climbLadder(tx as SessionMutation),
}

export function createWatchdog(deps: Deps): Watchdog {
  const { clock, policy } = deps
  const everyMs = Math.max(50, Math.min(longestPauseMs, policy.sessionTimeoutMs / 4))
  const rounds = createRounds(deps, { name: 'watchdog', everyMs, round: runOnce, trouble: 'the watchdog could not finish its round' })
  return { runOnce, start: rounds.start, stop: rounds.stop }

  async function runOnce(): Promise<number> {
    const nowMs = clock.now()
    const timedOut = await actOnAll(deps, timeOuts, [iso(nowMs - policy.sessionTimeoutMs)])
    const climbed = await actOnAll(deps, climbs, [iso(nowMs - climbAfterMs)])
    return timedOut + climbed
  }
}

async function timeOut(tx: SessionMutation): Promise<boolean> {
  const { target: session } = tx
  const isSilent = Date.parse(tx.now) - Date.parse(session.last_event_at) >= tx.policy.sessionTimeoutMs
  if (!isSilent || (session.state !== 'queued' && session.state !== 'working')) return false
  failSession(tx, await onCard(tx, session), 'timeOut', 'timeout')
  return true
}

/** A board without people is asked about again a day later: the question waits for someone to join. */
async function climbLadder(tx: SessionMutation): Promise<boolean> {
  const { target: session } = tx
  const { question, question_tier: tier, question_routed_at: routedAt } = session
  if (!question || tier === null || routedAt === null || Date.parse(tx.now) - Date.parse(routedAt) < climbAfterMs) return false
  const already = (await tx.rows(told, [session.id, question.askedAt])).map((row) => row.actor_id)
  const next = await tierAbove(tx, await onCard(tx, session), tier, already)
  tx.send(climb, [tx.board.id, session.id, next?.tier ?? tier, tx.now])
  if (next) askThem(tx, next.actorIds, question.question)
  return true
}

function askThem(tx: SessionMutation, actorIds: readonly string[], question: string): void {
  const whom = [tx.board.id, tx.target.id, tx.target.card_id, actorIds]
  const tellThem = tx.policy.mailEnabled ? tellTier.inboxAndMail : tellTier.inbox
  tx.send(makeRoom, whom)
  tx.send(tellThem, [...whom, tx.now, excerptOf(question)])
}
