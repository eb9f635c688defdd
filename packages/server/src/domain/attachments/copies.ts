import { parameter } from '../../db/parameters.ts'
import { type AttachmentFaceRow, type AttachmentRow, attachments as table } from '../../db/tables/cards/attachments.ts'
import { roleElsewhere, roleOfAttachment } from '../../db/text-authors.ts'
import { columnList, pick, sendRows, writeRows } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { byCopier } from '../authors.ts'
import { addedPayload } from './record.ts'

/**
 * Copies of attachments. They refer to the same files: the bytes under a key never change, and a file is deleted with the last attachment
 * that refers to it (migrations/0006_copy.sql). Each counts for the quota of its board.
 */
export const copiedColumns = columnList(
  pick(table, [
    'kind',
    'name',
    'filename',
    'url',
    'fileKey',
    'contentType',
    'proven',
    'sizeBytes',
    'thumbnailFailure',
    'smallKey',
    'largeKey',
    'imported',
  ]),
)
const insertCopies = writeRows(
  { ...pick(table, ['boardId', 'id', 'cardId', 'createdBy', 'createdAt']), copiedId: parameter<string>('uuid') },
  (rows) => `insert into attachments (board_id, id, card_id, created_by, created_at, thumbnail_due_at, author_role, ${copiedColumns})
  select n.board_id, n.id, n.card_id, n.created_by, n.created_at, case when a.thumbnail_due_at is not null then n.created_at end,
    ${roleElsewhere(roleOfAttachment('a'))}, ${copiedColumns}
  from (select * from ${rows}) n join attachments a on a.id = n.copied_id`,
)

type Copied = Pick<AttachmentFaceRow, 'id' | 'filename' | 'author' | 'contentType' | 'sizeBytes'>

/**
 * Called under the lock of the board of the originals, where none of them can be deleted meanwhile. Returns the id of each copy by the id
 * of its original.
 */
export function copyAttachments(
  tx: Mutation<'card.attachment_added'>,
  cardId: string,
  attachments: readonly Copied[],
): ReadonlyMap<string, string> {
  const on = { boardId: tx.board.id, cardId, createdBy: tx.principal.actorId, createdAt: tx.now }
  const rows = attachments.map((attachment) => ({
    ...attachment,
    ...on,
    id: tx.newId(),
    copiedId: attachment.id,
    author: byCopier(tx, attachment.author).author,
  }))
  sendRows(tx, insertCopies, rows)
  for (const row of rows) tx.record('card.attachment_added', addedPayload(row), { cardId })
  return new Map(rows.map(({ copiedId, id }) => [copiedId, id]))
}

export const bytesOf = (attachments: readonly Pick<AttachmentRow, 'sizeBytes'>[]): number =>
  attachments.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0)
