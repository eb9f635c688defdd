import { sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { type LinkRow, links as table } from '../../db/tables/cards/links.ts'
import { deleteFrom } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { linkInLog } from './record.ts'

/** The most links of one card. */
export const mostLinks = 200

export const linksOfCard = sql<LinkRow>(`select * from links where board_id = $1 and card_id = $2 order by id limit ${mostLinks}`)
const deleteLinks = deleteFrom(table, { key: ['cardId'] })

/** Of a card that leaves the board: an integration acts on its own board alone. `links` was read under the lock. */
export function dropLinks(tx: Mutation<'card.unlinked'>, card: Pick<CardFaceRow, 'id'>, links: readonly LinkRow[]): void {
  if (links.length === 0) return
  tx.send(deleteLinks({ cardId: card.id }))
  for (const link of links) tx.record('card.unlinked', linkInLog(link), { cardId: card.id })
}
