import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ChecklistItemRow } from '../../db/rows.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf, Handlers } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { orderOf, rankFor } from '../rank.ts'
import { checklistItemOnWire, checklistPayload, mostItems } from './wire.ts'

/** Checklist items; the card keeps their counts. Specification: service §2 and §4, decisions §3. */
const itemOrder = orderOf('checklist_items', 'card_id')

const findMember = sql<{ actor_id: string }>('select actor_id from members where board_id = $1 and actor_id = $2')
const insertItem = sql(`insert into checklist_items (board_id, id, card_id, text, rank, assignee_actor_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`)
const writeItem = sql(`update checklist_items set text = $3, rank = $4, done_at = $5, done_by = $6, assignee_actor_id = $7
  where board_id = $1 and id = $2`)
const deleteItem = sql('delete from checklist_items where board_id = $1 and id = $2')
const countItems =
  sql(`update cards set checklist_total = checklist_total + $3, checklist_done = checklist_done + $4, version = version + 1,
    updated_at = $5
  where board_id = $1 and id = $2`)

const addItem: HandlerOf<'checklist.add'> = async (tx, input) => {
  const { target: card } = tx
  if (card.checklist_total >= mostItems)
    throw new TandemError('conflict', `A card holds at most ${mostItems} checklist items. Split the card.`)
  await requireMember(tx, input.assigneeActorId)
  const rank = await rankFor(tx, placeOf(tx.board.id, card.id, null), {})
  const row: ChecklistItemRow = {
    ...{ board_id: tx.board.id, id: tx.newId(), card_id: card.id, text: input.text, rank },
    ...{ done_at: null, done_by: null, assignee_actor_id: input.assigneeActorId ?? null, created_at: tx.now },
  }
  tx.send(insertItem, [row.board_id, row.id, row.card_id, row.text, row.rank, row.assignee_actor_id, row.created_at])
  count(tx, card.id, 1, 0)
  tx.record('card.checklist_item_added', checklistPayload(row), { cardId: card.id })
  return checklistItemOnWire(row)
}

const updateItem: HandlerOf<'checklist.update'> = async (tx, input) => {
  const before = tx.target
  await requireMember(tx, input.assigneeActorId)
  const moves = input.beforeId !== undefined || input.afterId !== undefined
  const rank = moves ? await rankFor(tx, placeOf(tx.board.id, before.card_id, before.id), input) : before.rank
  const row = {
    ...{ ...before, rank, text: input.text ?? before.text, ...doneAfter(tx, before, input.done) },
    assignee_actor_id: input.assigneeActorId === undefined ? before.assignee_actor_id : input.assigneeActorId,
  }
  const completes = row.done_at !== null && before.done_at === null
  const reopens = row.done_at === null && before.done_at !== null
  const edits = moves || reopens || row.text !== before.text || row.assignee_actor_id !== before.assignee_actor_id
  if (!completes && !edits) return checklistItemOnWire(before)
  tx.send(writeItem, [row.board_id, row.id, row.text, row.rank, row.done_at, row.done_by, row.assignee_actor_id])
  count(tx, row.card_id, 0, completes ? 1 : reopens ? -1 : 0)
  if (edits) tx.record('card.checklist_item_updated', checklistPayload(row), { cardId: row.card_id })
  if (completes) tx.record('card.checklist_item_completed', checklistPayload(row), { cardId: row.card_id })
  return checklistItemOnWire(row)
}

const removeItem: HandlerOf<'checklist.remove'> = async (tx) => {
  const row = tx.target
  tx.send(deleteItem, [row.board_id, row.id])
  count(tx, row.card_id, -1, row.done_at === null ? 0 : -1)
  tx.record('card.checklist_item_removed', checklistPayload(row), { cardId: row.card_id })
  return null
}

export const checklistHandlers = {
  'checklist.add': addItem,
  'checklist.update': updateItem,
  'checklist.remove': removeItem,
} satisfies Partial<Handlers>

/** Ticking records who and when; ticking what is ticked changes nothing. */
function doneAfter(
  tx: Mutation<never>,
  before: ChecklistItemRow,
  done: boolean | undefined,
): Pick<ChecklistItemRow, 'done_at' | 'done_by'> {
  if (done === undefined || done === (before.done_at !== null)) return { done_at: before.done_at, done_by: before.done_by }
  return done ? { done_at: tx.now, done_by: tx.principal.actorId } : { done_at: null, done_by: null }
}

async function requireMember(tx: Mutation<never>, actorId: string | null | undefined): Promise<void> {
  if (typeof actorId !== 'string') return
  if (!(await tx.row(findMember, [tx.board.id, actorId])))
    throw invalid('assigneeActorId', 'is no member of this board. Add them to the board first.')
}

function count(tx: Mutation<never>, cardId: string, total: number, done: number): void {
  tx.send(countItems, [tx.board.id, cardId, total, done, tx.now])
}

function placeOf(boardId: string, cardId: string, movingId: string | null) {
  return { order: itemOrder, boardId, containerId: cardId, movingId, what: 'checklist item' }
}
