import { type Delegation, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { type SessionRow, sessions } from '../../db/tables/agents/sessions.ts'
import { type CardFaceRow, cards } from '../../db/tables/cards/cards.ts'
import { pick, update, write } from '../../db/writes.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { isSameBudget } from '../budgets.ts'
import { delegationOf } from '../cards/summary.ts'
import { onCard } from './advance.ts'
import { requireGiver, setBudget } from './budget/budget.ts'
import { failSession, undelegated } from './end.ts'
import { headOfChain, requireStartable } from './may-invoke.ts'
import { liveSessionOf, openSession, shown } from './open.ts'

/** A card is delegated to one agent at a time. Specification: service §3 and §4, decisions §4. */
const writeDelegation = write(
  pick(cards, ['boardId', 'id', 'delegateActorId', 'delegatedBy', 'delegatedAt', 'latestSessionId', 'updatedAt']),
  (given) => `update cards set delegate_actor_id = ${given.delegateActorId}, delegated_by = ${given.delegatedBy},
    delegated_at = ${given.delegatedAt}, latest_session_id = coalesce(${given.latestSessionId}, latest_session_id), version = version + 1, updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = ${given.id}`,
)
const liveOfOthers =
  sql<SessionRow>(`select * from sessions where board_id = $1 and card_id = $2 and agent_actor_id <> $3 and ended_at is null
  order by id limit 1`)
const adopt = update(sessions, { key: ['boardId', 'id'], set: ['ofDelegation', 'onBehalfOf'] })

export const delegateCard: RunOf<'delegation.set'> = async (tx, input) => {
  const { target: card } = tx
  const { agentActorId, budget } = input
  requireGiver(tx, budget)
  const onBehalfOf = await headOfChain(tx, card.id)
  await requireStartable(tx, agentActorId, onBehalfOf)
  const live = await liveSessionOf(tx, card.id, agentActorId)
  const standing = delegationOf(card)
  if (live && standing?.agentActorId === agentActorId) {
    if (budget && !isSameBudget(budget, live.budget))
      return done({ delegation: standing, session: await setBudget(tx, await onCard(tx, live), budget) })
    return { kind: 'unchanged', body: { delegation: standing, session: await shown(tx, live, card) } }
  }
  if (agentActorId === tx.principal.actorId) await refuseToTakeOver(tx, card.id, agentActorId)
  if (standing && standing.agentActorId !== agentActorId) await undelegate(tx, card)
  const sessionId = live?.id ?? tx.newId()
  const delegation = delegateTo(tx, card, { agentActorId, sessionId, opens: !live })
  const opening = {
    id: sessionId,
    agentActorId,
    trigger: { type: 'delegation' as const },
    ofDelegation: true,
    onBehalfOf,
    summary: null,
    budget,
    isShownByCaller: true as const,
  }
  const session = live ? adoptSession(tx, live, onBehalfOf) : await openSession(tx, card, opening)
  const changed = live && budget && !isSameBudget(budget, live.budget) ? await setBudget(tx, await onCard(tx, session), budget) : null
  return done({ delegation, session: changed ?? (await shown(tx, session, card)) })
}

/** Writes the delegation of a card that has none, and the session that it opens, and records it. */
export function delegateTo(
  tx: Mutation<'card.delegated'>,
  card: CardFaceRow,
  { agentActorId, sessionId, opens }: { agentActorId: string; sessionId: string | null; opens: boolean },
): Delegation {
  const delegatedBy = tx.principal.actorId
  const latestSessionId = opens ? sessionId : null
  const written = { delegateActorId: agentActorId, delegatedBy, delegatedAt: tx.now, latestSessionId, updatedAt: tx.now }
  tx.send(writeDelegation({ boardId: tx.board.id, id: card.id, ...written }))
  const notify = [{ actorIds: [agentActorId], reason: 'delegated' as const, excerpt: card.title }]
  tx.record(
    'card.delegated',
    { agentActorId, delegatedByActorId: delegatedBy },
    { cardId: card.id, ...(sessionId !== null && { sessionId }), notify },
  )
  return { agentActorId, delegatedByActorId: delegatedBy, delegatedAt: tx.now }
}

/** An agent takes no card from another one that works on it, however that one came to it. People may give it to another one at any time. */
async function refuseToTakeOver(tx: Mutation<never>, cardId: string, agentActorId: string): Promise<void> {
  const live = await tx.row(liveOfOthers, [tx.board.id, cardId, agentActorId])
  if (live) throw refusal('cardOfOtherAgent', {}, { details: { sessionId: live.id, agentActorId: live.agentActorId } })
}

/**
 * A live session that a mention or a request opened becomes the delegation's. If it was opened for another person, it works for several
 * people from now on: text that one of them wrote there must not be passed on with the rights of the other.
 */
function adoptSession(tx: Mutation<never>, live: SessionRow, delegator: string | null): SessionRow {
  const onBehalfOf = live.onBehalfOf === delegator ? delegator : null
  const adopted = { ...live, ofDelegation: true, onBehalfOf }
  tx.send(adopt(adopted))
  return adopted
}

export const takeBack: HandlerOf<'delegation.clear'> = async (tx) => {
  if (tx.target.delegateActorId === null) return null
  const written = { delegateActorId: null, delegatedBy: null, delegatedAt: null, latestSessionId: null, updatedAt: tx.now }
  tx.send(writeDelegation({ boardId: tx.board.id, id: tx.target.id, ...written }))
  await undelegate(tx, tx.target)
  return null
}

/** Records the end of the card's delegation, and ends the live session that it opened. The caller writes the card. */
async function undelegate(tx: Mutation<'card.undelegated' | 'agent_session.failed'>, card: CardFaceRow): Promise<void> {
  const agentActorId = card.delegateActorId
  if (agentActorId === null) return
  const live = await liveSessionOf(tx, card.id, agentActorId)
  tx.record('card.undelegated', { agentActorId }, { cardId: card.id })
  if (live?.ofDelegation) failSession(tx, { session: live, card }, 'withdraw', undelegated)
}
