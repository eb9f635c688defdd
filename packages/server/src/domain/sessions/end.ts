import { sql } from '../../db/database.ts'
import type { CardFaceRow, SessionRow } from '../../db/rows.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { advance, type OnCard, onCard } from './advance.ts'
import { endNotice } from './post.ts'

/** Ends that do not come from the session's agent: undelegation, time-out, the agent leaving. Specification: decisions §2–§4. */
const most = 1_000

const liveOfAgent = sql<SessionRow>(
  `select * from sessions where board_id = $1 and agent_actor_id = $2 and ended_at is null order by id limit ${most}`,
)
const delegatedTo = sql<CardFaceRow>(`select * from card_faces where board_id = $1 and delegate_actor_id = $2 order by id limit ${most}`)
const clearDelegations =
  sql(`update cards set delegate_actor_id = null, delegated_by = null, delegated_at = null, version = version + 1, updated_at = $3
  where board_id = $1 and delegate_actor_id = $2`)

export function endSession(tx: Mutation<'agent_session.failed'>, at: OnCard, act: 'undelegate' | 'timeOut', reason: string): void {
  const step = advance(tx, at, act, { columns: () => ({ failure_reason: reason }), body: ({ from, to }) => ({ from, to, reason }) })
  tx.record('agent_session.failed', { ...step.payload, reason }, { ...step.options, notify: endNotice(at, reason) })
}

/** Fails every live session of an agent on the board: it has left, or was deactivated. */
export async function failSessionsOfAgent(tx: Mutation<'agent_session.failed'>, agentActorId: string, reason: string): Promise<void> {
  for (const session of await tx.rows(liveOfAgent, [tx.board.id, agentActorId]))
    endSession(tx, await onCard(tx, session), 'undelegate', reason)
}

/** Takes back every delegation to an agent on the board. Its sessions are ended by `failSessionsOfAgent`. */
export async function removeDelegationsOf(tx: Mutation<'card.undelegated'>, agentActorId: string): Promise<void> {
  const cards = await tx.rows(delegatedTo, [tx.board.id, agentActorId])
  if (cards.length === 0) return
  tx.send(clearDelegations, [tx.board.id, agentActorId, tx.now])
  for (const card of cards) tx.record('card.undelegated', { agentActorId }, { cardId: card.id })
}
