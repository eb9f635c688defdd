import { sql } from '../../db/database.ts'
import type { CardFaceRow, SessionRow } from '../../db/rows.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { type Mutation, reply } from '../../kernel/mutation.ts'
import { delegationOf } from '../cards/wire.ts'
import { onWire } from './advance.ts'
import { failSession } from './end.ts'
import { liveSessionOf, openSession, requireDelegatable } from './open.ts'

/** A card is delegated to one agent at a time. Specification: service §3 and §4, decisions §4. */
const writeDelegation =
  sql(`update cards set delegate_actor_id = $3, delegated_by = $4, delegated_at = $5, version = version + 1, updated_at = $6
  where board_id = $1 and id = $2`)
const adopt = sql('update sessions set of_delegation = true where board_id = $1 and id = $2')

export const delegateCard: HandlerOf<'delegation.set'> = async (tx, input) => {
  const { target: card } = tx
  const { agentActorId } = input
  await requireDelegatable(tx, agentActorId)
  const live = await liveSessionOf(tx, card.id, agentActorId)
  const standing = delegationOf(card)
  if (live && standing?.agentActorId === agentActorId)
    return reply({ delegation: standing, session: onWire(tx, live, card) }, { status: 200 })
  if (standing && standing.agentActorId !== agentActorId) await undelegate(tx, card)
  const delegation = { agentActorId, delegatedByActorId: tx.principal.actorId, delegatedAt: tx.now }
  const sessionId = live?.id ?? tx.newId()
  tx.send(writeDelegation, [tx.board.id, card.id, agentActorId, tx.principal.actorId, tx.now, tx.now])
  const notify = [{ actorIds: [agentActorId], reason: 'delegated' as const, excerpt: card.title }]
  tx.record('card.delegated', { agentActorId, delegatedByActorId: tx.principal.actorId }, { cardId: card.id, sessionId, notify })
  const opening = { id: sessionId, agentActorId, trigger: { type: 'delegation' as const }, ofDelegation: true, summary: null }
  const session = live ? adoptSession(tx, live) : await openSession(tx, card, opening)
  return { delegation, session: onWire(tx, session, card) }
}

/** A live session that a mention or a request opened becomes the delegation's. */
function adoptSession(tx: Mutation<never>, live: SessionRow): SessionRow {
  tx.send(adopt, [tx.board.id, live.id])
  return { ...live, of_delegation: true }
}

export const takeBack: HandlerOf<'delegation.clear'> = async (tx) => {
  if (tx.target.delegate_actor_id === null) return null
  tx.send(writeDelegation, [tx.board.id, tx.target.id, null, null, null, tx.now])
  await undelegate(tx, tx.target)
  return null
}

/** Records the end of the card's delegation, and ends the live session that it opened. The caller writes the card. */
async function undelegate(tx: Mutation<'card.undelegated' | 'agent_session.failed'>, card: CardFaceRow): Promise<void> {
  const agentActorId = card.delegate_actor_id
  if (agentActorId === null) return
  const live = await liveSessionOf(tx, card.id, agentActorId)
  tx.record('card.undelegated', { agentActorId }, { cardId: card.id })
  if (live?.of_delegation) failSession(tx, { session: live, card }, 'withdraw', 'undelegated')
}
