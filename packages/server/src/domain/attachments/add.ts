import { fieldRefusal, refusal } from '@tandem/contract'
import { type Reader, sql, type Transaction } from '../../db/database.ts'
import { type AttachmentRow, attachments } from '../../db/tables/cards/attachments.ts'
import { files } from '../../db/tables/service/files.ts'
import { insertInto, pick, returning, write } from '../../db/writes.ts'
import { StoredFile } from '../../files/stored-file.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { authorIn } from '../authors.ts'
import { refuseBeyondPerson } from '../quotas.ts'
import { cleanFilename, cleanType } from './filename.ts'
import { addedPayload, attachmentOnWire, countOneMore, mostAttachments } from './record.ts'
import { keptBytes, makeRoom } from './remove.ts'
import { canBeMadeSmall } from './types.ts'

/** Attaching files and web addresses. Specification: service §6, decisions §3. */
const usedBytes = sql<{ used: number }>('select coalesce(sum(size_bytes), 0)::bigint as used from attachments where board_id = $1')
const insertAttachment = insertInto(attachments, [
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
  'authorRole',
])
/** Updates no row when the sweep has deleted the file. */
const keepFile = write(
  pick(files, ['key']),
  (given) => `update files set kept = true where key = ${given.key} and not kept and not doomed returning key`,
  returning<{ key: string }>(),
)
type Attach = Parameters<HandlerOf<'attachment.add'>>
type What = Pick<AttachmentRow, 'kind' | 'name' | 'filename' | 'url' | 'fileKey' | 'contentType' | 'proven' | 'sizeBytes'>

export const attach: HandlerOf<'attachment.add'> = async (tx, input) => {
  if (tx.target.attachmentCount >= mostAttachments) throw refusal('attachmentsFull', { count: mostAttachments })
  const what = input.file === undefined ? linkIn(input) : await fileIn(tx, input)
  const author = authorIn(tx, input.external)
  const row = {
    ...what,
    author,
    boardId: tx.board.id,
    id: tx.newId(),
    cardId: tx.target.id,
    createdBy: tx.principal.actorId,
    createdAt: tx.now,
  }
  tx.send(insertAttachment({ ...row, authorRole: author.role, thumbnailDueAt: canBeMadeSmall(row) ? tx.now : null }))
  tx.send(countOneMore({ boardId: tx.board.id, id: row.cardId, updatedAt: tx.now }))
  tx.record('card.attachment_added', addedPayload(row), { cardId: row.cardId })
  return attachmentOnWire({ ...row, imported: null })
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

type OnBoard = Reader & Pick<Transaction, 'send'> & { board: { id: string }; policy: Policy; principal: Pick<Principal, 'kind'> }

/**
 * Called under the lock of the board, so that of two files that fit only one by one, one is refused. Removed attachments make room, the
 * oldest removal first. A file of an agent takes no room from an attachment that a person added and an agent removed: an undo could not
 * restore it.
 */
export async function refuseBeyondQuota(tx: OnBoard, sizeBytes: number): Promise<void> {
  const quotaBytes = tx.policy.boardQuotaBytes
  const [attached, removed] = await Promise.all([tx.row(usedBytes, [tx.board.id]), tx.row(keptBytes, [tx.board.id])])
  const used = attached?.used ?? 0
  const room = quotaBytes - used - sizeBytes
  if (room >= (tx.principal.kind === 'agent' ? (removed?.ofPeople ?? 0) : 0)) {
    if ((removed?.kept ?? 0) > room) tx.send(makeRoom({ boardId: tx.board.id, room }))
    return
  }
  throw refusal('quota', { bytes: quotaBytes }, { details: { quotaBytes, usedBytes: used, sizeBytes } })
}
