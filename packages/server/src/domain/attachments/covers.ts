import { fieldRefusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { AttachmentRow } from '../../db/tables/cards/attachments.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { pick, writeRows } from '../../db/writes.ts'
import { canBeMadeSmall } from './types.ts'

/** The cover of a card: one of its attachments that is an image. It goes with the attachment (handlers.ts). */
const readImage = sql<Pick<AttachmentRow, 'contentType' | 'proven'>>(
  'select content_type, proven from attachments where board_id = $1 and card_id = $2 and id = $3',
)

/** Throws validation unless the attachment is an image on this card. */
export async function refuseNoCover(reader: Reader, card: { boardId: string; id: string }, attachmentId: string | null | undefined) {
  if (attachmentId === undefined || attachmentId === null) return
  const image = await reader.row(readImage, [card.boardId, card.id, attachmentId])
  if (!image || !canBeMadeSmall(image)) throw fieldRefusal('coverAttachmentId', 'coverNoImage')
}

/** For new cards: their covers are not recorded as changes. */
export const writeCovers = writeRows(
  pick(cards, ['boardId', 'id', 'coverAttachmentId']),
  (rows) => `update cards c set cover_attachment_id = rows.cover_attachment_id from ${rows}
  where c.id = rows.id and (c.board_id = rows.board_id) is true`,
)
