import { explained, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { favourites } from '../../db/tables/boards/favourites.ts'
import { members } from '../../db/tables/boards/members.ts'
import { watches } from '../../db/tables/boards/watches.ts'
import { cardAssignees } from '../../db/tables/cards/card-assignees.ts'
import { checklistItems } from '../../db/tables/cards/checklist-items.ts'
import { deleteFrom, pick, write } from '../../db/writes.ts'
import { atLeast } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { touchCards } from '../cards/touch.ts'
import { endIntegrationOf } from '../integrations/end.ts'
import { leaveQueues } from '../lists/queue.ts'
import { pauseRulesNaming } from '../rules/pause.ts'
import { failSessionsOfAgent, removeDelegationsOf } from '../sessions/end.ts'
import { closeRequest, openRequest } from './agent-requests.ts'
import { revokeInvitationsOf } from './invitations.ts'
import { findMember, type MemberRow, membersOwnedBy } from './member.ts'
import { memberOf, refuseLastAdmin } from './role.ts'

/** Leaving a board, or being removed from it. Specification: decisions §3. */
type Removing = Mutation<
  | 'card.unassigned'
  | 'card.undelegated'
  | 'list.updated'
  | 'agent_session.failed'
  | 'member.removed'
  | 'integration.removed'
  | 'webhook.updated'
  | 'rule.updated'
>

const assignmentsOf = sql<{ cardId: string }>('select card_id from card_assignees where board_id = $1 and actor_id = $2 order by card_id')
const deleteAssignments = deleteFrom(cardAssignees, { key: ['boardId', 'actorId'] })
const clearChecklist = write(
  pick(checklistItems, ['boardId', 'assigneeActorId']),
  (given) => `update checklist_items set assignee_actor_id = null
  where board_id = ${given.boardId} and assignee_actor_id = ${given.assigneeActorId}`,
)
const deleteWatches = deleteFrom(watches, { key: ['actorId', 'boardId'] })
const deleteFavourites = deleteFrom(favourites, { key: ['actorId', 'boardId'] })
const deleteMember = deleteFrom(members, { key: ['boardId', 'actorId'] })

/** An agent does what its owner has it do: left behind, it would keep the board open to the removed person. */
export const removeMember: HandlerOf<'member.remove'> = async (tx, input) => {
  refuseUnlessAdminOrSelf(tx, input.actorId)
  if (!(await findMember(tx, tx.board.id, input.actorId)) && (await withdrawRequest(tx, input.actorId))) return null
  const member = await memberOf(tx, input.actorId)
  const leaving = [...(await membersOwnedBy(tx, tx.board.id, member.actorId)), member]
  await refuseLastAdmin(tx, member, 'actorId')
  const leavingIds = leaving.map((each) => each.actorId)
  await revokeInvitationsOf(tx, leavingIds)
  for (const each of leaving) await takeOff(tx, each)
  return null
}

/** Withdraws the request for an agent that is no member yet. Answers whether there was one. */
async function withdrawRequest(tx: Mutation<'member.request_declined'>, agentActorId: string): Promise<boolean> {
  const request = await openRequest(tx, tx.board.id, agentActorId)
  if (request) closeRequest(tx, request, 'withdrawn')
  return request !== undefined
}

/** Takes one member off the board; the agent of an integration takes the integration along. */
export async function takeOff(tx: Removing, { actorId, kind }: Pick<MemberRow, 'actorId' | 'kind'>): Promise<void> {
  const membership = { boardId: tx.board.id, actorId }
  tx.send(clearChecklist({ boardId: tx.board.id, assigneeActorId: actorId }))
  for (const leave of [deleteWatches, deleteFavourites]) tx.send(leave(membership))
  if (kind === 'agent') {
    await failSessionsOfAgent(tx, actorId, 'member_removed')
    await removeDelegationsOf(tx, actorId)
    await leaveQueues(tx, actorId)
    await endIntegrationOf(tx, actorId)
  } else await removeAssignments(tx, actorId)
  tx.send(deleteMember(membership))
  tx.record('member.removed', { actorId })
  await pauseRulesNaming(tx, actorId, explained('ruleLostMember'))
}

function refuseUnlessAdminOrSelf(tx: Removing, actorId: string): void {
  if (actorId === tx.principal.actorId || atLeast(tx.role, 'admin')) return
  throw refusal('removeNeedsAdmin', { role: tx.role }, { details: { requiredRole: 'admin', role: tx.role } })
}

async function removeAssignments(tx: Removing, actorId: string): Promise<void> {
  const cardIds = (await tx.rows(assignmentsOf, [tx.board.id, actorId])).map((row) => row.cardId)
  if (cardIds.length === 0) return
  tx.send(deleteAssignments({ boardId: tx.board.id, actorId }))
  touchCards(tx, cardIds)
  for (const cardId of cardIds) tx.record('card.unassigned', { actorId }, { cardId })
}
