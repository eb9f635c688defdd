import { type Reader, sql } from '../../db/database.ts'
import { type ChecklistFaceRow, checklistItems } from '../../db/tables/cards/checklist-items.ts'
import { checklistFaces } from '../../db/text-authors.ts'
import { insertInto, sendRows } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { byCopier } from '../authors.ts'
import { checklistPayload } from './record.ts'

/** The items of a copied card: open, whether or not the originals are done. */
type Copied = Pick<ChecklistFaceRow, 'text' | 'rank' | 'assigneeActorId' | 'author'>

const itemsOf = sql<Copied>(
  `select text, rank, assignee_actor_id, author from ${checklistFaces} i where board_id = $1 and card_id = $2 order by rank limit 1000`,
)
export const insertItems = insertInto(checklistItems, [
  'boardId',
  'id',
  'cardId',
  'text',
  'rank',
  'assigneeActorId',
  'createdAt',
  'writtenBy',
  'authorRole',
])

export const itemsOfCard = (reader: Reader, card: { boardId: string; id: string }): Promise<Copied[]> =>
  reader.rows(itemsOf, [card.boardId, card.id])

export function copyItems(tx: Mutation<'card.checklist_item_added'>, cardId: string, items: readonly Copied[]): void {
  const rows = items.map((item) => ({
    ...item,
    boardId: tx.board.id,
    id: tx.newId(),
    cardId,
    createdAt: tx.now,
    ...byCopier(tx, item.author),
  }))
  sendRows(tx, insertItems, rows)
  for (const row of rows) tx.record('card.checklist_item_added', checklistPayload(row), { cardId })
}
