import { sql } from '../../db/database.ts'
import { type CardFaceRow, cards } from '../../db/tables/cards/cards.ts'
import { pick, write } from '../../db/writes.ts'
import type { Mutation, Notice } from '../../kernel/mutation.ts'
import type { OnCard } from '../sessions/advance.ts'
import { endNotice } from '../sessions/end.ts'
import { tierAbove } from '../sessions/route-question.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { requestersOf } from './acceptance.ts'

/** An agent's completed work waits for the review of a person if its list requires one. Specification: beyond §8. */
const readAcceptance = sql<{
  required: boolean
  byOthers: boolean
}>(`select l.acceptance = 'required' as required, b.review_by_others as by_others
  from lists l join boards b on b.id = l.board_id where l.board_id = $1 and l.id = $2`)
export const writeReview = write(
  pick(cards, ['boardId', 'id', 'review', 'updatedAt']),
  (given) => `update cards set review = ${given.review}, version = version + 1, updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = ${given.id}`,
)

/** Notices to the reviewers that the work is ready; null when its list requires no review, or the card is completed or archived. */
export async function noticesOfReview(tx: Mutation<never>, at: OnCard, summary: string): Promise<Notice[] | null> {
  const { session, card } = at
  if (card.completedAt !== null || card.archivedAt !== null) return null
  const rules = await tx.row(readAcceptance, [tx.board.id, card.listId])
  if (!rules?.required) return null
  const reviewers = await tierAbove(tx, at, 0, rules.byOthers ? requestersOf(session) : [])
  return [{ actorIds: reviewers?.actorIds ?? [], reason: 'review', excerpt: summary }, ...endNotice(at, summary)]
}

export function requestReview(tx: Mutation<'card.review_requested'>, { session, card }: OnCard, notify: Notice[], summary: string): void {
  const review = { since: tx.now, sessionId: session.id, agentActorId: session.agentActorId }
  tx.send(writeReview({ boardId: tx.board.id, id: card.id, review, updatedAt: tx.now }))
  const tells = watcherNotices(card, summary)
  const payload = { ...review, ...(card.review && { previous: { review: card.review } }) }
  tx.record('card.review_requested', payload, { cardId: card.id, sessionId: session.id, notify, ...tells })
}

/** Withdraws the review that a card waits for, or requests it again, without a verdict. */
export function changeReview(tx: Mutation<'card.updated'>, card: CardFaceRow, review: CardFaceRow['review']): void {
  tx.send(writeReview({ boardId: tx.board.id, id: card.id, review, updatedAt: tx.now }))
  const waiting = review && { state: 'waiting', ...review }
  tx.record('card.updated', { review: waiting, previous: { review: card.review } }, { cardId: card.id })
}
