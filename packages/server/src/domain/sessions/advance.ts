import { type SessionEvent, TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CardFaceRow, SessionRow } from '../../db/rows.ts'
import { notFound } from '../../kernel/access.ts'
import { uuidV7After } from '../../kernel/ids.ts'
import type { Mutation, RecordOptions } from '../../kernel/mutation.ts'
import { keyOf } from '../cards/wire.ts'
import { type Act, isEnded, machine, nextState, type State } from './machine.ts'
import { eventOnWire, sessionOnWire } from './wire.ts'

/** A session on its card, loaded under the board's lock. */
export type OnCard = { session: SessionRow; card: CardFaceRow }

const readCard = sql<CardFaceRow>('select * from card_faces where board_id = $1 and id = $2')
const insertEvent = sql('insert into session_events (board_id, session_id, id, kind, body, created_at) values ($1, $2, $3, $4, $5, $6)')
const writeSession =
  sql(`update sessions set state = $3, status_text = $4, summary = $5, failure_reason = $6, question = $7, question_tier = $8,
    plan = $9, external_url = $10, usage = $11, stop_requested_at = $12, last_event_id = $13, last_event_at = $14, updated_at = $14, ended_at = $15
  where board_id = $1 and id = $2`)
const closeQuestion = sql(`update notifications set read_at = $2 where session_id = $1 and reason = 'question' and read_at is null`)

export async function onCard(tx: Mutation<never>, session: SessionRow): Promise<OnCard> {
  const card = await tx.row(readCard, [tx.board.id, session.card_id])
  if (!card) throw notFound('card')
  return { session, card }
}

/** Throws conflict, with the session as it is, when `act` may not come now. */
export function requireAct(tx: Mutation<never>, { session, card }: OnCard, act: Act): State {
  const next = nextState(session.state, act)
  if (next !== null) return next
  const details = { session: onWire(tx, session, card) }
  if (isEnded(session.state)) throw new TandemError('conflict', `This session has ended (${session.state}). Open a new one.`, { details })
  throw new TandemError('conflict', `The session is ${session.state}; this needs ${machine[act].from.join(' or ')}.`, { details })
}

type Passing = { from: State; to: State; eventId: string }

export type Step = {
  session: SessionRow
  event: SessionEvent
  /** What every agent_session activity carries. */
  payload: ReturnType<typeof commonPayload>
  options: RecordOptions
  answer: { event: SessionEvent; session: ReturnType<typeof sessionOnWire> }
}

/** Does `act`: writes the session and one event of its trail. The caller records the activity that belongs to it. */
export function advance(
  tx: Mutation<never>,
  at: OnCard,
  act: Act,
  change: { columns?: (step: Passing) => Partial<SessionRow>; body: (step: Passing) => Record<string, unknown> },
): Step {
  const state = requireAct(tx, at, act)
  const eventId = uuidV7After(at.session.last_event_id, Date.parse(tx.now))
  const passing = { from: at.session.state, to: state, eventId }
  const body = change.body(passing)
  const session: SessionRow = {
    ...{ ...at.session, ...change.columns?.(passing), state, last_event_id: eventId, last_event_at: tx.now, updated_at: tx.now },
    ended_at: isEnded(state) ? tx.now : null,
  }
  if (state !== 'awaiting_input') Object.assign(session, { question: null, question_tier: null })
  save(tx, at.session, session, { id: eventId, kind: machine[act].event, body })
  const event = eventOnWire({ id: eventId, kind: machine[act].event, body, created_at: tx.now })
  return {
    ...{ session, event, payload: commonPayload(tx, session, at.card) },
    options: { cardId: session.card_id, agentActorId: session.agent_actor_id, sessionId: session.id },
    answer: { event, session: onWire(tx, session, at.card) },
  }
}

function save(tx: Mutation<never>, before: SessionRow, after: SessionRow, event: { id: string; kind: string; body: unknown }): void {
  tx.send(insertEvent, [after.board_id, after.id, event.id, event.kind, JSON.stringify(event.body), tx.now])
  tx.send(writeSession, [
    ...[
      after.board_id,
      after.id,
      after.state,
      after.status_text,
      after.summary,
      after.failure_reason,
      json(after.question),
      after.question_tier,
    ],
    ...[
      json(after.plan),
      after.external_url,
      json(after.usage),
      after.stop_requested_at,
      after.last_event_id,
      after.last_event_at,
      after.ended_at,
    ],
  ])
  if (before.state === 'awaiting_input' && after.state !== 'awaiting_input') tx.send(closeQuestion, [after.id, tx.now])
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
