import { type Reader, sql } from '../../db/database.ts'
import type { ChecklistItemRow } from '../../db/rows.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { checklistPayload } from './wire.ts'

/** Items that a copy of a card takes along: what is to be done, not that it was done. */
type Copied = Pick<ChecklistItemRow, 'text' | 'rank' | 'assignee_actor_id'>

const itemsOf = sql<Copied>(
  'select text, rank, assignee_actor_id from checklist_items where board_id = $1 and card_id = $2 order by rank limit 1000',
)
const insertItems = sql(`insert into checklist_items (board_id, id, card_id, text, rank, assignee_actor_id, created_at)
  select $1, i.id, $2, i.text, i.rank, i.assignee_actor_id, $7
  from unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[]) as i(id, text, rank, assignee_actor_id)`)

export const itemsOfCard = (reader: Reader, card: { board_id: string; id: string }): Promise<Copied[]> =>
  reader.rows(itemsOf, [card.board_id, card.id])

export function copyItems(tx: Mutation<'card.checklist_item_added'>, cardId: string, items: readonly Copied[]): void {
  if (items.length === 0) return
  const ids = items.map(() => tx.newId())
  const column = <K extends keyof Copied>(key: K) => items.map((item) => item[key])
  tx.send(insertItems, [tx.board.id, cardId, ids, column('text'), column('rank'), column('assignee_actor_id'), tx.now])
  for (const [at, { text }] of items.entries())
    tx.record('card.checklist_item_added', checklistPayload({ id: ids[at] ?? '', card_id: cardId, text }), { cardId })
}
