import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CardFaceRow, SessionRow } from '../../db/rows.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { commonPayload, onWire } from './advance.ts'
import { contextFor } from './context.ts'

/** Opens sessions: for a delegation, a mention, or on request. Specification: service §3, decisions §4. */
export type Opening = {
  id?: string
  agentActorId: string
  trigger: SessionRow['trigger']
  ofDelegation: boolean
  /** What the work is about. */
  summary: string | null
}

const findLive = sql<SessionRow>('select * from sessions where card_id = $1 and board_id = $2 and agent_actor_id = $3 and ended_at is null')
const findAgent = sql<{ kind: string; active: boolean; can_be_delegated: boolean | null; can_be_mentioned: boolean | null }>(`select
    a.kind, a.deactivated_at is null as active, a.can_be_delegated, a.can_be_mentioned
  from members m join actors a on a.id = m.actor_id where m.board_id = $1 and m.actor_id = $2`)
const insertSession = sql(`insert into sessions (board_id, id, card_id, agent_actor_id, initiator_actor_id, state, trigger, of_delegation,
    last_event_id, last_event_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $9, $9)`)
const insertOpening = sql(
  `insert into session_events (board_id, session_id, id, kind, body, created_at) values ($1, $2, $3, 'state_change', $4, $5)`,
)
const showOnCard = sql('update cards set latest_session_id = $3 where board_id = $1 and id = $2')

export const liveSessionOf = (tx: Mutation<never>, cardId: string, agentActorId: string): Promise<SessionRow | undefined> =>
  tx.row(findLive, [cardId, tx.board.id, agentActorId])

/** Throws validation unless the actor is an active, delegatable agent of the board. */
export async function requireDelegatable(tx: Mutation<never>, agentActorId: string): Promise<void> {
  const agent = await tx.row(findAgent, [tx.board.id, agentActorId])
  if (!agent) throw invalid('agentActorId', 'is no member of this board. Add the agent to the board first.')
  if (!agent.active) throw invalid('agentActorId', 'is deactivated and takes no work. Name another agent.')
  if (agent.kind !== 'agent') throw invalid('agentActorId', 'is a person. People are assigned: POST /api/cards/:id/assignees instead.')
  if (!agent.can_be_delegated) throw invalid('agentActorId', 'does not take delegations: its capability delegatable is off.')
}

export const openOnRequest: HandlerOf<'session.open'> = async (tx, input) => {
  const { principal, target: card } = tx
  const agentActorId = input.agentActorId ?? (principal.kind === 'agent' ? principal.actorId : undefined)
  if (agentActorId === undefined) throw invalid('agentActorId', 'is required from a person: name the agent that is to work.')
  if (principal.kind === 'agent' && agentActorId !== principal.actorId) {
    throw new TandemError('forbidden', 'An agent opens sessions of its own only. Leave agentActorId out.')
  }
  if (principal.kind === 'human') await requireDelegatable(tx, agentActorId)
  await refuseSecond(tx, card, agentActorId)
  const session = await openSession(tx, card, {
    agentActorId,
    trigger: { type: 'api' },
    ofDelegation: false,
    summary: input.summary ?? null,
  })
  return onWire(tx, session, card)
}

async function refuseSecond(tx: Mutation<never>, card: CardFaceRow, agentActorId: string): Promise<void> {
  const live = await liveSessionOf(tx, card.id, agentActorId)
  if (!live) return
  throw new TandemError('conflict', 'This agent holds a live session on the card already. Use that one, or end it first.', {
    details: { sessionId: live.id },
  })
}

/** The caller has made sure that the agent holds no live session on the card. */
export async function openSession(tx: Mutation<'agent_session.created'>, card: CardFaceRow, opening: Opening): Promise<SessionRow> {
  const context = await contextFor(tx, card, opening.summary)
  const session = newSession(tx, card, opening)
  const { trigger } = opening
  tx.send(insertSession, [
    ...[session.board_id, session.id, session.card_id, session.agent_actor_id, session.initiator_actor_id, JSON.stringify(trigger)],
    ...[session.of_delegation, session.last_event_id, tx.now],
  ])
  tx.send(insertOpening, [session.board_id, session.id, session.last_event_id, JSON.stringify({ from: null, to: 'queued' }), tx.now])
  tx.send(showOnCard, [tx.board.id, card.id, session.id])
  tx.record(
    'agent_session.created',
    { ...commonPayload(tx, session, card), trigger, context },
    { cardId: card.id, agentActorId: session.agent_actor_id, sessionId: session.id },
  )
  return session
}

function newSession(tx: Mutation<never>, card: CardFaceRow, opening: Opening): SessionRow {
  return {
    ...{ board_id: tx.board.id, id: opening.id ?? tx.newId(), card_id: card.id, agent_actor_id: opening.agentActorId },
    ...{ initiator_actor_id: tx.principal.actorId, state: 'queued', trigger: opening.trigger, of_delegation: opening.ofDelegation },
    ...{ status_text: null, summary: null, failure_reason: null, question: null, question_tier: null },
    ...{ question_routed_at: null, plan: null, external_url: null, usage: null, stop_requested_at: null, ended_at: null },
    ...{ last_event_id: uuidV7(Date.parse(tx.now)), last_event_at: tx.now, created_at: tx.now, updated_at: tx.now },
  }
}
