import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { LinkRow } from '../../db/rows.ts'
import { atLeast } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { touchCard } from '../cards/touch.ts'
import { linkInLog } from './wire.ts'

/**
 * Unlinking, by the integration that owns the link, or by a board admin: an integration that was removed tidies up no more. What is no
 * link of the card needs no unlinking.
 */
const findLink = sql<LinkRow>('select * from links where board_id = $1 and card_id = $2 and id = $3')
const deleteOne = sql('delete from links where board_id = $1 and id = $2')

export const deleteLink: HandlerOf<'link.delete'> = async (tx, input) => {
  const link = await tx.row(findLink, [tx.board.id, tx.target.id, input.linkId])
  if (!link) return null
  if (link.integration_id !== tx.principal.integrationId && !atLeast(tx.role, 'admin'))
    throw new TandemError('forbidden', 'This link belongs to another integration. Only that one, or a board admin, may remove it.')
  tx.send(deleteOne, [tx.board.id, link.id])
  tx.record('card.unlinked', linkInLog(link), { cardId: tx.target.id, externalId: link.external_id })
  touchCard(tx, tx.target.id)
  return null
}
