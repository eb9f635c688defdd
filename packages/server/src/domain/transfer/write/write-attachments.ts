import { type AttachmentRow, attachments } from '../../../db/tables/cards/attachments.ts'
import { insertInto, pick, sendRows, writeRows } from '../../../db/writes.ts'
import { writeCovers } from '../../attachments/covers.ts'
import { cleanFilename, cleanType } from '../../attachments/filename.ts'
import { canBeMadeSmall } from '../../attachments/types.ts'
import { authorIn } from '../../authors.ts'
import type { Entry, FileEntry, LinkEntry } from '../formats/entries.ts'
import { newOn, past, type StoredAttachment, type Tx, type Written } from './written.ts'

/** Web addresses and files of a page. The bytes are in the store already, and kept (run-import.ts). */
const insertAttachments = insertInto(attachments, [
  'boardId',
  'id',
  'cardId',
  'kind',
  'name',
  'filename',
  'url',
  'fileKey',
  'contentType',
  'proven',
  'sizeBytes',
  'createdBy',
  'createdAt',
  'thumbnailDueAt',
  'imported',
  'authorRole',
])
const countAttachments = writeRows(
  pick(attachments, ['boardId', 'cardId']),
  (rows) => `update cards c set attachment_count = c.attachment_count + r.total
  from (select board_id, card_id, count(*) as total from ${rows} group by board_id, card_id) r
  where c.id = r.card_id and (c.board_id = r.board_id) is true`,
)

export function writeAttachments(
  tx: Tx,
  entries: readonly (LinkEntry | FileEntry)[],
  files: ReadonlyMap<Entry, StoredAttachment>,
  { cards, covers }: Written,
): void {
  const rows = entries.flatMap((entry) => {
    const of = {
      ...newOn(tx),
      cardId: cards.get(entry.cardRef) ?? '',
      createdBy: tx.principal.actorId,
      authorRole: 'external' as const,
      imported: { authorName: entry.authorName, createdAt: past(tx, entry.createdAt) },
      isCover: entry.ref !== null && covers.get(entry.cardRef) === entry.ref,
    }
    const stored = files.get(entry)
    if (stored) return [{ ...of, ...fileColumns(fileIn(entry), stored, tx.now) }]
    return entry.what === 'link' ? [{ ...of, ...linkColumns(entry) }] : []
  })
  sendRows(tx, insertAttachments, rows)
  sendRows(tx, countAttachments, rows)
  const shown = rows.filter((row) => row.isCover && canBeMadeSmall(row))
  sendRows(
    tx,
    writeCovers,
    shown.map(({ boardId, cardId, id }) => ({ boardId, id: cardId, coverAttachmentId: id })),
  )
  const author = authorIn(tx, true)
  for (const { id, cardId, filename, contentType, sizeBytes } of rows) {
    const payload = { cardId, attachmentId: id, filename, contentType: contentType ?? 'text/uri-list', sizeBytes: sizeBytes ?? 0, author }
    tx.record('card.attachment_added', payload, { cardId })
  }
}

type AttachmentColumns = Pick<
  AttachmentRow,
  'kind' | 'name' | 'filename' | 'url' | 'fileKey' | 'contentType' | 'proven' | 'sizeBytes' | 'thumbnailDueAt'
>

const linkColumns = ({ name, url }: LinkEntry): AttachmentColumns => ({
  kind: 'link',
  name,
  filename: name,
  url,
  fileKey: null,
  contentType: null,
  proven: false,
  sizeBytes: null,
  thumbnailDueAt: null,
})

/** The image of a cover takes the place of its link. */
const fileIn = (entry: LinkEntry | FileEntry): Pick<FileEntry, 'name' | 'filename' | 'contentType'> =>
  entry.what === 'file' ? entry : { name: entry.name, filename: entry.name, contentType: '' }

function fileColumns(entry: ReturnType<typeof fileIn>, { key, sizeBytes, provenType }: StoredAttachment, now: string): AttachmentColumns {
  const filename = cleanFilename(entry.filename)
  const type = { contentType: provenType ?? cleanType(entry.contentType), proven: provenType !== null }
  const file = { fileKey: key, sizeBytes, ...type, thumbnailDueAt: canBeMadeSmall(type) ? now : null }
  return { kind: 'file', name: entry.name || filename, filename, url: null, ...file }
}
