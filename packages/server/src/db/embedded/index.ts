import { resolve } from 'node:path'
import { chooseServerAccount } from './account.ts'
import { locateBinaries } from './binaries/find.ts'
import { openDataDirectory } from './data-directory.ts'
import { messageOf } from './errors.ts'
import { refuseSilent } from './file-system-check.ts'
import { initialise, sweepDrafts } from './initialise.ts'
import { readPidFile } from './pid-file.ts'
import { databaseName, databaseUser, type ServerOptions } from './server-options.ts'
import { port } from './settings.ts'
import { makeSocketDirectory, remakeSocketDirectory, removeAbandonedSocket, removeSocketDirectory } from './socket-directory.ts'
import { startServer } from './start-server.ts'
import { supervise } from './supervisor.ts'

export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts'

export type EmbeddedPostgresOptions = {
  /** The directory of `postgres-18`. May be relative to the working directory, and may not exist yet. */
  dataDir: string
  /** Gets one line per notable step, and the server's own warnings. */
  log?: (line: string) => void
  /** Extra server settings, by PostgreSQL's names. */
  settings?: Record<string, string>
  /** The directory for a copy of the binaries when they cannot run in node_modules. Root: /var/cache/tandem, others: ~/.cache/tandem. */
  cacheDir?: string
}

export type EmbeddedPostgres = {
  /** For `new pg.Pool(connection)`: `host` is the folder of the unix socket. It stays the same over restarts of the server. */
  connection: { host: string; port: number; user: string; database: string }
  /** The pid of the present server; another one after a restart. */
  readonly postmasterPid: number
  /** Ends the server (fast shutdown, after 5 s immediate) and resolves when its last process is gone. */
  stop(): Promise<void>
  /** Calls back whenever the server dies without `stop()` having been asked; the supervisor then restarts it. */
  onExit(listener: (code: number | null) => void): void
}

/**
 * Starts (or initialises, then starts) PostgreSQL 18 on `dataDir/postgres-18` and keeps it running until
 * `stop()`. When this process dies without stopping it, the server shuts itself down.
 * Throws EmbeddedPostgresError, whose message says what to do. See docs/decisions/embedded-postgres.md.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const serverOptions = await prepareServer(options, log)
  const start = async (cancel: AbortSignal) => {
    await remakeSocketDirectory(serverOptions)
    return startServer(serverOptions, cancel)
  }
  try {
    const former = await readPidFile(serverOptions.pgdata)
    const server = supervise(await start(new AbortController().signal), start, log)
    // We hold the directory, so the former server is dead. If its pid file is still here, it did not shut down cleanly.
    if (former) await removeAbandonedSocket(former, serverOptions).catch((error) => log(`${former.socketDir} stays: ${messageOf(error)}`))
    await sweepDrafts(serverOptions.pgdata).catch((error) => log(`leftovers of an interrupted initialization stay: ${messageOf(error)}`))
    return {
      connection: { host: serverOptions.socketDir, port, user: databaseUser, database: databaseName },
      get postmasterPid() {
        return server.pid
      },
      onExit: (listener) => server.onExit(listener),
      async stop() {
        await server.stop()
        await removeSocketDirectory(serverOptions.socketDir)
      },
    }
  } catch (error) {
    await removeSocketDirectory(serverOptions.socketDir)
    throw error
  }
}

async function prepareServer(options: EmbeddedPostgresOptions, log: (line: string) => void): Promise<ServerOptions> {
  const dataDir = resolve(options.dataDir)
  await refuseSilent(dataDir)
  const { pgdata, initialised } = await openDataDirectory(dataDir)
  const account = await chooseServerAccount(pgdata)
  const binDir = await locateBinaries({ account, dataDir, cacheDir: options.cacheDir, log })
  if (!initialised) {
    log(`initializing the database in ${pgdata}${account ? ` under the account "${account.name}"` : ''}`)
    await initialise({ pgdata, binDir, account })
  }
  const socketDir = await makeSocketDirectory(account)
  return { pgdata, binDir, account, socketDir, settings: options.settings ?? {}, log }
}
