import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)
/** Any fixed number: every instance asks for the same advisory lock. */
const migrationLock = 7_263_001

export type Migration = { name: string; sql: string; checksum: string }

/** How long a migration waits for a lock, how often it tries, and how long it lets others go on between two tries. */
export type Waits = { lockMs: number; tries: number; pauseMs: number }

/** A transaction that waits for a table lock blocks all that come after it. With the pauses, three minutes in all. */
const usualWaits: Waits = { lockMs: 3_000, tries: 30, pauseMs: 3_000 }

/**
 * Brings the schema up to date; safe for any number of instances at once.
 * Throws when an applied migration was edited since, when the database is newer than this release, or when another transaction keeps a
 * table locked.
 */
export async function migrate(client: pg.Client, migrations?: Migration[], waits: Waits = usualWaits): Promise<string[]> {
  const known = migrations ?? (await readMigrations())
  return underMigrationLock(client, async () => {
    const applied = await appliedMigrations(client)
    refuseEdited(applied, known)
    const pending = known.filter((migration) => !applied.has(migration.name))
    for (const migration of pending) await applyInTurn(client, migration, waits)
    return pending.map((migration) => migration.name)
  })
}

/** The names of those that the database has not had, in order, without touching it. Throws as `migrate` does. */
export async function pendingMigrations(client: pg.Client): Promise<string[]> {
  const known = await readMigrations()
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`)
  if (!rows[0]?.there) return known.map(({ name }) => name)
  const applied = await readApplied(client)
  refuseEdited(applied, known)
  return known.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(tableOfMigrations)
  return readApplied(client)
}

const tableOfMigrations = `create table if not exists migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp())`

/** Applies these, in order, within a transaction that the caller has begun under the lock of migrations. */
export async function migrateWithin(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(tableOfMigrations)
  for (const migration of migrations) await run(client, migration)
}

/** Runs `work` while no other instance migrates, and none that starts goes on. */
export async function underMigrationLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  }
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function refuseEdited(applied: Map<string, string>, known: Migration[]): void {
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  for (const [name, checksum] of applied) {
    const migration = byName.get(name)
    if (!migration) throw new Error(`The database was migrated by a newer release of Tandem (${name}). Start that release or a later one.`)
    if (migration.checksum !== checksum) {
      throw new Error(
        'This data was created by another version of Tandem. Start that version, or set DATA_DIR (or DATABASE_URL) to a new place. ' +
          `For developers: migration ${name} differs from the one that this database ran. ` +
          'Restore the file of the release; never edit an applied migration.',
      )
    }
  }
}

async function applyInTurn(client: pg.Client, migration: Migration, waits: Waits): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await apply(client, migration, waits.lockMs)
      return
    } catch (error) {
      if (!isLocked(error)) throw error
      if (tried >= waits.tries) throw new Error(await lockedMessage(client, migration), { cause: error })
      await setTimeout(waits.pauseMs)
    }
  }
}

async function apply(client: pg.Client, migration: Migration, lockMs: number): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    await run(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const lockNotAvailable = '55P03'

const isLocked = (error: unknown): boolean => (error as { cause?: { code?: string } }).cause?.code === lockNotAvailable

const oldestTransaction = `select pid, coalesce(nullif(application_name, ''), usename) as program, xact_start::text as since
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
  order by xact_start limit 1`

async function lockedMessage(client: pg.Client, { name }: Migration): Promise<string> {
  const { rows } = await client.query<{ pid: number; program: string; since: string }>(oldestTransaction)
  const [oldest] = rows
  const who = oldest ? ` The oldest one is open since ${oldest.since}: process ${oldest.pid} (${oldest.program}).` : ''
  const end = oldest ? ` or end it (select pg_terminate_backend(${oldest.pid});)` : ''
  return `Migration ${name} could not lock its tables: another transaction on the database holds them.${who} Wait for it${end}, then start again.`
}

async function run(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum])
  } catch (error) {
    throw new Error(
      refusedExtension(migration, error) ?? `Migration ${migration.name} failed and was rolled back: ${(error as Error).message}`,
      { cause: error },
    )
  }
}

const [notPermitted, notInstalled] = ['42501', '0A000']

/** The remedy when the database lacks an extension that a migration creates: the role may not create it, or the server does not have it. */
function refusedExtension({ sql }: Migration, error: unknown): string | null {
  const { code, message } = error as { code?: string; message: string }
  if ((code !== notPermitted && code !== notInstalled) || !message.includes('extension')) return null
  const names = [...sql.matchAll(/^create extension if not exists (\w+);/gm)].map((match) => match[1])
  const needs = `Tandem needs the PostgreSQL extensions ${names.join(', ')} in its database (${message}).`
  if (code === notInstalled)
    return `${needs} Install the contributed modules of PostgreSQL (the package postgresql-contrib), then start again.`
  const statements = names.map((name) => `create extension if not exists ${name};`).join(' ')
  return `${needs} Run this in the database as a superuser or its owner, then start again: ${statements}`
}
