import { sql } from '../../db/database.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { pick, write } from '../../db/writes.ts'
import type { Mutation, Notice } from '../../kernel/mutation.ts'
import type { OnCard } from '../sessions/advance.ts'
import { endNotice } from '../sessions/end.ts'
import { tierAbove } from '../sessions/route-question.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { requestersOf } from './acceptance.ts'

/** What an agent has completed waits on its card for a person. Specification: beyond §8. */
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

/** Who is told that the work is ready for review; null where its list asks for none, or the card is done with. */
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
  tx.record('card.review_requested', review, { cardId: card.id, sessionId: session.id, notify, ...tells })
}
