import { because, type Explained, TandemError } from '@tandem/contract'
import { imports } from '../../db/tables/service/imports.ts'
import { pick, returning, write } from '../../db/writes.ts'
import type { StoredFile } from '../../files/stored-file.ts'
import { iso } from '../../kernel/common/clock.ts'
import { uploadBytesLeft } from '../quotas.ts'
import type { ArchivedFile, Entry } from './formats/entries.ts'
import { BrokenFile } from './formats/json-parts.ts'
import { LostImport, leaseMs, type Run } from './import-run.ts'

const keepLease = write(
  pick(imports, ['id', 'attempts', 'dueAt']),
  (given) => `update imports set due_at = ${given.dueAt} where id = ${given.id} and attempts = ${given.attempts} and state = 'running'
  returning id`,
  returning<{ id: string }>(),
)

export type Files = Map<Entry, { file: StoredFile }>

/** A file that has arrived for an entry. */
export type Arrived = ArchivedFile & { entry: Entry; filename: string; contentType: string }

/** Stores a file within the quotas of the board and of the person. Returns the reason if it is left out. Throws LostImport. */
export async function storeWithin(run: Run, { entry, sizeBytes, bytes, ...about }: Arrived, files: Files): Promise<Explained | null> {
  const { deps, claimed } = run
  if (sizeBytes > deps.intake.maxBytes) return because('fileTooBig', { bytes: deps.intake.maxBytes })
  if (run.usedBytes + sizeBytes > deps.policy.boardQuotaBytes) return because('boardFull', { bytes: deps.policy.boardQuotaBytes })
  const left = await uploadBytesLeft(deps.database, deps.policy.quotas, { actorId: claimed.actorId, now: iso(deps.clock.now()) })
  // Files of earlier pages are attached by now, and counted.
  const ofPage = [...files.values()].reduce((sum, { file }) => sum + file.stored.sizeBytes, 0)
  if (left !== null && ofPage + sizeBytes > left) return because('personFull', { bytes: deps.policy.quotas.uploadBytes ?? 0 })
  const dueAt = iso(deps.clock.now() + leaseMs)
  if (!(await deps.database.row(keepLease({ ...claimed, dueAt })))) throw new LostImport()
  try {
    files.set(entry, { file: await deps.intake.receive(bytes, about) })
    run.usedBytes += sizeBytes
    return null
  } catch (error) {
    if (!(error instanceof TandemError && error.cause instanceof BrokenFile)) throw error
    return because('damaged')
  }
}
