import { fieldRefusal, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { files } from '../../db/tables/service/files.ts'
import { imports } from '../../db/tables/service/imports.ts'
import { insertInto, pick, returning, write } from '../../db/writes.ts'
import { StoredFile } from '../../files/stored-file.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { cleanFilename } from '../attachments/filename.ts'
import { refuseBeyondPerson } from '../quotas.ts'

/** Takes a file in; workers/imports.ts makes a board of it. Specification: decisions §2 and §3. */
const mostAtOnce = 3

const countOpen = sql<{ open: number }>('select count(*) as open from imports where actor_id = $1 and due_at is not null')
/** Updates no row when the sweep has deleted the file. */
const keepFile = write(
  pick(files, ['key']),
  ({ key }) => `update files set kept = true where key = ${key} and not kept and not doomed returning key`,
  returning<{ key: string }>(),
)
const insertImport = insertInto(imports, [
  'id',
  'actorId',
  'state',
  'filename',
  'sizeBytes',
  'name',
  'fileKey',
  'mayAddMembers',
  'scopes',
  'dueAt',
  'createdAt',
])

export const acceptImport: HandlerOf<'board.import'> = async (act, { file, name }) => {
  const { principal } = act
  if (!principal) throw refusal('signInFirst')
  if (principal.grant?.leash) throw refusal('leashedImport')
  if (!(file instanceof StoredFile)) throw fieldRefusal('file', 'fileNoPart')
  refuseForeign(file)
  if (((await act.row(countOpen, [principal.actorId]))?.open ?? 0) >= mostAtOnce)
    throw refusal('importsFull', { count: mostAtOnce }, { retryAfterSeconds: 10 })
  await refuseBeyondPerson(act, 'boards', { actorId: principal.actorId })
  const { key, sizeBytes } = file.stored
  if (!(await act.row(keepFile({ key })))) throw refusal('uploadTooSlow')
  const importId = act.newId()
  const filename = cleanFilename(file.name)
  const mayAddMembers = principal.grant === null || principal.grant.scopes.has('members:write')
  const scopes = principal.grant && [...principal.grant.scopes]
  act.send(
    insertImport({
      id: importId,
      actorId: principal.actorId,
      state: 'queued',
      filename,
      sizeBytes,
      name: name ?? null,
      fileKey: key,
      mayAddMembers,
      scopes,
      dueAt: act.now,
      createdAt: act.now,
    }),
  )
  act.audit({ detail: { importId, filename, sizeBytes } })
  return { importId }
}

/** Refuses a file at once whose bytes prove another type: no worker has to read it. */
function refuseForeign({ stored }: StoredFile): void {
  const { provenType } = stored
  if (stored.sizeBytes === 0) throw fieldRefusal('file', 'importEmpty')
  if (provenType === null || provenType === 'application/zip' || provenType.startsWith('text/')) return
  throw refusal('importForeign', { type: provenType })
}
