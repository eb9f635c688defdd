import { type Attachment, attachment } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { AttachmentRow } from '../../db/tables/cards/attachments.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { pick, write } from '../../db/writes.ts'
import { recordOf } from '../record-of.ts'

/** A card holds no more than are shown with it. */
export const mostAttachments = 500

export const attachmentsOfCard = sql<AttachmentRow>(
  `select * from attachments where board_id = $1 and card_id = $2 order by id limit ${mostAttachments}`,
)

export const countOneMore = write(
  pick(cards, ['boardId', 'id', 'updatedAt']),
  (given) => `update cards set attachment_count = attachment_count + 1, version = version + 1, updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = ${given.id}`,
)

type Shown = Omit<AttachmentRow, `thumbnail${string}` | 'smallKey' | 'largeKey'>

export const addedPayload = (row: Pick<AttachmentRow, 'id' | 'cardId' | 'filename' | 'contentType' | 'sizeBytes'>) => ({
  cardId: row.cardId,
  attachmentId: row.id,
  filename: row.filename,
  contentType: row.contentType ?? 'text/uri-list',
  sizeBytes: row.sizeBytes ?? 0,
})

const attachedHere: (row: Shown) => Omit<Attachment, 'imported'> = recordOf(attachment.omit({ imported: true }), {
  attachmentId: 'id',
  url: (row) => row.url ?? `/api/attachments/${row.id}`,
  createdByActorId: 'createdBy',
})

export const attachmentOnWire = (row: Shown): Attachment =>
  row.imported ? { ...attachedHere(row), imported: row.imported } : attachedHere(row)
