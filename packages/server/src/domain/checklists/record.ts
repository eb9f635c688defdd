import { type ChecklistItem, checklistItem } from '@tandem/contract'
import type { ChecklistFaceRow } from '../../db/tables/cards/checklist-items.ts'
import { authorToTell } from '../authors.ts'
import { recordOf } from '../record-of.ts'

/** The limit of a card: an agent that begins on it gets all of its items. */
export const mostItems = 500

/** `before`: the item as it was, of one that is not new. */
export const checklistPayload = (row: Pick<ChecklistFaceRow, 'id' | 'cardId' | 'text' | 'author'>, before?: ChecklistFaceRow) => ({
  cardId: row.cardId,
  itemId: row.id,
  text: row.text,
  ...authorToTell(row.author),
  ...(before && { previous: checklistItemState(before) }),
})

/** With the item as it is now, so that readers see what differs from `previous`. */
export const checklistChange = (row: ChecklistFaceRow, before: ChecklistFaceRow) => ({
  ...checklistPayload(row, before),
  position: row.rank,
  doneAt: row.doneAt,
  assigneeActorId: row.assigneeActorId,
})

const checklistItemState = ({ text, rank, doneAt, doneBy, assigneeActorId, author }: ChecklistFaceRow) => ({
  text,
  position: rank,
  doneAt,
  doneBy,
  assigneeActorId,
  author,
})

export const checklistItemOnWire: (row: ChecklistFaceRow) => ChecklistItem = recordOf(checklistItem, {
  done: (row) => row.doneAt !== null,
  doneByActorId: 'doneBy',
})
