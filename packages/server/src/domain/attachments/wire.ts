import type { Attachment } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { AttachmentRow } from '../../db/rows.ts'

/** A card holds no more than are shown with it. */
export const mostAttachments = 500

export const attachmentsOfCard = sql<AttachmentRow>(
  `select * from attachments where board_id = $1 and card_id = $2 order by id limit ${mostAttachments}`,
)

type Shown = Omit<AttachmentRow, `thumbnail_${string}` | 'small_key' | 'large_key'>

export const addedPayload = (row: Pick<AttachmentRow, 'id' | 'card_id' | 'filename' | 'content_type' | 'size_bytes'>) => ({
  ...{ cardId: row.card_id, attachmentId: row.id, filename: row.filename },
  ...{ contentType: row.content_type ?? 'text/uri-list', sizeBytes: row.size_bytes ?? 0 },
})

export function attachmentOnWire(row: Shown): Attachment {
  return {
    ...{ id: row.id, attachmentId: row.id, cardId: row.card_id, kind: row.kind, name: row.name, filename: row.filename },
    ...{ contentType: row.content_type, sizeBytes: row.size_bytes, url: row.url ?? `/api/attachments/${row.id}` },
    ...{ createdByActorId: row.created_by, createdAt: row.created_at },
  }
}
