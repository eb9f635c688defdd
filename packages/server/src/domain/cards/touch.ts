import { sql } from '../../db/database.ts'
import type { Mutation } from '../../kernel/mutation.ts'

const raiseVersion = sql('update cards set version = version + 1, updated_at = $3 where board_id = $1 and id = $2')

/** Something that hangs on a card has changed, and so has the card. */
export function touchCard(tx: Mutation<never>, cardId: string): void {
  tx.send(raiseVersion, [tx.board.id, cardId, tx.now])
}
