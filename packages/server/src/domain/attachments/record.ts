import { type Attachment, attachment } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { AttachmentRow } from '../../db/tables/cards/attachments.ts'
import { recordOf } from '../record-of.ts'

/** A card holds no more than are shown with it. */
export const mostAttachments = 500

export const attachmentsOfCard = sql<AttachmentRow>(
  `select * from attachments where board_id = $1 and card_id = $2 order by id limit ${mostAttachments}`,
)

type Shown = Omit<AttachmentRow, `thumbnail${string}` | 'smallKey' | 'largeKey'>

export const addedPayload = (row: Pick<AttachmentRow, 'id' | 'cardId' | 'filename' | 'contentType' | 'sizeBytes'>) => ({
  cardId: row.cardId,
  attachmentId: row.id,
  filename: row.filename,
  contentType: row.contentType ?? 'text/uri-list',
  sizeBytes: row.sizeBytes ?? 0,
})

export const attachmentOnWire: (row: Shown) => Attachment = recordOf(attachment, {
  attachmentId: 'id',
  url: (row) => row.url ?? `/api/attachments/${row.id}`,
  createdByActorId: 'createdBy',
})
