import { sql } from '../../db/database.ts'
import type { AttachmentRow } from '../../db/rows.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { addedPayload } from './wire.ts'

/**
 * Copies of attachments. They name the same files: what lies under a key never changes, and a file goes with the last attachment that
 * names it (migrations/0006_copy.sql). Each counts for the quota of its board.
 */
export const copiedColumns = `kind, name, filename, url, file_key, content_type, proven, size_bytes, thumbnail_failure, small_key, large_key`
const insertCopies = sql(`insert into attachments (board_id, id, card_id, created_by, created_at, thumbnail_due_at, ${copiedColumns})
  select $1, n.id, $2, $5, $6, case when a.thumbnail_due_at is not null then $6::timestamptz end, ${copiedColumns}
  from unnest($3::uuid[], $4::uuid[]) as n(id, copied_id) join attachments a on a.id = n.copied_id`)

type Copied = Pick<AttachmentRow, 'id' | 'filename' | 'content_type' | 'size_bytes'>

/** Under the lock of the board that they lie on, where none of them can be deleted meanwhile. */
export function copyAttachments(tx: Mutation<'card.attachment_added'>, cardId: string, attachments: readonly Copied[]): void {
  if (attachments.length === 0) return
  const ids = attachments.map(() => tx.newId())
  tx.send(insertCopies, [tx.board.id, cardId, ids, attachments.map(({ id }) => id), tx.principal.actorId, tx.now])
  for (const [at, attachment] of attachments.entries())
    tx.record('card.attachment_added', addedPayload({ ...attachment, id: ids[at] ?? '', card_id: cardId }), { cardId })
}

export const bytesOf = (attachments: readonly Pick<AttachmentRow, 'size_bytes'>[]): number =>
  attachments.reduce((sum, { size_bytes }) => sum + (size_bytes ?? 0), 0)
