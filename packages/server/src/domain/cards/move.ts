import { refusal } from '@tandem/contract'
import { sqlForEach } from '../../db/coalesced.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { BoardHead, Mutation } from '../../kernel/mutation.ts'
import type { Prefetch } from '../../kernel/prefetch.ts'
import { type LimitedList, requireRoomForCard } from '../lists/room.ts'
import { isAppend, type Neighbours, type Place, rankIn, type Slot, slotValues } from '../rank.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { cardOrder } from './create.ts'
import { endOfList, noteRank } from './end-of-list.ts'

/** The target list and the slot in it, in one statement; parameters as those of a slot. */
export const readTarget = sqlForEach<Slot & { listArchivedAt: string | null } & LimitedList>(
  ['uuid', 'uuid', 'uuid', 'uuid', 'uuid'],
  `select l.archived_at as list_archived_at, l.id, l.name, l.wip_limit, l.wip_policy, slot.* from lists l, lateral (${cardOrder.slot.text}) slot
  where l.board_id = $1 and l.id = $2`,
)

/** The slot query for a card in a list; `movingId` is ignored among its neighbours. */
export const placeIn = (boardId: string, containerId: string, movingId: string | null): Place => ({
  order: cardOrder,
  boardId,
  containerId,
  movingId,
  what: 'card',
})

type Move = Neighbours & { listId?: string | undefined }

/** The reads of `destinationOf` for a move that names its list. */
export function prefetchTarget(input: Move & { cardId: string }, boardId: string): readonly Prefetch[] {
  const { listId } = input
  if (listId === undefined) return []
  const read = { statement: readTarget, values: slotValues(placeIn(boardId, listId, input.cardId), input) }
  if (!isAppend(input)) return [read]
  const afterMoves = (row: unknown, board: BoardHead) => ({ ...(row as Slot), lastRank: endOfList(board, listId, (row as Slot).lastRank) })
  return [{ ...read, afterMoves }]
}

export type Destination = { listId: string; rank: string }

/**
 * The slot to which a card moves; without a neighbour, the end of the list. Null when it does not move, `elsewhere` when the list is not on
 * this board. Throws if the move is refused, so it is called before anything is recorded. Specification: service §4, decisions §3.
 */
export async function destinationOf(tx: Mutation<never>, card: CardFaceRow, input: Move): Promise<Destination | 'elsewhere' | null> {
  if (input.listId === undefined && input.beforeId === undefined && input.afterId === undefined) return null
  const listId = input.listId ?? card.listId
  const place = placeIn(tx.board.id, listId, card.id)
  const target = await tx.row(readTarget, slotValues(place, input))
  if (!target) return 'elsewhere'
  if (listId !== card.listId) {
    if (target.listArchivedAt !== null) throw refusal('listArchived')
    await requireRoomForCard(tx, target)
  }
  return { listId, rank: await rankIn(tx, place, target, input) }
}

/** The card where it goes. The caller writes it. */
export function moveCard(tx: Mutation<'card.moved'>, card: CardFaceRow, to: Destination): CardFaceRow {
  tx.record(
    'card.moved',
    { fromListId: card.listId, toListId: to.listId, position: to.rank, fromPosition: card.rank },
    { cardId: card.id, ...watcherNotices(card) },
  )
  noteRank(tx.board, to)
  return { ...card, listId: to.listId, rank: to.rank }
}
