import type { ChecklistItem } from '@tandem/contract'
import type { ChecklistItemRow } from '../../db/tables/cards/checklist-items.ts'

/** A card holds no more, and an agent that begins on it is told all of them. */
export const mostItems = 500

export const checklistPayload = (row: Pick<ChecklistItemRow, 'id' | 'cardId' | 'text'>) => ({
  cardId: row.cardId,
  itemId: row.id,
  text: row.text,
})

export function checklistItemOnWire(row: ChecklistItemRow): ChecklistItem {
  return {
    id: row.id,
    cardId: row.cardId,
    text: row.text,
    done: row.doneAt !== null,
    doneAt: row.doneAt,
    doneByActorId: row.doneBy,
    assigneeActorId: row.assigneeActorId,
    rank: row.rank,
    createdAt: row.createdAt,
  }
}
