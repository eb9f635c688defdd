import { type ChecklistItem, checklistItem } from '@tandem/contract'
import type { ChecklistItemRow } from '../../db/tables/cards/checklist-items.ts'
import { recordOf } from '../record-of.ts'

/** The limit of a card: an agent that begins on it gets all of its items. */
export const mostItems = 500

/** `before`: the item as it was, of one that is not new. */
export const checklistPayload = (row: Pick<ChecklistItemRow, 'id' | 'cardId' | 'text'>, before?: ChecklistItemRow) => ({
  cardId: row.cardId,
  itemId: row.id,
  text: row.text,
  ...(before && { previous: checklistItemState(before) }),
})

const checklistItemState = ({ text, rank, doneAt, doneBy, assigneeActorId }: ChecklistItemRow) => ({
  text,
  position: rank,
  doneAt,
  doneBy,
  assigneeActorId,
})

export const checklistItemOnWire: (row: ChecklistItemRow) => ChecklistItem = recordOf(checklistItem, {
  done: (row) => row.doneAt !== null,
  doneByActorId: 'doneBy',
})
