import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { deleteFrom, write } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { dropLinks, linksOfCard } from '../links/of-card.ts'
import { keyOf } from './summary.ts'

/**
 * Deletes an archived card for good, with its dependent rows; its files are deleted later (files/reservations.ts). Nothing that is counted
 * changes for related cards: an archived card blocks none, and is not counted as a sub-card. The usage of its sessions stays in the budget
 * of the board, and its activities stay in the log. Specification: beyond §4.
 */
const liveSession = sql<{ id: string }>('select id from sessions where card_id = $1 and ended_at is null limit 1')
const ofCard = { boardId: parameter<string>('uuid'), cardId: parameter<string>('uuid') }
/** A trail refuses to be deleted unless the transaction names the board. */
const nameBoard = write(
  { boardId: parameter<string>('uuid') },
  ({ boardId }) => `select set_config('tandem.deleting_board', ${boardId}::text, true)`,
)
const dropTrails = write(
  ofCard,
  ({ boardId, cardId }) => `delete from session_events e using sessions s
  where s.board_id = ${boardId} and s.card_id = ${cardId} and e.session_id = s.id`,
)
/** Notifications of people who could no longer read the card, which no inbox shows. */
const withoutForeignKey = ['notifications', 'notification_mails'].map((table) =>
  write(ofCard, ({ boardId, cardId }) => `delete from ${table} where board_id = ${boardId} and card_id = ${cardId}`),
)
const deleteRow = deleteFrom(cards, { key: ['boardId', 'id'] })

export const deleteCard: HandlerOf<'card.delete'> = async (tx) => {
  const { target: card, board } = tx
  if (card.archivedAt === null) throw refusal('onlyArchivedCardDeleted')
  const live = await tx.row(liveSession, [card.id])
  if (live) throw refusal('deletedWhileWorkedOn', {}, { details: { sessionId: live.id } })
  const given = { boardId: board.id, cardId: card.id }
  dropLinks(tx, card, await tx.rows(linksOfCard, [board.id, card.id]))
  tx.send(nameBoard({ boardId: board.id }))
  for (const drop of [dropTrails, ...withoutForeignKey]) tx.send(drop(given))
  tx.send(deleteRow({ boardId: board.id, id: card.id }))
  tx.record('card.deleted', { cardId: card.id, key: keyOf(board.keyPrefix, card.number) }, { cardId: card.id })
  return null
}
