import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { onCard } from '../domain/sessions/advance.ts'
import { endSession } from '../domain/sessions/end.ts'
import { tierAbove } from '../domain/sessions/route-question.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/execute.ts'
import type { Policy, TargetMutation } from '../kernel/mutation.ts'

/**
 * Fails sessions that have been silent for too long, and takes questions that nobody answers to the next tier of people. Both go
 * through the door, which looks again under the lock: any number of instances may run this. Specification: service §3, decisions §4.
 */
export type Watchdog = { runOnce(): Promise<number>; start(): void; stop(): Promise<void> }

type Deps = { kernel: Kernel; database: Database; clock: Clock; policy: Policy; log: Logger }

const climbAfterMs = 24 * 3_600_000
const longestPauseMs = 30_000
const batch = 100

const silent = sql<{
  id: string
}>(`select id from sessions where ended_at is null and state in ('queued', 'working') and last_event_at <= $1
  order by last_event_at limit ${batch}`)
const unanswered = sql<{
  id: string
}>(`select id from sessions where ended_at is null and state = 'awaiting_input' and question_tier between 1 and 2
    and last_event_at <= $1::timestamptz - (question_tier - 1) * $2::double precision * interval '1 millisecond'
  order by last_event_at limit ${batch}`)
const climb = sql('update sessions set question_tier = $3 where board_id = $1 and id = $2')
/** The notification row of a later tier belongs to the activity that asked the question. */
const notifyTier =
  sql(`insert into notifications (id, actor_id, activity_id, board_id, card_id, session_id, reason, verb, by_actor_id, excerpt, created_at)
  select uuid_at($4), n.actor_id, a.id, a.board_id, a.card_id, $2, 'question', a.verb, a.actor_id, $5, $4
  from unnest($3::uuid[]) as n(actor_id)
  cross join lateral (select id, board_id, card_id, verb, actor_id from activities
    where board_id = $1 and card_id = $6 and verb = 'agent_session.question' and payload->>'sessionId' = $2::text order by seq desc limit 1) a
  on conflict (actor_id, activity_id) do nothing`)

export function createWatchdog({ kernel, database, clock, policy, log }: Deps): Watchdog {
  let callOff: (() => void) | undefined
  let running: Promise<unknown> = Promise.resolve()
  const pauseMs = Math.min(longestPauseMs, policy.sessionTimeoutMs / 4)

  return {
    runOnce,
    start: schedule,
    async stop() {
      callOff?.()
      callOff = undefined
      await running
    },
  }

  function schedule(): void {
    callOff = clock.after(Math.max(50, pauseMs), () => {
      running = runOnce()
        .catch((error: unknown) => log.warn({ err: error }, 'the watchdog could not finish its round'))
        .then(() => callOff && schedule())
    })
  }

  async function runOnce(): Promise<number> {
    const nowMs = clock.now()
    const late = await database.rows(silent, [iso(nowMs - policy.sessionTimeoutMs)])
    const waiting = await database.rows(unanswered, [iso(nowMs - climbAfterMs), climbAfterMs])
    for (const { id } of late) await act(id, timeOut)
    for (const { id } of waiting) await act(id, climbLadder)
    return late.length + waiting.length
  }

  async function act(sessionId: string, what: (tx: SessionMutation) => Promise<void>): Promise<void> {
    try {
      await kernel.actAsService('session.post', { sessionId }, async (tx) => {
        await what(tx as unknown as SessionMutation)
        return null
      })
    } catch (error) {
      log.warn({ err: error, sessionId }, 'the watchdog could not act on a session')
    }
  }
}

type SessionMutation = TargetMutation<'agent_session.failed', 'session'>

async function timeOut(tx: SessionMutation): Promise<void> {
  const { target: session } = tx
  const isSilent = Date.parse(tx.now) - Date.parse(session.last_event_at) >= tx.policy.sessionTimeoutMs
  if (!isSilent || (session.state !== 'queued' && session.state !== 'working')) return
  endSession(tx, await onCard(tx, session), 'timeOut', 'timeout')
}

async function climbLadder(tx: SessionMutation): Promise<void> {
  const { target: session } = tx
  const { question, question_tier: tier } = session
  const isDue = tier !== null && Date.parse(tx.now) - Date.parse(session.last_event_at) >= tier * climbAfterMs
  if (!question || !isDue) return
  const next = await tierAbove(tx, await onCard(tx, session), tier)
  tx.send(climb, [tx.board.id, session.id, next?.tier ?? 3])
  if (next) tx.send(notifyTier, [tx.board.id, session.id, next.actorIds, tx.now, question.question.slice(0, 280), session.card_id])
}
