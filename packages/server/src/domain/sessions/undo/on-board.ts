import { sql } from '../../../db/database.ts'
import type { Act, Later } from './acts.ts'
import { comesBack, isOfAttachment, putAttachmentBack } from './attachments.ts'
import { putCardBack } from './cards.ts'
import { type Goal, goalsOf } from './goals.ts'
import { comesFirst, isOfBoard, putListOrLabelBack } from './lists.ts'
import { isHanging, putHangingBack } from './on-cards.ts'
import { leave, leaveGoal, type Outcome, putBackBy, type Tx } from './outcome.ts'
import { isOfReview, putReviewBack, withdraws } from './reviews.ts'
import type { IsDone } from './standing.ts'

const boardsOfCards = sql<{ id: string; boardId: string }>('select id, board_id from cards where id = any ($1::uuid[])')

/** Restores the parts that the acts have changed on one board. Each part that is left has a reason. */
export async function putBackOnBoard(
  outcome: Outcome,
  tx: Tx,
  acts: readonly Act[],
  known: { later: Later[]; isDone: IsDone },
): Promise<void> {
  const { later, isDone } = known
  const { goals, left } = goalsOf(acts, later, isDone)
  for (const each of left) leave(outcome, each)
  const ofBoard = goals.filter(isOfBoard)
  for (const goal of ofBoard.filter(comesFirst)) await putListOrLabelBack(outcome, tx, goal)
  await putCardsBack(
    outcome,
    tx,
    Map.groupBy(
      goals.filter((goal) => !isOfBoard(goal)),
      cardOf,
    ),
    later,
  )
  for (const goal of ofBoard.filter((goal) => !comesFirst(goal))) await putListOrLabelBack(outcome, tx, goal)
}

/** Activities on both cards of a relation may concern it. */
const cardOf = ({ part, steps }: Goal): string => (part.kind === 'relation' ? part.id : (steps[0]?.act.cardId ?? ''))

/**
 * Changes each card once, after restoring its attachments and before its other rows. The card that was moved last comes first: its old
 * place may depend on that of another one.
 */
async function putCardsBack(outcome: Outcome, tx: Tx, cards: ReadonlyMap<string, Goal[]>, later: readonly Later[]): Promise<void> {
  const found = await tx.rows(boardsOfCards, [[...cards.keys()]])
  const boards = new Map(found.map(({ id, boardId }) => [id, boardId]))
  for (const [cardId, goals] of [...cards].toSorted(([, one], [, other]) => lastMove(other) - lastMove(one))) {
    const boardId = boards.get(cardId)
    if (boardId !== tx.board.id) {
      for (const goal of goals) leaveGoal(outcome, goal, boardId === undefined ? 'card_deleted' : 'other_board')
      continue
    }
    for (const goal of goals.filter(comesBack)) await putAttachmentBack(outcome, tx, { cardId, later }, goal)
    for (const goal of goals.filter(withdraws)) await putReviewBack(outcome, tx, cardId, goal)
    const ofCard = goals.filter((goal) => !isHanging(goal.part.kind) && !isOfAttachment(goal) && !isOfReview(goal))
    if (ofCard.length > 0) await putCardBack(outcome, tx, cardId, ofCard)
    for (const goal of goals.filter(({ part }) => isHanging(part.kind)))
      await putBackBy(outcome, tx, [goal], (counted) => putHangingBack(counted, cardId, goal))
    for (const goal of goals.filter((goal) => isOfAttachment(goal) && !comesBack(goal)))
      await putAttachmentBack(outcome, tx, { cardId, later }, goal)
    for (const goal of goals.filter((goal) => isOfReview(goal) && !withdraws(goal))) await putReviewBack(outcome, tx, cardId, goal)
  }
}

const lastMove = (goals: readonly Goal[]): number =>
  Math.max(0, ...goals.map(({ part, steps }) => (part.kind === 'place' ? (steps[0]?.act.seq ?? 0) : 0)))
