import type { ChecklistItem } from '@tandem/contract'
import type { ChecklistItemRow } from '../../db/rows.ts'

/** A card holds no more, and an agent that begins on it is told all of them. */
export const mostItems = 500

export const checklistPayload = (row: Pick<ChecklistItemRow, 'id' | 'card_id' | 'text'>) => ({
  cardId: row.card_id,
  itemId: row.id,
  text: row.text,
})

export function checklistItemOnWire(row: ChecklistItemRow): ChecklistItem {
  return {
    ...{ id: row.id, cardId: row.card_id, text: row.text, done: row.done_at !== null, doneAt: row.done_at, doneByActorId: row.done_by },
    ...{ assigneeActorId: row.assignee_actor_id, rank: row.rank, createdAt: row.created_at },
  }
}
