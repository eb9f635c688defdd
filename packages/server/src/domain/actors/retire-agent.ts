import { sql } from '../../db/database.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { failSessionsOfAgent, removeDelegationsOf } from '../sessions/end.ts'
import { revokeTokensOfActor } from '../tokens/revoke.ts'
import { lockBoardsOf } from './boards-of.ts'

const deactivate = sql('update actors set deactivated_at = $2 where id = $1')

/** An agent stops working: tokens revoked, live sessions failed, delegations removed, on every board. Specification: decisions §2. */
export async function retireAgent(act: PrivateAct<'agent_session.failed' | 'card.undelegated'>, agentActorId: string): Promise<void> {
  const boards = await lockBoardsOf(act, agentActorId)
  act.send(deactivate, [agentActorId, act.now])
  revokeTokensOfActor(act, agentActorId)
  for (const board of boards) {
    await failSessionsOfAgent(board, agentActorId, 'agent_deactivated')
    await removeDelegationsOf(board, agentActorId)
  }
}
