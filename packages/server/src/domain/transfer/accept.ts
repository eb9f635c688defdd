import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { StoredFile } from '../../files/stored-file.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { cleanFilename } from '../attachments/filename.ts'

/** Takes a file in; workers/imports.ts makes a board of it. Specification: decisions §2 and §3. */
const mostAtOnce = 3

const countOpen = sql<{ open: number }>('select count(*) as open from imports where actor_id = $1 and due_at is not null')
/** Nothing, when the file is lost to the sweep. */
const keepFile = sql<{ key: string }>('update files set kept = true where key = $1 and not kept and not doomed returning key')
const insertImport =
  sql(`insert into imports (id, actor_id, state, filename, size_bytes, name, file_key, may_add_members, due_at, created_at)
  values ($1, $2, 'queued', $3, $4, $5, $6, $7, $8, $8)`)

export const acceptImport: HandlerOf<'board.import'> = async (act, { file, name }) => {
  const { principal } = act
  if (!principal) throw new TandemError('unauthorized', 'Sign in first.')
  if (principal.grant?.leash)
    throw new TandemError('forbidden', 'A token that is leashed to boards cannot import one. Use a token without a leash.')
  if (!(file instanceof StoredFile)) throw invalid('file', 'must be a part of a multipart body.')
  refuseForeign(file)
  if (((await act.row(countOpen, [principal.actorId]))?.open ?? 0) >= mostAtOnce)
    throw new TandemError('conflict', `You have ${mostAtOnce} imports under way. Wait until one of them is done.`, {
      retryAfterSeconds: 10,
    })
  const { key, sizeBytes } = file.stored
  if (!(await act.row(keepFile, [key]))) throw new TandemError('conflict', 'The upload took longer than an hour. Send the file again.')
  const importId = act.newId()
  const filename = cleanFilename(file.name)
  const mayAddMembers = principal.grant === null || principal.grant.scopes.has('members:write')
  act.send(insertImport, [importId, principal.actorId, filename, sizeBytes, name ?? null, key, mayAddMembers, act.now])
  act.audit({ detail: { importId, filename, sizeBytes } })
  return { importId }
}

/** What its own bytes say is something else need not wait for a worker to be refused. */
function refuseForeign({ stored }: StoredFile): void {
  const { provenType } = stored
  if (stored.sizeBytes === 0) throw invalid('file', 'is empty. Send a Tandem export, a Trello export or a CSV file.')
  if (provenType === null || provenType === 'application/zip' || provenType.startsWith('text/')) return
  throw new TandemError(
    'unsupported_media_type',
    `The file is ${provenType}. Send a Tandem export (JSON or ZIP), the JSON export of a Trello board, or CSV in UTF-8.`,
  )
}
