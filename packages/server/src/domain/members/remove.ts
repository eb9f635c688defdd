import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { atLeast } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { endIntegrationOf } from '../integrations/end.ts'
import { pauseRulesNaming } from '../rules/pause.ts'
import { reasons } from '../rules/reasons.ts'
import { failSessionsOfAgent, removeDelegationsOf } from '../sessions/end.ts'
import { revokeInvitationsOf } from './invitations.ts'
import { type MemberRow, membersOwnedBy } from './member.ts'
import { memberOf, refuseLastAdminsLeaving } from './role.ts'

/** Leaving a board, or being removed from it. Specification: decisions §3. */
type Removing = Mutation<
  | 'card.unassigned'
  | 'card.undelegated'
  | 'agent_session.failed'
  | 'member.removed'
  | 'integration.removed'
  | 'webhook.updated'
  | 'rule.updated'
>

const assignmentsOf = sql<{ card_id: string }>('select card_id from card_assignees where board_id = $1 and actor_id = $2 order by card_id')
const deleteAssignments = sql('delete from card_assignees where board_id = $1 and actor_id = $2')
const touchCards = sql('update cards set version = version + 1, updated_at = $3 where board_id = $1 and id = any ($2::uuid[])')
const clearChecklist = sql('update checklist_items set assignee_actor_id = null where board_id = $1 and assignee_actor_id = $2')
const deleteWatches = sql('delete from watches where actor_id = $2 and board_id = $1')
const deleteMember = sql('delete from members where board_id = $1 and actor_id = $2')

/** An agent does what its owner has it do: left behind, it would keep the board open to whoever was removed. */
export const removeMember: HandlerOf<'member.remove'> = async (tx, input) => {
  refuseUnlessAdminOrSelf(tx, input.actorId)
  const member = await memberOf(tx, input.actorId)
  const leaving = [...(await membersOwnedBy(tx, tx.board.id, member.actor_id)), member]
  await refuseLastAdminsLeaving(tx, leaving, member.actor_id)
  const leavingIds = leaving.map((each) => each.actor_id)
  await revokeInvitationsOf(tx, leavingIds)
  for (const each of leaving) await takeOff(tx, each)
  return null
}

/** Takes one member off the board; the agent of an integration takes the integration along. */
export async function takeOff(tx: Removing, { actor_id: actorId, kind }: Pick<MemberRow, 'actor_id' | 'kind'>): Promise<void> {
  tx.send(clearChecklist, [tx.board.id, actorId])
  tx.send(deleteWatches, [tx.board.id, actorId])
  if (kind === 'agent') {
    await failSessionsOfAgent(tx, actorId, 'member_removed')
    await removeDelegationsOf(tx, actorId)
    await endIntegrationOf(tx, actorId)
  } else await removeAssignments(tx, actorId)
  tx.send(deleteMember, [tx.board.id, actorId])
  tx.record('member.removed', { actorId })
  await pauseRulesNaming(tx, actorId, reasons.goneMember())
}

function refuseUnlessAdminOrSelf(tx: Removing, actorId: string): void {
  if (actorId === tx.principal.actorId || atLeast(tx.role, 'admin')) return
  throw new TandemError('forbidden', `Removing others needs the role admin on the board; yours is ${tx.role}. Ask a board admin.`, {
    details: { requiredRole: 'admin', role: tx.role },
  })
}

async function removeAssignments(tx: Removing, actorId: string): Promise<void> {
  const cardIds = (await tx.rows(assignmentsOf, [tx.board.id, actorId])).map((row) => row.card_id)
  if (cardIds.length === 0) return
  tx.send(deleteAssignments, [tx.board.id, actorId])
  tx.send(touchCards, [tx.board.id, cardIds, tx.now])
  for (const cardId of cardIds) tx.record('card.unassigned', { actorId }, { cardId })
}
