import { sql } from '../../db/database.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/** Cards that these cards alone block: they are free, or blocked again, when these are done with or come back. */
export type OnlyBlocked = { id: string; boardId: string }[]

const mostTold = 500

/** `$1` the cards that close or open. */
const boardsBlocked = sql<{ boardId: string }>(`select distinct other_board_id as board_id from relations
  where card_id = any ($1::uuid[]) and kind = 'blocks' order by board_id`)
const onlyBlocked = sql<{ id: string; boardId: string }>(`select distinct r.other_card_id as id, r.other_board_id as board_id
  from relations r where r.card_id = any ($1::uuid[]) and r.kind = 'blocks' and r.other_card_id <> all ($1::uuid[]) and not exists (
    select from relations s join cards b on b.id = s.card_id
    where s.other_card_id = r.other_card_id and s.kind = 'blocks' and s.card_id <> all ($1::uuid[])
      and b.completed_at is null and b.archived_at is null)
  order by id limit ${mostTold}`)

/**
 * Locks the boards of all that these cards block, then reads which of them they block alone: to be called before the first write. Of two
 * cards that block a third from boards of their own, done with at the same moment, one would else not see the other.
 */
export async function findOnlyBlocked(tx: Mutation<never>, cardIds: readonly string[]): Promise<OnlyBlocked> {
  tx.lockBoards((await tx.rows(boardsBlocked, [[...cardIds]])).map((row) => row.boardId))
  return tx.rows(onlyBlocked, [[...cardIds]])
}

/** Records on each card, on its own board, that it is blocked from now on, or no more. */
export function recordBlocked(tx: Mutation<'card.updated'>, cards: OnlyBlocked, blocked: boolean): void {
  if (cards.length === 0) return
  const logs = tx.lockBoards(boardsOf(cards))
  for (const { id, boardId } of cards) {
    logs.get(boardId)?.record('card.updated', { blocked, previous: { blocked: !blocked } }, { cardId: id })
  }
}

const boardsOf = (cards: OnlyBlocked): string[] => [...new Set(cards.map((card) => card.boardId))]
