import { readConfig } from '../config.ts'
import { migrate, pendingMigrations } from '../db/migrate.ts'
import { onOwnConnection, refuseUnsafe } from '../storage.ts'
import { joinStorage } from './open.ts'

/** Migrates the configured database, or with `dryRun` lists the missing migrations. Answers names of migrations. */
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
