import { type ChecklistItem, checklistItem } from '@tandem/contract'
import type { ChecklistItemRow } from '../../db/tables/cards/checklist-items.ts'
import { recordOf } from '../record-of.ts'

/** A card holds no more, and an agent that begins on it is told all of them. */
export const mostItems = 500

export const checklistPayload = (row: Pick<ChecklistItemRow, 'id' | 'cardId' | 'text'>) => ({
  cardId: row.cardId,
  itemId: row.id,
  text: row.text,
})

export const checklistItemOnWire: (row: ChecklistItemRow) => ChecklistItem = recordOf(checklistItem, {
  done: (row) => row.doneAt !== null,
  doneByActorId: 'doneBy',
})
