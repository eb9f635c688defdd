import { fieldRefusal, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { type ChecklistFaceRow, checklistItems } from '../../db/tables/cards/checklist-items.ts'
import { checklistFaces } from '../../db/text-authors.ts'
import { deleteFrom, insertInto, pick, update, write } from '../../db/writes.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { authorIn, byAuthor } from '../authors.ts'
import { orderOf, rankFor } from '../rank.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { insertItems } from './copies.ts'
import { checklistChange, checklistItemOnWire, checklistPayload, mostItems } from './record.ts'

/** Checklist items; the card keeps their counts. Specification: service §2 and §4, decisions §3. */
type Tx = Mutation<'card.checklist_item_updated' | 'card.checklist_item_completed'>

const insertWhole = insertInto(checklistItems, [
  'boardId',
  'id',
  'cardId',
  'text',
  'rank',
  'doneAt',
  'doneBy',
  'assigneeActorId',
  'createdAt',
  'writtenBy',
  'authorRole',
])
const itemOrder = orderOf('checklist_items', 'card_id')

const findMember = sql<{ actorId: string }>('select actor_id from members where board_id = $1 and actor_id = $2')
const writeItem = update(checklistItems, {
  key: ['boardId', 'id'],
  set: ['text', 'rank', 'doneAt', 'doneBy', 'assigneeActorId', 'writtenBy', 'authorRole'],
})
/** `$1` board, `$2` card, `$3` items. */
const itemsOf = sql<ChecklistFaceRow>(`select * from ${checklistFaces} i where board_id = $1 and card_id = $2 and id = any ($3::uuid[])`)
const deleteItem = deleteFrom(checklistItems, { key: ['boardId', 'id'] })
const countItems = write(
  { ...pick(cards, ['boardId', 'id', 'updatedAt']), more: parameter<number>('int'), moreDone: parameter<number>('int') },
  (given) => `update cards set checklist_total = checklist_total + ${given.more}, checklist_done = checklist_done + ${given.moreDone},
    version = version + 1, updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = ${given.id}`,
)

export const addItem: HandlerOf<'checklist.add'> = async (tx, input) => {
  const { target: card } = tx
  if (card.checklistTotal >= mostItems) throw refusal('checklistFull', { count: mostItems })
  await requireMember(tx, input.assigneeActorId)
  const rank = await rankFor(tx, placeOf(tx.board.id, card.id, null), {})
  const row: ChecklistFaceRow = {
    boardId: tx.board.id,
    id: tx.newId(),
    cardId: card.id,
    text: input.text,
    rank,
    doneAt: null,
    doneBy: null,
    assigneeActorId: input.assigneeActorId ?? null,
    createdAt: tx.now,
    ...byAuthor(authorIn(tx, input.external)),
  }
  tx.send(insertItems(row))
  count(tx, card.id, { more: 1, moreDone: 0 })
  tx.record('card.checklist_item_added', checklistPayload(row), { cardId: card.id })
  return checklistItemOnWire(row)
}

const updateItem: HandlerOf<'checklist.update'> = async (tx, input) => {
  const before = tx.target
  refuseChangedTexts({ text: before.text }, { text: input.ifText })
  await requireMember(tx, input.assigneeActorId)
  const moves = input.beforeId !== undefined || input.afterId !== undefined
  const rank = moves ? await rankFor(tx, placeOf(tx.board.id, before.cardId, before.id), input) : before.rank
  const row = {
    ...before,
    rank,
    text: input.text ?? before.text,
    ...(input.text !== undefined && input.text !== before.text && byAuthor(authorIn(tx, input.external))),
    ...doneAfter(tx, before, input.done),
    assigneeActorId: input.assigneeActorId === undefined ? before.assigneeActorId : input.assigneeActorId,
  }
  const moreDone = change(tx, before, row)
  if (moreDone !== null) count(tx, row.cardId, { more: 0, moreDone })
  return checklistItemOnWire(row)
}

/** All or none. An item that is named twice is ticked once. */
const tickItems: HandlerOf<'checklist.tick'> = async (tx, { checklistItemIds, done }) => {
  const found = await tx.rows(itemsOf, [tx.board.id, tx.target.id, checklistItemIds])
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = [...new Set(checklistItemIds)].map((checklistItemId) => {
    const before = byId.get(checklistItemId)
    if (!before) throw fieldRefusal('checklistItemIds', 'itemGone', { checklistItemId })
    return { before, after: { ...before, ...doneAfter(tx, before, done) } }
  })
  const changes = rows.map(({ before, after }) => change(tx, before, after)).filter((moreDone) => moreDone !== null)
  if (changes.length > 0) count(tx, tx.target.id, { more: 0, moreDone: changes.reduce((sum, moreDone) => sum + moreDone, 0) })
  return { checklistItems: rows.map(({ after }) => checklistItemOnWire(after)) }
}

/** Writes and records what differs: by how much the number of ticked items grows, or null when nothing does. */
function change(tx: Tx, before: ChecklistFaceRow, row: ChecklistFaceRow): number | null {
  const completes = row.doneAt !== null && before.doneAt === null
  const reopens = row.doneAt === null && before.doneAt !== null
  const edits = reopens || row.rank !== before.rank || row.text !== before.text || row.assigneeActorId !== before.assigneeActorId
  if (!completes && !edits) return null
  tx.send(writeItem(row))
  if (edits) tx.record('card.checklist_item_updated', checklistChange(row, before), { cardId: row.cardId })
  if (completes) tx.record('card.checklist_item_completed', checklistPayload(row, before), { cardId: row.cardId })
  return completes ? 1 : reopens ? -1 : 0
}

const removeItem: HandlerOf<'checklist.remove'> = async (tx) => {
  const row = tx.target
  takeAway(tx, row)
  return null
}

export function takeAway(tx: Mutation<'card.checklist_item_removed'>, row: ChecklistFaceRow): void {
  tx.send(deleteItem(row))
  count(tx, row.cardId, { more: -1, moreDone: row.doneAt === null ? 0 : -1 })
  tx.record('card.checklist_item_removed', checklistPayload(row, row), { cardId: row.cardId })
}

/** Puts an item that is gone back as it was. */
export function putItemBack(tx: Mutation<'card.checklist_item_added'>, row: ChecklistFaceRow): void {
  tx.send(insertWhole(row))
  count(tx, row.cardId, { more: 1, moreDone: row.doneAt === null ? 0 : 1 })
  tx.record('card.checklist_item_added', checklistPayload(row), { cardId: row.cardId })
}

/** Restores the earlier state of an item. */
export function changeItemBack(tx: Tx, before: ChecklistFaceRow, row: ChecklistFaceRow): void {
  const moreDone = change(tx, before, row)
  if (moreDone !== null) count(tx, row.cardId, { more: 0, moreDone })
}

export const checklistHandlers = {
  'checklist.add': answers(addItem),
  'checklist.update': answers(updateItem),
  'checklist.tick': answers(tickItems),
  'checklist.remove': answers(removeItem),
} satisfies Partial<Handlers>

/** Ticking records who and when; ticking a done item changes nothing. */
function doneAfter(tx: Mutation<never>, before: ChecklistFaceRow, done: boolean | undefined): Pick<ChecklistFaceRow, 'doneAt' | 'doneBy'> {
  if (done === undefined || done === (before.doneAt !== null)) return { doneAt: before.doneAt, doneBy: before.doneBy }
  return done ? { doneAt: tx.now, doneBy: tx.principal.actorId } : { doneAt: null, doneBy: null }
}

async function requireMember(tx: Mutation<never>, actorId: string | null | undefined): Promise<void> {
  if (typeof actorId !== 'string') return
  if (!(await tx.row(findMember, [tx.board.id, actorId]))) throw fieldRefusal('assigneeActorId', 'assigneeNoMember')
}

function count(tx: Mutation<never>, cardId: string, grow: { more: number; moreDone: number }): void {
  tx.send(countItems({ boardId: tx.board.id, id: cardId, updatedAt: tx.now, ...grow }))
}

function placeOf(boardId: string, cardId: string, movingId: string | null) {
  return { order: itemOrder, boardId, containerId: cardId, movingId, what: 'item' as const }
}
