import { readConfig } from '../config.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { onOwnConnection } from '../storage.ts'
import { brokenInvariants } from './invariants.ts'
import { joinStorage } from './open.ts'
import { checkStorage, type StorageChecked } from './storage-check.ts'

export type Checked = {
  /** Invariants that do not hold, with the rows that break them. */
  broken: string[]
  storage: StorageChecked
}

type Step = 'proving' | 'reading'

/** Whether all that is in the database of the configuration fits together, and can be read as it was written. It changes nothing. */
export async function checkDatabase(
  environment: Readonly<Record<string, string | undefined>>,
  onProgress: (step: Step, done: number, total: number) => void = () => {},
): Promise<Checked> {
  const storage = await joinStorage(readConfig(environment))
  try {
    return await onOwnConnection(storage.target, async (client) => {
      const pending = await pendingMigrations(client)
      if (pending.length > 0) throw new Error(`The database is missing migrations: ${pending.join(', ')}. Run tandem migrate first.`)
      const broken = await brokenInvariants(client, (done, total) => onProgress('proving', done, total))
      return { broken, storage: await checkStorage(client, (done, total) => onProgress('reading', done, total)) }
    })
  } finally {
    await storage.stop()
  }
}
