import { resolve } from 'node:path'
import { isInitialised, pgdataIn } from './data-directory.ts'
import type { EmbeddedPostgres } from './index.ts'
import { readPidFile } from './pid-file.ts'
import { findOccupant } from './running-server.ts'
import { databaseName, databaseUser } from './server-options.ts'
import { port } from './settings.ts'

/** Whether there is a database below `dataDir` at all: to look for one makes none. */
export const hasDatabase = (dataDir: string): Promise<boolean> => isInitialised(pgdataIn(resolve(dataDir)))

/** The way to the server that another process runs on this data directory; null when none does. */
export async function findRunning(dataDir: string): Promise<EmbeddedPostgres['connection'] | null> {
  const pgdata = pgdataIn(resolve(dataDir))
  const occupant = await findOccupant(pgdata)
  const file = occupant?.pid && !occupant.stopping ? await readPidFile(pgdata) : null
  return file ? { host: file.socketDir, port, user: databaseUser, database: databaseName } : null
}
