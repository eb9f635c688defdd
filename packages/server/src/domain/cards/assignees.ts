import { TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/rows.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { touchCard } from './touch.ts'

/** People are assigned; agents are delegated. Specification: service §4 and §7. */
const membersAmong = sql<{
  actor_id: string
  kind: 'human' | 'agent'
  active: boolean
}>(`select m.actor_id, a.kind, a.deactivated_at is null as active from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and m.actor_id = any ($2::uuid[])`)

const insertAll = sql(`insert into card_assignees (board_id, card_id, actor_id, assigned_at)
  select $1, $2, actor_id, $4 from unnest($3::uuid[]) as actor_id`)

const deleteAll = sql('delete from card_assignees where board_id = $1 and card_id = $2 and actor_id = any ($3::uuid[])')

export const assign: HandlerOf<'card.assign'> = async (tx, input) => {
  const card = tx.target
  const answer = { cardId: card.id, actorId: input.actorId }
  const [actorId] = await assignable(tx, { field: 'actorId', ids: [input.actorId], card })
  if (actorId === undefined || card.assignee_ids.includes(actorId)) return answer
  insertAssignees(tx, card.id, [actorId])
  touchCard(tx, card.id)
  return answer
}

export const unassign: HandlerOf<'card.unassign'> = async (tx, input) => {
  const card = tx.target
  if (!card.assignee_ids.includes(input.actorId)) return null
  removeAssignees(tx, card.id, [input.actorId])
  touchCard(tx, card.id)
  return null
}

/**
 * The ids, each once, in the order in which a card shows those that come at one moment, when all are people on the board. Throws
 * delegation_required for an agent. A deactivated account stays assigned where it is, so that a PATCH of the whole set goes through, and is
 * assigned to nothing else.
 */
export async function assignable(
  tx: Reader & { board: { id: string } },
  wanted: { field: 'actorId' | 'assigneeActorIds'; ids: readonly string[]; card?: Pick<CardFaceRow, 'id' | 'assignee_ids'> },
): Promise<string[]> {
  const { field, ids, card } = wanted
  if (ids.length === 0) return []
  const found = await tx.rows(membersAmong, [tx.board.id, [...ids]])
  const kinds = new Map(found.map((row) => [row.actor_id, row.kind]))
  for (const id of ids) {
    if (kinds.get(id) === 'agent') throw delegationRequired(id, card?.id)
    if (!kinds.has(id)) throw invalid(field, `${id} is no member of this board. Add them to the board first.`)
  }
  const gone = found.find((row) => !row.active && !card?.assignee_ids.includes(row.actor_id))
  if (gone) throw invalid(field, `${gone.actor_id} is deactivated. Name somebody else.`)
  return [...new Set(ids)].toSorted()
}

function delegationRequired(agentActorId: string, cardId: string | undefined): TandemError {
  const request = { method: 'POST', path: `/api/cards/${cardId ?? ':id'}/delegation`, body: { agentActorId } }
  return new TandemError('delegation_required', `Agents are delegated, not assigned: ${request.method} ${request.path} instead.`, {
    details: { request },
  })
}

export function insertAssignees(tx: Mutation<'card.assigned'>, cardId: string, actorIds: readonly string[]): void {
  if (actorIds.length === 0) return
  tx.send(insertAll, [tx.board.id, cardId, [...actorIds], tx.now])
  for (const actorId of actorIds) tx.record('card.assigned', { actorId }, { cardId, notify: [{ actorIds: [actorId], reason: 'assigned' }] })
}

export function removeAssignees(tx: Mutation<'card.unassigned'>, cardId: string, actorIds: readonly string[]): void {
  if (actorIds.length === 0) return
  tx.send(deleteAll, [tx.board.id, cardId, [...actorIds]])
  for (const actorId of actorIds) tx.record('card.unassigned', { actorId }, { cardId })
}
