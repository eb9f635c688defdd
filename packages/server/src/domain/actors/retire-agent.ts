import { actors } from '../../db/tables/accounts/actors.ts'
import { agentRequests } from '../../db/tables/boards/agent-requests.ts'
import { pick, update, write } from '../../db/writes.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { endIntegrationOf } from '../integrations/end.ts'
import { leaveQueues } from '../lists/queue.ts'
import { revokeInvitationsOf } from '../members/invitations.ts'
import { endGrantsOfAgent } from '../oauth/grants.ts'
import { failSessionsOfAgent, removeDelegationsOf } from '../sessions/end.ts'
import { revokeTokensOfActor } from '../tokens/revoke.ts'
import { lockBoardsOf } from './boards-of.ts'

/** Drops open requests for the agent without an activity: it was never on those boards. */
const dropOpenRequests = write(
  pick(agentRequests, ['agentActorId', 'settledAt']),
  ({ agentActorId, settledAt }) => `update agent_requests set settled_at = ${settledAt}, outcome = 'withdrawn'
  where agent_actor_id = ${agentActorId} and settled_at is null and activity_id is not null`,
)
const deactivate = update(actors, { key: ['id'], set: ['deactivatedAt'] })

type Retiring =
  | 'agent_session.failed'
  | 'card.undelegated'
  | 'list.updated'
  | 'member.invitation_revoked'
  | 'integration.removed'
  | 'webhook.updated'

/**
 * An agent stops working: its tokens and what programs were granted with it are revoked; on every board live sessions failed, delegations
 * and invitations removed. Specification: decisions §2.
 */
export async function retireAgent(act: PrivateAct<Retiring>, agentActorId: string): Promise<void> {
  const boards = await lockBoardsOf(act, agentActorId)
  act.send(deactivate({ id: agentActorId, deactivatedAt: act.now }))
  await endGrantsOfAgent(act, agentActorId)
  revokeTokensOfActor(act, agentActorId)
  for (const board of boards) {
    await failSessionsOfAgent(board, agentActorId, 'agent_deactivated')
    await removeDelegationsOf(board, agentActorId)
    await leaveQueues(board, agentActorId)
    await revokeInvitationsOf(board, [agentActorId])
    await endIntegrationOf(board, agentActorId)
  }
  act.send(dropOpenRequests({ agentActorId, settledAt: act.now }))
}
