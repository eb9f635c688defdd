import { readConfig } from '../config.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { onOwnConnection } from '../storage.ts'
import { brokenInvariants } from './invariants.ts'
import { joinStorage } from './open.ts'

/** Which invariants do not hold in the database of the configuration, with the rows that break them. Reads one snapshot, changes nothing. */
export async function checkInvariants(
  environment: Readonly<Record<string, string | undefined>>,
  onLooked: (done: number, total: number) => void = () => {},
): Promise<string[]> {
  const storage = await joinStorage(readConfig(environment))
  try {
    return await onOwnConnection(storage.target, async (client) => {
      const pending = await pendingMigrations(client)
      if (pending.length > 0) throw new Error(`The database lacks ${pending.join(', ')}. Run tandem migrate first.`)
      return brokenInvariants(client, onLooked)
    })
  } finally {
    await storage.stop()
  }
}
