import type pg from 'pg'
import type { Config } from './config.ts'
import { whyNotUsable } from './database-refusals.ts'
import type { ConnectionTarget } from './db/database.ts'
import { refuseSilent } from './db/embedded/file-system-check.ts'
import { startEmbeddedPostgres } from './db/embedded/index.ts'
import { type Pooling, poolingOf } from './db/servers/pooler.ts'
import { connectClient } from './db/servers/servers.ts'

/** The configured database: an external server, or the embedded one, run for as long as it is needed. */
export type Storage = { target: ConnectionTarget; embedded: boolean; stop(): Promise<void> }

const longestConnectMs = 5_000

export async function openStorage(config: Config, log: (line: string) => void): Promise<Storage> {
  // DATA_DIR also has the attached files.
  if (config.DATABASE_URL) await refuseSilent(config.DATA_DIR)
  if (config.DATABASE_URL) return { target: { connectionString: config.DATABASE_URL }, embedded: false, stop: async () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log })
  return { target: postgres.connection, embedded: true, stop: () => postgres.stop() }
}

/**
 * A connection without the time limits of the pool, for long work such as a migration. Throws when a pooler is in between whose connections
 * are not those of the database.
 */
export async function onOwnConnection<T>(target: ConnectionTarget, work: (client: pg.Client, pooling: Pooling) => Promise<T>): Promise<T> {
  const client = await connectClient(target, { connectionTimeoutMillis: longestConnectMs }).catch((error: Error) => {
    const reason = whyNotUsable(error, target)
    throw new Error(reason ?? `the database cannot be reached: ${error.message}. Check DATABASE_URL.`, { cause: error })
  })
  try {
    const pooling = await poolingOf(client, target)
    if (pooling === 'transaction') throw new Error(`${perTransaction} ${remedyPerTransaction}`)
    return await work(client, pooling)
  } catch (error) {
    const reason = whyNotUsable(error, target)
    throw reason === null ? error : new Error(reason, { cause: error })
  } finally {
    await client.end()
  }
}

export const perTransaction =
  'DATABASE_URL points to a pooler that assigns a PostgreSQL connection to each transaction, not to each session.'
export const remedyPerTransaction =
  'Tandem needs session state (prepared statements, LISTEN, locks): connect to PostgreSQL directly, or set pool_mode = session in the pooler.'

/** Acknowledged writes must survive a crash: a server with such a setting off is refused. */
export async function refuseUnsafe(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
  )
  const setting = new Map(rows.map((row) => [row.name, row.setting]))
  if (Number(setting.get('server_version_num')) < 150_000) throw new Error('the database is older than PostgreSQL 15. Upgrade it.')
  const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => setting.get(name) === 'off')
  if (off.length > 0) throw new Error(`the database runs with ${off.join(', ')} off and may lose acknowledged writes. Turn it on.`)
}
