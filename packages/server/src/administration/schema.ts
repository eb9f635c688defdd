import { readConfig } from '../config.ts'
import { migrate, pendingMigrations } from '../db/migrate.ts'
import { onOwnConnection, refuseUnsafe } from '../storage.ts'
import { joinStorage } from './open.ts'

/** Brings the schema of the configuration's database up to date, or with `dryRun` says what it lacks. Answers names of migrations. */
export async function updateSchema(environment: Readonly<Record<string, string | undefined>>, dryRun: boolean): Promise<string[]> {
  const storage = await joinStorage(readConfig(environment), { mayMake: !dryRun })
  try {
    return await onOwnConnection(storage.target, async (client) => {
      await refuseUnsafe(client)
      return dryRun ? pendingMigrations(client) : migrate(client)
    })
  } finally {
    await storage.stop()
  }
}
