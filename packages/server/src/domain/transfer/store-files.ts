import { because, leftOut } from '@tandem/contract'
import { uploadBytesLeftUnderLock } from '../quotas.ts'
import { leaveOutCover } from './covers-left-out.ts'
import { storeCovers } from './fetch-covers.ts'
import type { Entry, FileEntry } from './formats/entries.ts'
import type { Run } from './import-run.ts'
import { type Files, storeWithin } from './store-within.ts'
import type { Tx } from './write/written.ts'

/** Attached files are stored before the board is locked; files that the page does not keep are deleted. */
export async function storeFiles(run: Run, entries: readonly Entry[]): Promise<Files> {
  const files: Files = new Map()
  try {
    for (const entry of entries) if (entry.what === 'file') await storeFile(run, entry, files)
    await storeCovers(run, entries, files)
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
export function leaveOutRest({ deps, tally, covers }: Run, files: Files, kept: Files): void {
  const why = because('personFull', { bytes: deps.policy.quotas.uploadBytes ?? 0 })
  for (const [entry] of files) {
    if (kept.has(entry)) continue
    if (entry.what === 'file') tally.note(leftOut('file', { name: entry.filename }), why)
    else leaveOutCover(covers, why)
  }
}

async function storeFile(run: Run, entry: FileEntry, files: Files): Promise<void> {
  const { filename, contentType } = entry
  const archived = await run.source.open(entry.path)
  const why = archived ? await storeWithin(run, { ...archived, entry, filename, contentType }, files) : because('notInArchive')
  if (why) run.tally.note(leftOut('file', { name: filename }), why)
}
