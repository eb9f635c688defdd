import { type Statement, sql, type Value } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import type { OnCard } from './advance.ts'

export const pageSize = 500

const readCards = sql<CardFaceRow>(`select * from card_faces where board_id = $1 and id = any ($2::uuid[]) limit ${pageSize}`)

/** Acts on each session that `find` returns, a page at a time: `act` must change the session so that `find` no longer returns it. */
export async function onEachSession(
  tx: Mutation<never>,
  { find, values }: { find: Statement<SessionRow>; values: readonly Value[] },
  act: (at: OnCard) => void,
): Promise<void> {
  for (;;) {
    const sessions = await tx.rows(find, values)
    if (sessions.length === 0) return
    const cards = await tx.rows(readCards, [tx.board.id, sessions.map((session) => session.cardId)])
    const cardOf = new Map(cards.map((card) => [card.id, card]))
    for (const session of sessions) {
      const card = cardOf.get(session.cardId)
      if (card) act({ session, card })
    }
    if (sessions.length < pageSize) return
  }
}
