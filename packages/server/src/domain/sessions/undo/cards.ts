import type { TextAuthor } from '@tandem/contract'
import { generateKeyBetween } from 'fractional-indexing'
import { sql } from '../../../db/database.ts'
import type { CardFaceRow } from '../../../db/tables/cards/cards.ts'
import { notFound } from '../../../kernel/access.ts'
import { cardAuthorOf } from '../../authors.ts'
import type { Destination } from '../../cards/move.ts'
import { changeCard } from '../../cards/update.ts'
import { type LimitedList, requireRoomForCard } from '../../lists/room.ts'
import { longestRank } from '../../rank.ts'
import { readSummaryRow } from '../../summary-rows.ts'
import { authorBefore, type Goal } from './goals.ts'
import { type Outcome, putBackBy, type Tx } from './outcome.ts'

/** All parts of a card that an undo restores in one change: its attributes, its place, its labels and people. */
type Change = Parameters<typeof changeCard>[1]
type Place = { listId: string; position: string | undefined }

export async function putCardBack(outcome: Outcome, tx: Tx, cardId: string, goals: readonly Goal[]): Promise<void> {
  await putBackBy(outcome, tx, goals, async (counted, wanted) => {
    const card = await counted.row(readSummaryRow, [tx.board.id, cardId])
    if (!card) throw notFound('card')
    const { change, place, author } = changeOf(card, wanted)
    const back = { place: place && (await placeFor(counted, card, place)), author }
    if (Object.keys(change).length === 0 && !back.place) return
    await changeCard({ ...counted, target: card }, { ...change, cardId }, back)
  })
}

/** Only what differs: a part that is as it was before already needs nothing. */
function changeOf(
  card: CardFaceRow,
  goals: readonly Goal[],
): { change: Partial<Change>; place: Place | undefined; author: TextAuthor | undefined } {
  const change: Record<string, unknown> = {}
  const rewrites: Goal['steps'] = []
  let place: Place | undefined
  for (const { part, to, steps } of goals) {
    if (part.kind === 'place') place = to as Place
    if (part.kind === 'archived' && to !== (card.archivedAt !== null)) change.archived = to
    if (part.kind === 'attribute' && to !== card[part.key as keyof CardFaceRow]) change[part.key] = to
    if (part.key === 'title' || part.key === 'description') rewrites.push(...steps)
  }
  const author = rewrites.length === 0 ? undefined : (authorBefore(rewrites) ?? authorNow(card))
  const [labelIds, assigneeActorIds] = [withGoals(card.labelIds, goals, 'label'), withGoals(card.assigneeIds, goals, 'assignee')]
  return { change: { ...change, ...(labelIds && { labelIds }), ...(assigneeActorIds && { assigneeActorIds }) }, place, author }
}

/** No later activity names another author: the current one stays. */
const authorNow = (card: CardFaceRow): TextAuthor | undefined => (card.descriptionRole === null ? undefined : cardAuthorOf(card))

function withGoals(ids: readonly string[], goals: readonly Goal[], kind: 'label' | 'assignee'): string[] | undefined {
  const wanted = new Set(ids)
  for (const { part, to } of goals) {
    if (part.kind !== kind) continue
    if (to === true) wanted.add(part.key)
    else wanted.delete(part.key)
  }
  return wanted.size === ids.length && ids.every((id) => wanted.has(id)) ? undefined : [...wanted]
}

type ListAround = LimitedList & { archivedAt: string | null; isTaken: boolean; next: string | null; last: string | null }
const listAround = sql<ListAround>(`select l.id, l.name, l.wip_limit, l.wip_policy, l.archived_at,
    exists (select from cards c where c.board_id = $1 and c.list_id = l.id and c.rank = $3 and c.id <> $4) as is_taken,
    (select min(c.rank) from cards c where c.board_id = $1 and c.list_id = l.id and c.rank > $3 and c.id <> $4) as next,
    (select max(c.rank) from cards c where c.board_id = $1 and c.list_id = l.id and c.id <> $4) as last
  from lists l where l.board_id = $1 and l.id = $2`)

/** The rank that the card had; if another card has it by now, just below that one. Undefined when the card is there already. */
async function placeFor(tx: Tx, card: CardFaceRow, { listId, position }: Place): Promise<Destination | undefined> {
  const list = await tx.row(listAround, [tx.board.id, listId, position ?? null, card.id])
  if (!list || list.archivedAt !== null) throw notFound('list')
  if (listId !== card.listId) await requireRoomForCard(tx, list)
  else if (card.rank === position || position === undefined) return undefined
  return { listId, rank: rankBack(list, position) }
}

/** Ranks that are too long are spread anew by the next move; until then a long one does no harm. */
export function rankBack({ isTaken, next, last }: Pick<ListAround, 'isTaken' | 'next' | 'last'>, position: string | undefined): string {
  if (position === undefined || position.length > longestRank) return generateKeyBetween(last, null)
  return isTaken ? generateKeyBetween(position, next) : position
}
