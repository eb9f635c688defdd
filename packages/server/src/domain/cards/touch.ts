import { parameter } from '../../db/parameters.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { pick, write } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'

const raiseVersion = write(
  pick(cards, ['boardId', 'id', 'updatedAt']),
  (given) =>
    `update cards set version = version + 1, updated_at = ${given.updatedAt} where board_id = ${given.boardId} and id = ${given.id}`,
)
const raiseVersions = write(
  { ...pick(cards, ['boardId', 'updatedAt']), ids: parameter<readonly string[]>('uuid[]') },
  (given) => `update cards set version = version + 1, updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = any (${given.ids})`,
)

/** Something that hangs on a card has changed, and so has the card. */
export function touchCard(tx: Mutation<never>, cardId: string): void {
  tx.send(raiseVersion({ boardId: tx.board.id, id: cardId, updatedAt: tx.now }))
}

export function touchCards(tx: Mutation<never>, cardIds: readonly string[]): void {
  tx.send(raiseVersions({ boardId: tx.board.id, ids: cardIds, updatedAt: tx.now }))
}
