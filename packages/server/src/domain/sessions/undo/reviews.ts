import type { CardFaceRow } from '../../../db/tables/cards/cards.ts'
import { requireReviewer } from '../../reviews/acceptance.ts'
import { changeReview } from '../../reviews/request.ts'
import { readSummaryRow } from '../../summary-rows.ts'
import type { Goal } from './goals.ts'
import { leaveGoal, type Outcome, putBackBy, type Tx } from './outcome.ts'

/** Withdraws a requested review, or requests it again. Decisions that a person has made meanwhile stay. */
export const isOfReview = ({ part }: Goal): boolean => part.kind === 'review'
/** Before the card is changed: a completion that comes back would end the wait as if a person had decided. */
export const withdraws = (goal: Goal): boolean => isOfReview(goal) && goal.to === null

export async function putReviewBack(outcome: Outcome, tx: Tx, cardId: string, goal: Goal): Promise<void> {
  const card = await tx.row(readSummaryRow, [tx.board.id, cardId])
  if (!card) return leaveGoal(outcome, goal, 'card_deleted')
  const review = goal.to as CardFaceRow['review']
  // A move to another board ends a wait without an activity that says so.
  const isAsLeft = (card.review !== null) === leftWaiting(goal)
  if (!isAsLeft || (review !== null && card.completedAt !== null)) return leaveGoal(outcome, goal, 'changed_since')
  await putBackBy(outcome, tx, [goal], async (counted) => {
    // Otherwise a person who may not review the work could withdraw it, and complete the card.
    await requireReviewer(counted, card)
    changeReview(counted, card, review)
  })
}

/** Whether the last of these activities left work that waits: a request always does. */
const leftWaiting = ({ steps }: Goal): boolean => steps[0]?.act.payload.review !== null
