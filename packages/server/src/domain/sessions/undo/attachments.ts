import { sql } from '../../../db/database.ts'
import type { AttachmentFaceRow } from '../../../db/tables/cards/attachments.ts'
import { attachmentFaces } from '../../../db/text-authors.ts'
import { removeAttachment, removedOf, restoreAttachment } from '../../attachments/remove.ts'
import { readSummaryRow } from '../../summary-rows.ts'
import type { Later } from './acts.ts'
import type { Goal } from './goals.ts'
import { leaveGoal, type Outcome, putBackBy, type Tx } from './outcome.ts'

/**
 * Attachments: an added one is removed and kept, a removed one is restored while it is kept. An image that another actor has made the cover
 * since stays.
 */
export const isOfAttachment = ({ part }: Goal): boolean => part.kind === 'attachment'
/** Restored before the card is changed, since its cover may be among them. Removals come after that. */
export const comesBack = (goal: Goal): boolean => isOfAttachment(goal) && goal.to === true

const readAttachment = sql<AttachmentFaceRow>(`select * from ${attachmentFaces} a where board_id = $1 and card_id = $2 and id = $3`)

export async function putAttachmentBack(
  outcome: Outcome,
  tx: Tx,
  { cardId, later }: { cardId: string; later: readonly Later[] },
  goal: Goal,
): Promise<void> {
  const { id } = goal.part
  const card = await tx.row(readSummaryRow, [tx.board.id, cardId])
  const row = await tx.row(readAttachment, [tx.board.id, cardId, id])
  const othersChoseCover = later.some((seen) => seen.cardId === cardId && seen.keys.includes('coverAttachmentId'))
  if (!card) return leaveGoal(outcome, goal, 'card_deleted')
  if (goal.to !== true && row && othersChoseCover && card.coverAttachmentId === id) return leaveGoal(outcome, goal, 'in_use')
  const removed = goal.to === true && !row ? await removedOf(tx, cardId, id) : undefined
  if (goal.to === true && !row && !removed) return leaveGoal(outcome, goal, 'attachment')
  await putBackBy(outcome, tx, [goal], async (counted) => {
    if (removed) restoreAttachment(counted, card, removed)
    else if (goal.to !== true && row) await removeAttachment(counted, row, { keeps: true })
  })
}
