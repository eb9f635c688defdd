import type { BoardHead } from '../../kernel/mutation.ts'

type Placed = { listId: string; rank: string }

/** Records the rank that a card gets in a list, for later mutations of the batch that were loaded before. */
export function noteRank(board: BoardHead, { listId, rank }: Placed): void {
  board.highestRanks ??= new Map()
  board.highestRanks.set(listId, endOfList(board, listId, rank))
}

/**
 * Returns the rank after which a card is appended to a list: the last one that was read, or a higher one that the batch has given since. It may
 * be of a card that has left the list, because any rank above those of all cards will do.
 */
export function endOfList<Rank extends string | null>(board: BoardHead, listId: string, lastRank: Rank): Rank | string {
  const given = board.highestRanks?.get(listId)
  return given !== undefined && (lastRank === null || given > lastRank) ? given : lastRank
}
