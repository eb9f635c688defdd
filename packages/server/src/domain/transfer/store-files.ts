import { because, type Explained, leftOut, TandemError } from '@tandem/contract'
import { imports } from '../../db/tables/service/imports.ts'
import { pick, returning, write } from '../../db/writes.ts'
import type { StoredFile } from '../../files/stored-file.ts'
import { iso } from '../../kernel/common/clock.ts'
import { uploadBytesLeft, uploadBytesLeftUnderLock } from '../quotas.ts'
import type { Entry, FileEntry } from './formats/entries.ts'
import { BrokenFile } from './formats/json-parts.ts'
import { LostImport, leaseMs, type Run } from './import-run.ts'
import type { Tx } from './write/written.ts'

const keepLease = write(
  pick(imports, ['id', 'attempts', 'dueAt']),
  (given) => `update imports set due_at = ${given.dueAt} where id = ${given.id} and attempts = ${given.attempts} and state = 'running'
  returning id`,
  returning<{ id: string }>(),
)

export type Files = Map<Entry, { file: StoredFile }>

/** Attached files are stored before the board is locked; files that the page does not keep are deleted. */
export async function storeFiles(run: Run, entries: readonly Entry[]): Promise<Files> {
  const files: Files = new Map()
  try {
    for (const entry of entries) if (entry.what === 'file') await storeFile(run, entry, files)
    return files
  } catch (error) {
    for (const { file } of files.values()) await run.deps.intake.settle(file)
    throw error
  }
}

/** The stored files that fit into the quota of the person now: they may have attached more since the files were stored. */
export async function filesThatFit(tx: Tx, { claimed }: Run, files: Files): Promise<Files> {
  const left = files.size === 0 ? null : await uploadBytesLeftUnderLock(tx, claimed.actorId)
  if (left === null) return files
  let room = left
  return new Map(
    [...files].filter(([, { file }]) => {
      if (file.stored.sizeBytes > room) return false
      room -= file.stored.sizeBytes
      return true
    }),
  )
}

/** Called after the page is written, for files that `filesThatFit` left out. */
export function leaveOutRest({ deps, tally }: Run, files: Files, kept: Files): void {
  for (const [entry] of files) {
    if (kept.has(entry) || entry.what !== 'file') continue
    tally.note(leftOut('file', { name: entry.filename }), because('personFull', { bytes: deps.policy.quotas.uploadBytes ?? 0 }))
  }
}

async function storeFile(run: Run, entry: FileEntry, files: Files): Promise<void> {
  const { deps, claimed, source, tally } = run
  const leaveOut = (why: Explained) => tally.note(leftOut('file', { name: entry.filename }), why)
  const archived = await source.open(entry.path)
  if (!archived) return leaveOut(because('notInArchive'))
  if (archived.sizeBytes > deps.intake.maxBytes) return leaveOut(because('fileTooBig', { bytes: deps.intake.maxBytes }))
  if (run.usedBytes + archived.sizeBytes > deps.policy.boardQuotaBytes)
    return leaveOut(because('boardFull', { bytes: deps.policy.boardQuotaBytes }))
  const left = await uploadBytesLeft(deps.database, deps.policy.quotas, { actorId: claimed.actorId, now: iso(deps.clock.now()) })
  // Files of earlier pages are attached by now, and counted.
  const ofPage = [...files.values()].reduce((sum, { file }) => sum + file.stored.sizeBytes, 0)
  if (left !== null && ofPage + archived.sizeBytes > left)
    return leaveOut(because('personFull', { bytes: deps.policy.quotas.uploadBytes ?? 0 }))
  const dueAt = iso(deps.clock.now() + leaseMs)
  if (!(await deps.database.row(keepLease({ ...claimed, dueAt })))) throw new LostImport()
  try {
    files.set(entry, { file: await deps.intake.receive(archived.bytes, { filename: entry.filename, contentType: entry.contentType }) })
    run.usedBytes += archived.sizeBytes
  } catch (error) {
    if (!(error instanceof TandemError && error.cause instanceof BrokenFile)) throw error
    leaveOut(because('damaged'))
  }
}
