import { type PayloadOf, type SessionEvent, TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CardFaceRow, SessionRow } from '../../db/rows.ts'
import { notFound } from '../../kernel/access.ts'
import { uuidV7After } from '../../kernel/ids.ts'
import type { Mutation, Notice } from '../../kernel/mutation.ts'
import { keyOf } from '../cards/wire.ts'
import { readFace } from '../faces.ts'
import { toldWatchers } from '../watches/handlers.ts'
import { type Act, isEnded, isFor, machine, nextState, type State, type VerbOf } from './machine.ts'
import { eventOnWire, sessionOnWire } from './wire.ts'

/** A session on its card, loaded under the board's lock. */
export type OnCard = { session: SessionRow; card: CardFaceRow }

const insertEvent = sql('insert into session_events (board_id, session_id, id, kind, body, created_at) values ($1, $2, $3, $4, $5, $6)')
const writeSession =
  sql(`update sessions set state = $3, status_text = $4, summary = $5, failure_reason = $6, question = $7, question_tier = $8,
    question_routed_at = $9, plan = $10, external_url = $11, usage = $12, stop_requested_at = $13, last_event_id = $14,
    last_event_at = $15, updated_at = $15, ended_at = $16
  where board_id = $1 and id = $2`)
const markQuestionRead = sql(`update notifications set read_at = $2 where session_id = $1 and reason = 'question' and read_at is null`)

export async function onCard(tx: Mutation<never>, session: SessionRow): Promise<OnCard> {
  const card = await tx.row(readFace, [tx.board.id, session.card_id])
  if (!card) throw notFound('card')
  return { session, card }
}

/** Throws forbidden when `act` is not the caller's to do. */
export function requireCaller(tx: Mutation<never>, session: SessionRow, act: Act): void {
  if (isFor(act, tx.principal, session.agent_actor_id)) return
  throw new TandemError(
    'forbidden',
    machine[act].who === 'agent'
      ? "Only the session's own agent may report from it. People answer, comment or stop it."
      : 'Only people answer and stop sessions. An agent reads answers in the events, and ends its own session with complete or fail.',
  )
}

/** Throws conflict, with the session as it is, when `act` may not come now. */
export function requireState(tx: Mutation<never>, { session, card }: OnCard, act: Act): State {
  const next = nextState(session.state, act)
  if (next !== null) return next
  const details = { session: onWire(tx, session, card) }
  if (isEnded(session.state)) throw new TandemError('conflict', `This session has ended (${session.state}). Open a new one.`, { details })
  throw new TandemError('conflict', `The session is ${session.state}; this needs ${machine[act].from.join(' or ')}.`, { details })
}

type Passing = { from: State; to: State; eventId: string }
type Common = ReturnType<typeof commonPayload>

export type Change<A extends Act> = {
  columns?: (passing: Passing) => Partial<SessionRow>
  /** The body of the event. */
  body: (passing: Passing) => Record<string, unknown>
  /** What the activity says beyond what every agent_session activity says. */
  payload: (after: { session: SessionRow; eventId: string }) => Omit<PayloadOf<VerbOf<A>>, keyof Common>
  notify?: readonly Notice[]
  /** Watchers too. */
  tells?: ReturnType<typeof toldWatchers>
}

export type Advanced = { event: SessionEvent; session: ReturnType<typeof sessionOnWire> }

/** Does `act`: writes the session, appends one event to its trail and one activity to the board's log. */
export function advance<A extends Act>(tx: Mutation<VerbOf<A>>, at: OnCard, act: A, change: Change<A>): Advanced {
  const before = at.session
  const state = requireState(tx, at, act)
  const eventId = uuidV7After(before.last_event_id, Date.parse(tx.now))
  const passing = { from: before.state, to: state, eventId }
  const row = { id: eventId, kind: machine[act].event, body: change.body(passing), created_at: tx.now }
  const session: SessionRow = {
    ...{ ...before, ...change.columns?.(passing), state, last_event_id: eventId, last_event_at: tx.now, updated_at: tx.now },
    ended_at: isEnded(state) ? tx.now : null,
  }
  const settlesQuestion = before.state === 'awaiting_input' && state !== 'awaiting_input'
  if (settlesQuestion) Object.assign(session, { question: null, question_tier: null, question_routed_at: null })
  save(tx, session, row)
  if (settlesQuestion) tx.send(markQuestionRead, [session.id, tx.now])
  const verb: VerbOf<A> = machine[act].verb
  // The compiler cannot put a payload back together that it has taken apart: `Change` holds just what `commonPayload` leaves out.
  const payload = { ...commonPayload(tx, session, at.card), ...change.payload({ session, eventId }) } as PayloadOf<VerbOf<A>>
  const about = { cardId: session.card_id, agentActorId: session.agent_actor_id, sessionId: session.id }
  tx.record(verb, payload, { ...about, settlesQuestion, notify: change.notify ?? [], ...change.tells })
  return { event: eventOnWire(row), session: onWire(tx, session, at.card) }
}

function save(tx: Mutation<never>, after: SessionRow, event: { id: string; kind: string; body: unknown }): void {
  tx.send(insertEvent, [after.board_id, after.id, event.id, event.kind, JSON.stringify(event.body), tx.now])
  tx.send(writeSession, [
    ...[after.board_id, after.id, after.state, after.status_text, after.summary, after.failure_reason],
    ...[json(after.question), after.question_tier, after.question_routed_at],
    ...[json(after.plan), after.external_url, json(after.usage), after.stop_requested_at],
    ...[after.last_event_id, after.last_event_at, after.ended_at],
  ])
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

export function commonPayload(tx: Mutation<never>, session: SessionRow, card: Pick<CardFaceRow, 'number'>) {
  return {
    ...{ sessionId: session.id, cardId: session.card_id, cardKey: keyOf(tx.board.key_prefix, card.number), boardName: tx.board.name },
    ...{ agentActorId: session.agent_actor_id, initiatorActorId: session.initiator_actor_id, state: session.state },
  }
}

export function onWire(tx: Mutation<never>, session: SessionRow, card: Pick<CardFaceRow, 'number'>) {
  const cardKey = keyOf(tx.board.key_prefix, card.number)
  return sessionOnWire(session, { cardKey, now: tx.now, staleAfterMs: tx.policy.staleAfterMs })
}
