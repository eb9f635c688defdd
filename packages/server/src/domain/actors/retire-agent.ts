import { sql } from '../../db/database.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { endIntegrationOf } from '../integrations/end.ts'
import { revokeInvitationsOf } from '../members/invitations.ts'
import { endGrantsOfAgent } from '../oauth/grants.ts'
import { failSessionsOfAgent, removeDelegationsOf } from '../sessions/end.ts'
import { revokeTokensOfActor } from '../tokens/revoke.ts'
import { lockBoardsOf } from './boards-of.ts'

const deactivate = sql('update actors set deactivated_at = $2 where id = $1')

type Retiring = 'agent_session.failed' | 'card.undelegated' | 'member.invitation_revoked' | 'integration.removed' | 'webhook.updated'

/**
 * An agent stops working: its tokens and what programs were granted with it are revoked; on every board live sessions failed, delegations
 * and invitations removed. Specification: decisions §2.
 */
export async function retireAgent(act: PrivateAct<Retiring>, agentActorId: string): Promise<void> {
  const boards = await lockBoardsOf(act, agentActorId)
  act.send(deactivate, [agentActorId, act.now])
  await endGrantsOfAgent(act, agentActorId)
  revokeTokensOfActor(act, agentActorId)
  for (const board of boards) {
    await failSessionsOfAgent(board, agentActorId, 'agent_deactivated')
    await removeDelegationsOf(board, agentActorId)
    await revokeInvitationsOf(board, [agentActorId])
    await endIntegrationOf(board, agentActorId)
  }
}
