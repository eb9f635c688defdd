import { fieldRefusal, refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { cardAssignees } from '../../db/tables/cards/card-assignees.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { insertInto, pick, sendRows, write } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { touchCard } from './touch.ts'

/** People are assigned; agents are delegated. Specification: service §4 and §7. */
const membersAmong = sql<{
  actorId: string
  kind: 'human' | 'agent'
  active: boolean
}>(`select m.actor_id, a.kind, a.deactivated_at is null as active from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and m.actor_id = any ($2::uuid[])`)

const insertAll = insertInto(cardAssignees, ['boardId', 'cardId', 'actorId', 'assignedAt'])

const deleteSome = write(
  { ...pick(cardAssignees, ['boardId', 'cardId']), actorIds: parameter<readonly string[]>('uuid[]') },
  (given) =>
    `delete from card_assignees where board_id = ${given.boardId} and card_id = ${given.cardId} and actor_id = any (${given.actorIds})`,
)

export const assign: HandlerOf<'card.assign'> = async (tx, input) => {
  const card = tx.target
  const answer = { cardId: card.id, actorId: input.actorId }
  const [actorId] = await assignable(tx, { field: 'actorId', ids: [input.actorId], card })
  if (actorId === undefined || card.assigneeIds.includes(actorId)) return answer
  insertAssignees(tx, card.id, [actorId])
  touchCard(tx, card.id)
  return answer
}

export const unassign: HandlerOf<'card.unassign'> = async (tx, input) => {
  const card = tx.target
  if (!card.assigneeIds.includes(input.actorId)) return null
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
  wanted: { field: 'actorId' | 'assigneeActorIds'; ids: readonly string[]; card?: Pick<CardFaceRow, 'id' | 'assigneeIds'> },
): Promise<string[]> {
  const { field, ids, card } = wanted
  if (ids.length === 0) return []
  const found = await tx.rows(membersAmong, [tx.board.id, [...ids]])
  const kinds = new Map(found.map((row) => [row.actorId, row.kind]))
  for (const id of ids) {
    if (kinds.get(id) === 'agent') throw delegationRequired(id, card?.id)
    if (!kinds.has(id)) throw fieldRefusal(field, 'actorNoMember', { actorId: id })
  }
  const gone = found.find((row) => !row.active && !card?.assigneeIds.includes(row.actorId))
  if (gone) throw fieldRefusal(field, 'assigneeDeactivated', { actorId: gone.actorId })
  return [...new Set(ids)].toSorted()
}

function delegationRequired(agentActorId: string, cardId: string | undefined): TandemError {
  const request = { method: 'POST', path: `/api/cards/${cardId ?? ':id'}/delegation`, body: { agentActorId } }
  return refusal('assignAgent', { method: request.method, path: request.path }, { details: { request } })
}

export function insertAssignees(tx: Mutation<'card.assigned'>, cardId: string, actorIds: readonly string[]): void {
  const on = { boardId: tx.board.id, cardId, assignedAt: tx.now }
  sendRows(
    tx,
    insertAll,
    actorIds.map((actorId) => ({ ...on, actorId })),
  )
  for (const actorId of actorIds) tx.record('card.assigned', { actorId }, { cardId, notify: [{ actorIds: [actorId], reason: 'assigned' }] })
}

export function removeAssignees(tx: Mutation<'card.unassigned'>, cardId: string, actorIds: readonly string[]): void {
  if (actorIds.length === 0) return
  tx.send(deleteSome({ boardId: tx.board.id, cardId, actorIds }))
  for (const actorId of actorIds) tx.record('card.unassigned', { actorId }, { cardId })
}
