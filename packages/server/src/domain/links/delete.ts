import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { type LinkRow, links } from '../../db/tables/cards/links.ts'
import { deleteFrom } from '../../db/writes.ts'
import { atLeast } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { touchCard } from '../cards/touch.ts'
import { linkInLog } from './record.ts'

/**
 * Removes a link, for the integration that owns it or a board admin: a removed integration cannot clean up. A link that is not on the card
 * counts as removed.
 */
const findLink = sql<LinkRow>('select * from links where board_id = $1 and card_id = $2 and id = $3')
const deleteOne = deleteFrom(links, { key: ['boardId', 'id'] })

export const deleteLink: HandlerOf<'link.delete'> = async (tx, input) => {
  const link = await tx.row(findLink, [tx.board.id, tx.target.id, input.linkId])
  if (!link) return null
  if (link.integrationId !== tx.principal.integrationId && !atLeast(tx.role, 'admin')) throw refusal('linkForeign')
  tx.send(deleteOne(link))
  tx.record('card.unlinked', linkInLog(link), { cardId: tx.target.id, externalId: link.externalId })
  touchCard(tx, tx.target.id)
  return null
}
