import { type Attachment, attachment } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { AttachmentFaceRow } from '../../db/tables/cards/attachments.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { attachmentFaces } from '../../db/text-authors.ts'
import { pick, write } from '../../db/writes.ts'
import { authorToTell } from '../authors.ts'
import { recordOf } from '../record-of.ts'

/** A card holds no more than are shown with it. */
export const mostAttachments = 500

export const attachmentsOfCard = sql<AttachmentFaceRow>(
  `select * from ${attachmentFaces} a where board_id = $1 and card_id = $2 order by id limit ${mostAttachments}`,
)

export const countOneMore = write(
  pick(cards, ['boardId', 'id', 'updatedAt']),
  (given) => `update cards set attachment_count = attachment_count + 1, version = version + 1, updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = ${given.id}`,
)

type Shown = Omit<AttachmentFaceRow, `thumbnail${string}` | 'smallKey' | 'largeKey' | 'authorRole'>

export const addedPayload = (row: Pick<AttachmentFaceRow, 'id' | 'cardId' | 'filename' | 'author' | 'contentType' | 'sizeBytes'>) => ({
  cardId: row.cardId,
  attachmentId: row.id,
  filename: row.filename,
  ...authorToTell(row.author),
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
