import { refusal, systemActorId } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/** Checks whether the caller may complete a card in a list where people review the work of agents. Specification: beyond §8. */
const requiresReview = sql<{ required: boolean }>(
  `select exists (select from lists where id = any ($1::uuid[]) and acceptance = 'required') as required`,
)
const leavesReview = sql<{ leaves: boolean }>(`select f.acceptance = 'required' and t.acceptance <> 'required' as leaves
  from lists f, lists t where f.id = $1 and t.id = $2`)
/** `$1` board, `$2` who saved the rule, `$3` the activity with which it began; null for a schedule. */
const beganWithPerson = sql<{
  byPerson: boolean
}>(`select (select kind = 'human' from actors where id = $2) and ($3::uuid is null or exists (
    select from activities x join actors a on a.id = x.actor_id
    where x.board_id = $1 and x.id = $3 and (a.kind = 'human' or a.id = '${systemActorId}'))) as by_person`)
const whoSetOff = sql<{ actorId: string }>('select actor_id from activities where board_id = $1 and id = $2')
const reviewedSession = sql<Requested & { byOthers: boolean }>(`select b.review_by_others as by_others, s.initiator_actor_id,
    s.on_behalf_of, s.requested_by
  from sessions s join boards b on b.id = s.board_id where s.board_id = $1 and s.id = $2`)

export type Requested = Pick<SessionRow, 'initiatorActorId' | 'onBehalfOf' | 'requestedBy'>

/** The people who asked for the work of a session. Work that was sent back counts as requested by the person who asked first. */
export const requestersOf = ({ initiatorActorId, onBehalfOf, requestedBy }: Requested): string[] =>
  requestedBy === null ? [initiatorActorId, ...(onBehalfOf === null ? [] : [onBehalfOf])] : [requestedBy]

/** Throws forbidden where the caller may not complete the card. It may be completed in the list where it goes, and in the one that it leaves. */
export async function requireMayComplete(tx: Mutation<never>, card: CardFaceRow, listId: string): Promise<void> {
  if (await actsForPerson(tx)) return requireReviewer(tx, card)
  const { required } = (await tx.row(requiresReview, [[card.listId, listId]])) ?? { required: false }
  if (required || card.review !== null) throw refusal('completedByReview')
}

/** Whether the act of the caller may complete a card whose sub-cards are done. A card that waits for review keeps waiting. */
export async function mayComplete(tx: Mutation<never>, card: CardFaceRow): Promise<boolean> {
  if (card.review !== null) return false
  if (await actsForPerson(tx)) return true
  return (await tx.row(requiresReview, [[card.listId]]))?.required !== true
}

/** Throws forbidden where the caller would take a card to another board, where it no longer waits, and may not end the wait by a review either. */
export async function requireMayTakeAway(tx: Mutation<never>, card: CardFaceRow): Promise<void> {
  if (card.review === null) return
  if (!(await actsForPerson(tx))) throw refusal('completedByReview')
  await requireReviewer(tx, card)
}

/**
 * Throws forbidden when an agent would move an open card out of a list with review into one without, where it could complete it. A card
 * that is completed there was completed by a person.
 */
export async function requireMayLeave(tx: Mutation<never>, card: CardFaceRow, listId: string): Promise<void> {
  if (listId === card.listId || card.completedAt !== null || tx.principal.kind === 'human') return
  const { leaves } = (await tx.row(leavesReview, [card.listId, listId])) ?? { leaves: false }
  if (leaves && !(await actsForPerson(tx))) throw refusal('movedByReview')
}

/** Throws forbidden when an agent archives work that waits for review: the cards that it blocks would go on without a review. */
export async function requireMayArchive(tx: Mutation<never>, { waits }: { waits: boolean }): Promise<void> {
  if (waits && !(await actsForPerson(tx))) throw refusal('archivedByReview')
}

/** Throws forbidden where another person than the caller must review the work that waits on the card. */
export async function requireReviewer(tx: Mutation<never>, { review }: Pick<CardFaceRow, 'review'>): Promise<void> {
  if (review === null) return
  const session = await tx.row(reviewedSession, [tx.board.id, review.sessionId])
  if (!session?.byOthers) return
  const requesters = requestersOf(session)
  if ((await behind(tx)).some((actorId) => requesters.includes(actorId))) throw refusal('reviewByOthers')
}

/** The actors behind an act: the caller; for a rule also the person who saved it and the actor who triggered it. */
async function behind({ principal: { actorId, onBehalfOf, setOffBy }, board, row }: Mutation<never>): Promise<string[]> {
  const first = setOffBy === undefined ? undefined : await row(whoSetOff, [board.id, setOffBy])
  return [actorId, ...(onBehalfOf === undefined ? [] : [onBehalfOf]), ...(first ? [first.actorId] : [])]
}

/** A rule acts for a person where a person saved it and no agent set it off, over other rules either. */
async function actsForPerson({ principal, board, row }: Mutation<never>): Promise<boolean> {
  if (principal.kind === 'human') return true
  if (principal.onBehalfOf === undefined) return false
  return (await row(beganWithPerson, [board.id, principal.onBehalfOf, principal.setOffBy ?? null]))?.byPerson === true
}
