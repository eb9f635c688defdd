import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { chooseServerAccount } from '../../../src/db/embedded/account.ts'
import { locateBinaries } from '../../../src/db/embedded/binaries/find.ts'
import { launchServer, type ServerProcess } from '../../../src/db/embedded/server-process.ts'
import { makeSocketDirectory, removeSocketDirectory } from '../../../src/db/embedded/socket-directory.ts'
import { initialisedDataDir, pgdataOf } from '../../embedded/fixture/scratch.ts'

/** The server of a data directory from its `postmaster.pid`: its pid, its state, and how to connect. Null while there is none. */
export async function serverOf(dataDir: string): Promise<{ pid: number; isReady: boolean; target: pg.ClientConfig } | null> {
  const text = await readFile(join(pgdataOf(dataDir), 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid = '', , , port = '', host = '', , , status = ''] = text.split('\n').map((line) => line.trim())
  if (!/^\d+$/.test(pid) || host === '') return null
  return { pid: Number(pid), isReady: status === 'ready', target: { host, port: Number(port), user: 'tandem', database: 'tandem' } }
}

/** Runs `work` on a connection of its own. */
export async function onDatabase<T>(target: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(target)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function onDatabaseOf<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await serverOf(dataDir)
  if (!server) throw new Error(`no server runs in ${dataDir}`)
  return onDatabase(server.target, work)
}

/** Whether the server of this directory ended by a shutdown with a checkpoint: `DBState` in pg_control, 1 = shut down. */
export async function wasShutDownCleanly(dataDir: string): Promise<boolean> {
  const control = await readFile(join(pgdataOf(dataDir), 'global', 'pg_control'))
  return control.readUInt32LE(16) === 1
}

/** A PostgreSQL server that the test starts and stops, and the environment of a service on it. */
export type OwnPostgres = {
  target: pg.ClientConfig
  environment: { DATABASE_URL: string; INTEGRATION_SECRET_KEY: string }
  start(): Promise<void>
  /** Immediate shutdown: no checkpoint, every connection is cut. */
  stopAtOnce(): Promise<void>
  remove(): Promise<void>
}

export async function ownPostgres(): Promise<OwnPostgres> {
  const dataDir = await initialisedDataDir()
  const pgdata = pgdataOf(dataDir)
  const account = await chooseServerAccount(pgdata)
  const binDir = await locateBinaries({ account, dataDir, cacheDir: undefined, log: () => {} })
  const socketDir = await makeSocketDirectory(account)
  const site = { pgdata, binDir, account, socketDir, settings: {}, log: () => {} }
  let server: ServerProcess | null = null
  return {
    target: { host: socketDir, port: 5432, user: 'tandem', database: 'tandem' },
    environment: {
      DATABASE_URL: `postgres://tandem@localhost:5432/tandem?host=${encodeURIComponent(socketDir)}`,
      INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64'),
    },
    async start() {
      server = await launchServer(site, new AbortController().signal)
    },
    async stopAtOnce() {
      if (!server) return
      process.kill(server.pid, 'SIGQUIT')
      await server.gone
      server = null
    },
    async remove() {
      await server?.stop()
      await removeSocketDirectory(socketDir)
    },
  }
}
