import type { Attachment } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { AttachmentRow } from '../../db/tables/cards/attachments.ts'

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

export function attachmentOnWire(row: Shown): Attachment {
  return {
    id: row.id,
    attachmentId: row.id,
    cardId: row.cardId,
    kind: row.kind,
    name: row.name,
    filename: row.filename,
    contentType: row.contentType,
    sizeBytes: row.sizeBytes,
    url: row.url ?? `/api/attachments/${row.id}`,
    createdByActorId: row.createdBy,
    createdAt: row.createdAt,
  }
}
