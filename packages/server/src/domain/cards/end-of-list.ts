import type { BoardHead } from '../../kernel/mutation.ts'

type Placed = { listId: string; rank: string }

/** Notes the rank that a card gets in a list, for those of the same batch that have read the list before. */
export function noteRank(board: BoardHead, { listId, rank }: Placed): void {
  board.highestRanks ??= new Map()
  board.highestRanks.set(listId, endOfList(board, listId, rank))
}

/**
 * The end of a list is any rank above those of all its cards: the last one that was read, or a higher one that the batch has given since. That
 * of a card which has left the list meanwhile does no harm.
 */
export function endOfList<Rank extends string | null>(board: BoardHead, listId: string, lastRank: Rank): Rank | string {
  const given = board.highestRanks?.get(listId)
  return given !== undefined && (lastRank === null || given > lastRank) ? given : lastRank
}
