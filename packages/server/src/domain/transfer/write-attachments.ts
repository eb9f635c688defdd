import { sql } from '../../db/database.ts'
import type { AttachmentRow } from '../../db/rows.ts'
import { cleanFilename, cleanType } from '../attachments/filename.ts'
import { canBeMadeSmall } from '../attachments/types.ts'
import type { Entry, FileEntry } from './entries.ts'
import { type Of, type StoredAttachment, sendRows, type Tx, type Written } from './written.ts'

/** Web addresses and files of a page. The bytes are in the store already, and kept (run-import.ts). */
const insertAttachments = sql(`insert into attachments (board_id, id, card_id, kind, name, filename, url, file_key, content_type, proven,
    size_bytes, created_by, created_at, thumbnail_due_at)
  select $1, r.id, r.card_id, r.kind, r.name, r.filename, r.url, r.file_key, r.content_type, r.proven, r.size_bytes, $4, $3,
    case when r.small then $3::timestamptz end
  from json_to_recordset($2::json) as r(id uuid, card_id uuid, kind text, name text, filename text, url text, file_key text,
    content_type text, proven boolean, size_bytes bigint, small boolean)`)
const countAttachments = sql(`update cards c set attachment_count = c.attachment_count + r.total
  from (select card_id, count(*) as total from json_to_recordset($2::json) as a(card_id uuid) group by card_id) r
  where c.id = r.card_id and c.board_id = $1`)

export function writeAttachments(
  tx: Tx,
  entries: readonly (Of<'link'> | FileEntry)[],
  files: ReadonlyMap<Entry, StoredAttachment>,
  { cards }: Written,
): void {
  const rows = entries.flatMap((entry): NewAttachment[] => {
    const of = { id: tx.newId(), card_id: cards.get(entry.cardRef) ?? '' }
    if (entry.what === 'link') return [{ ...of, ...linkColumns(entry) }]
    const stored = files.get(entry)
    return stored ? [{ ...of, ...fileColumns(entry, stored) }] : []
  })
  if (rows.length === 0) return
  tx.send(insertAttachments, [tx.board.id, JSON.stringify(rows), tx.now, tx.principal.actorId])
  sendRows(tx, countAttachments, rows)
  for (const { id, card_id: cardId, filename, content_type, size_bytes } of rows) {
    const told = { cardId, attachmentId: id, filename, contentType: content_type ?? 'text/uri-list', sizeBytes: size_bytes ?? 0 }
    tx.record('card.attachment_added', told, { cardId })
  }
}

type AttachmentColumns = Pick<
  AttachmentRow,
  'kind' | 'name' | 'filename' | 'url' | 'file_key' | 'content_type' | 'proven' | 'size_bytes'
> & { small: boolean }
type NewAttachment = AttachmentColumns & { id: string; card_id: string }

const linkColumns = ({ name, url }: Of<'link'>): AttachmentColumns => ({
  ...{ kind: 'link', name, filename: name, url, file_key: null, content_type: null, proven: false, size_bytes: null, small: false },
})

function fileColumns(entry: FileEntry, { key, sizeBytes, provenType }: StoredAttachment): AttachmentColumns {
  const filename = cleanFilename(entry.filename)
  const type = { content_type: provenType ?? cleanType(entry.contentType), proven: provenType !== null }
  const file = { file_key: key, size_bytes: sizeBytes, ...type, small: canBeMadeSmall(type) }
  return { kind: 'file', name: entry.name || filename, filename, url: null, ...file }
}
