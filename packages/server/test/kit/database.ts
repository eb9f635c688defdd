import pg from 'pg'
import { inject } from 'vitest'

export type ServerAddress = { connectionString: string } | { host: string; port: number; user: string; database: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of this run, and its migrated template. */
    postgres: { server: ServerAddress; template: string }
  }
}

/** For a transaction in which a test holds locks on a connection of the service: one that is idle for 10 s would be ended. */
export const beginHolding = 'begin; set local idle_in_transaction_session_timeout = 0'

/** Calls `act` while another connection of the pool holds the lock of a board, so that a mutation waits until its limit. */
export async function whileBoardIsHeld<T>(pool: pg.Pool, boardId: string, act: () => Promise<T>): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query(beginHolding)
    await holder.query('select from boards where id = $1 for no key update', [boardId])
    return await act()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

let made = 0

/** A fresh database with the schema, of its own server or of TEST_DATABASE_URL. */
export async function freshDatabase(): Promise<{ address: ServerAddress; drop(): Promise<void> }> {
  const { server, template } = inject('postgres')
  made += 1
  const name = `tandem_test_${process.pid}_${Date.now().toString(36)}_${made}`
  // By copying files: half the time of writing each page to the log, on a server that has little to write out.
  await onServer(server, `create database "${name}" template "${template}" strategy file_copy`)
  return {
    address: databaseOn(server, name),
    drop: async () => void (await onServer(server, `drop database if exists "${name}" with (force)`)),
  }
}

export function databaseOn(server: ServerAddress, name: string): ServerAddress {
  if (!('connectionString' in server)) return { ...server, database: name }
  const url = new URL(server.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}

/** In the form of DATABASE_URL. */
export function urlOf(address: ServerAddress): string {
  if ('connectionString' in address) return address.connectionString
  const { host, port, user, database } = address
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Runs one statement on a connection of its own; returns its rows. */
export async function onServer(server: ServerAddress, statement: string): Promise<any[]> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The contents of the database: the rows of every table as text, sorted. */
export async function rowsOfAllTables(pool: Pick<pg.Pool, 'query'>): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const read = async ({ name }: { name: string }): Promise<[string, string[]]> => {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
    return [name, rows.map(({ row }) => row)]
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}
