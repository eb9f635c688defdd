import { fieldRefusal, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { type AttachmentRow, attachments } from '../../db/tables/cards/attachments.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { files } from '../../db/tables/service/files.ts'
import { insertInto, pick, returning, write } from '../../db/writes.ts'
import { StoredFile } from '../../files/stored-file.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { refuseBeyondPerson } from '../quotas.ts'
import { cleanFilename, cleanType } from './filename.ts'
import { addedPayload, attachmentOnWire, mostAttachments } from './record.ts'
import { canBeMadeSmall } from './types.ts'

/** Attaching files and web addresses. Specification: service §6, decisions §3. */
const usedBytes = sql<{ used: number }>('select coalesce(sum(size_bytes), 0)::bigint as used from attachments where board_id = $1')
const insertAttachment = insertInto(attachments, [
  ...(['boardId', 'id', 'cardId', 'kind', 'name', 'filename', 'url', 'fileKey', 'contentType', 'proven'] as const),
  ...(['sizeBytes', 'createdBy', 'createdAt', 'thumbnailDueAt'] as const),
])
/** Nothing, when the file is lost to the sweep. */
const keepFile = write(
  pick(files, ['key']),
  (given) => `update files set kept = true where key = ${given.key} and not kept and not doomed returning key`,
  returning<{ key: string }>(),
)
export const countAttachments = write(
  { ...pick(cards, ['boardId', 'id', 'updatedAt']), more: parameter<number>('int') },
  (given) => `update cards set attachment_count = attachment_count + ${given.more}, version = version + 1, updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = ${given.id}`,
)

type Attach = Parameters<HandlerOf<'attachment.add'>>
type What = Pick<AttachmentRow, 'kind' | 'name' | 'filename' | 'url' | 'fileKey' | 'contentType' | 'proven' | 'sizeBytes'>

export const attach: HandlerOf<'attachment.add'> = async (tx, input) => {
  if (tx.target.attachmentCount >= mostAttachments) throw refusal('attachmentsFull', { count: mostAttachments })
  const what = input.file === undefined ? linkIn(input) : await fileIn(tx, input)
  const row = {
    ...what,
    boardId: tx.board.id,
    id: tx.newId(),
    cardId: tx.target.id,
    createdBy: tx.principal.actorId,
    createdAt: tx.now,
  }
  tx.send(insertAttachment({ ...row, thumbnailDueAt: canBeMadeSmall(row) ? tx.now : null }))
  tx.send(countAttachments({ boardId: tx.board.id, id: row.cardId, updatedAt: tx.now, more: 1 }))
  tx.record('card.attachment_added', addedPayload(row), { cardId: row.cardId })
  return attachmentOnWire(row)
}

function linkIn({ url = '', name = url }: Attach[1]): What {
  return { kind: 'link', name, filename: name, url, fileKey: null, contentType: null, proven: false, sizeBytes: null }
}

/** The bytes are in the store already; from here on they are kept. */
async function fileIn(tx: Attach[0], { file, name }: Attach[1]): Promise<What> {
  if (!(file instanceof StoredFile)) throw fieldRefusal('file', 'fileNoPart')
  const { key, sizeBytes, provenType } = file.stored
  // The lock of the person's quota: sharers of a transaction would pass it.
  tx.requireOwnTransaction()
  await refuseBeyondQuota(tx, sizeBytes)
  await refuseBeyondPerson(tx, 'uploadBytes', { actorId: tx.principal.actorId, more: sizeBytes })
  if (!(await tx.row(keepFile({ key })))) throw refusal('uploadTooSlow')
  const filename = cleanFilename(file.name)
  const type = { contentType: provenType ?? cleanType(file.type), proven: provenType !== null }
  return { kind: 'file', name: name ?? filename, filename, url: null, fileKey: key, sizeBytes, ...type }
}

/** Called under the lock of the board, so that of two files that fit only one by one, one is refused. */
export async function refuseBeyondQuota(tx: Reader & { board: { id: string }; policy: Policy }, sizeBytes: number): Promise<void> {
  const quotaBytes = tx.policy.boardQuotaBytes
  const used = (await tx.row(usedBytes, [tx.board.id]))?.used ?? 0
  if (used + sizeBytes <= quotaBytes) return
  throw refusal('quota', { bytes: quotaBytes }, { details: { quotaBytes, usedBytes: used, sizeBytes } })
}
