import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { atLeast } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { failSessionsOfAgent, removeDelegationsOf } from '../sessions/end.ts'
import { memberOf, refuseLastAdmin } from './role.ts'

/** Leaving a board, or being removed from it. Specification: decisions §3. */
type Removing = Mutation<'card.unassigned'>

const assignmentsOf = sql<{ card_id: string }>('select card_id from card_assignees where board_id = $1 and actor_id = $2 order by card_id')
const deleteAssignments = sql('delete from card_assignees where board_id = $1 and actor_id = $2')
const touchCards = sql('update cards set version = version + 1, updated_at = $3 where board_id = $1 and id = any ($2::uuid[])')
const clearChecklist = sql('update checklist_items set assignee_actor_id = null where board_id = $1 and assignee_actor_id = $2')
const deleteMember = sql('delete from members where board_id = $1 and actor_id = $2')

export const removeMember: HandlerOf<'member.remove'> = async (tx, input) => {
  refuseUnlessAdminOrSelf(tx, input.actorId)
  const member = await memberOf(tx, input.actorId)
  await refuseLastAdmin(tx, member, 'actorId')
  tx.send(clearChecklist, [tx.board.id, member.actor_id])
  if (member.kind === 'agent') {
    await failSessionsOfAgent(tx, member.actor_id, 'member_removed')
    await removeDelegationsOf(tx, member.actor_id)
  } else await removeAssignments(tx, member.actor_id)
  tx.send(deleteMember, [tx.board.id, member.actor_id])
  tx.record('member.removed', { actorId: member.actor_id })
  return null
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
