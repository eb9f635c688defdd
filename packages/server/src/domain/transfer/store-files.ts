import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { StoredFile } from '../../files/stored-file.ts'
import { iso } from '../../kernel/clock.ts'
import type { Entry, FileEntry } from './entries.ts'
import { LostImport, leaseMs, type Run } from './import-run.ts'
import { BrokenFile } from './json-parts.ts'

const keepLease = sql<{ id: string }>(`update imports set due_at = $3 where id = $1 and attempts = $2 and state = 'running' returning id`)

export type Files = Map<Entry, { file: StoredFile }>

/** Attached files go to the store before the board is locked; what the page does not keep is deleted. */
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

async function storeFile(run: Run, entry: FileEntry, files: Files): Promise<void> {
  const { deps, claimed, source, tally } = run
  const leaveOut = (reason: string) => tally.note(`file ${JSON.stringify(entry.filename)}`, reason)
  const archived = await source.open(entry.path)
  if (!archived) return leaveOut('it is not in the archive')
  if (archived.sizeBytes > deps.intake.maxBytes) return leaveOut(`a file may have at most ${deps.intake.maxBytes} bytes here`)
  if (run.usedBytes + archived.sizeBytes > deps.policy.boardQuotaBytes)
    return leaveOut(`the files of a board may have ${deps.policy.boardQuotaBytes} bytes together`)
  const until = iso(deps.clock.now() + leaseMs)
  if (!(await deps.database.row(keepLease, [claimed.id, claimed.attempts, until]))) throw new LostImport()
  try {
    files.set(entry, { file: await deps.intake.receive(archived.bytes, { filename: entry.filename, contentType: entry.contentType }) })
    run.usedBytes += archived.sizeBytes
  } catch (error) {
    if (!(error instanceof TandemError && error.cause instanceof BrokenFile)) throw error
    leaveOut('it is damaged in the archive')
  }
}
