import { TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { AttachmentRow } from '../../db/rows.ts'
import { StoredFile } from '../../files/stored-file.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { cleanFilename, cleanType } from './filename.ts'
import { canBeMadeSmall } from './types.ts'
import { addedPayload, attachmentOnWire, mostAttachments } from './wire.ts'

/** Attaching files and web addresses. Specification: service §6, decisions §3. */
const usedBytes = sql<{ used: number }>('select coalesce(sum(size_bytes), 0)::bigint as used from attachments where board_id = $1')
const insertAttachment = sql(`insert into attachments (board_id, id, card_id, kind, name, filename, url, file_key, content_type, proven,
    size_bytes, created_by, created_at, thumbnail_due_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`)
/** Nothing, when the file is lost to the sweep. */
const keepFile = sql<{ key: string }>('update files set kept = true where key = $1 and not kept and not doomed returning key')
/** `$3` more. */
export const countAttachments = sql(`update cards set attachment_count = attachment_count + $3, version = version + 1, updated_at = $4
  where board_id = $1 and id = $2`)

type Attach = Parameters<HandlerOf<'attachment.add'>>
type What = Pick<AttachmentRow, 'kind' | 'name' | 'filename' | 'url' | 'file_key' | 'content_type' | 'proven' | 'size_bytes'>

export const attach: HandlerOf<'attachment.add'> = async (tx, input) => {
  if (tx.target.attachment_count >= mostAttachments)
    throw new TandemError('conflict', `A card holds at most ${mostAttachments} attachments. Delete one, or attach to another card.`)
  const what = input.file === undefined ? linkIn(input) : await fileIn(tx, input)
  const row = {
    ...what,
    board_id: tx.board.id,
    id: tx.newId(),
    card_id: tx.target.id,
    created_by: tx.principal.actorId,
    created_at: tx.now,
  }
  tx.send(insertAttachment, [
    ...[row.board_id, row.id, row.card_id, row.kind, row.name, row.filename, row.url, row.file_key, row.content_type, row.proven],
    ...[row.size_bytes, row.created_by, row.created_at, canBeMadeSmall(row) ? tx.now : null],
  ])
  tx.send(countAttachments, [tx.board.id, row.card_id, 1, tx.now])
  tx.record('card.attachment_added', addedPayload(row), { cardId: row.card_id })
  return attachmentOnWire(row)
}

function linkIn({ url = '', name = url }: Attach[1]): What {
  return { kind: 'link', name, filename: name, url, file_key: null, content_type: null, proven: false, size_bytes: null }
}

/** The bytes are in the store already; from here on they are kept. */
async function fileIn(tx: Attach[0], { file, name }: Attach[1]): Promise<What> {
  if (!(file instanceof StoredFile)) throw invalid('file', 'must be a part of a multipart body.')
  const { key, sizeBytes, provenType } = file.stored
  await refuseBeyondQuota(tx, sizeBytes)
  if (!(await tx.row(keepFile, [key]))) throw new TandemError('conflict', 'The upload took longer than an hour. Send the file again.')
  const filename = cleanFilename(file.name)
  const type = { content_type: provenType ?? cleanType(file.type), proven: provenType !== null }
  return { kind: 'file', name: name ?? filename, filename, url: null, file_key: key, size_bytes: sizeBytes, ...type }
}

/** Under the lock of the board: of two that fit only one by one, one is refused. */
export async function refuseBeyondQuota(tx: Reader & { board: { id: string }; policy: Policy }, sizeBytes: number): Promise<void> {
  const quotaBytes = tx.policy.boardQuotaBytes
  const used = (await tx.row(usedBytes, [tx.board.id]))?.used ?? 0
  if (used + sizeBytes <= quotaBytes) return
  throw new TandemError(
    'payload_too_large',
    `The files of this board may have ${quotaBytes} bytes together. Delete some, or attach an address.`,
    {
      details: { quotaBytes, usedBytes: used, sizeBytes },
    },
  )
}
