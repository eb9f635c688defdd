import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@tandem/server/embedded'
import pg from 'pg'
import { postmasterOf } from './cpu.ts'

/** The PostgreSQL that both sides share, each in a database of its own. */
export type Postgres = {
  version: string
  /** The folder of its socket; null for TCP. */
  socketDir: string | null
  /** Null when /proc does not show its processes: then no CPU is measured. */
  postmasterPid: number | null
  databases: { tandem: string; reference: string }
  urlOf(database: string): string
  connect(database: string): Promise<pg.Client>
  /** Drops the databases; stops the server when it is ours. */
  stop(): Promise<void>
}

type Server = { urlOf(database: string): string; admin: string; socketDir: string | null; stop(): Promise<void> }

export async function openPostgres(databaseUrl: string | undefined): Promise<Postgres> {
  const server = databaseUrl === undefined ? await embedded() : given(databaseUrl)
  const databases = { tandem: `tandem_bench_${process.pid}`, reference: `tandem_bench_${process.pid}_reference` }
  const connect = async (database: string) => {
    const client = new pg.Client(server.urlOf(database))
    await client.connect()
    return client
  }
  try {
    const admin = await connect(server.admin)
    for (const name of Object.values(databases)) await admin.query(`create database "${name}"`)
    const { rows } = await admin.query<{ version: string; pid: number }>(
      `select current_setting('server_version') as version, pg_backend_pid() as pid`,
    )
    const postmasterPid = postmasterOf(rows[0]?.pid ?? 0, server.admin)
    await admin.end()
    return {
      version: rows[0]?.version ?? '',
      socketDir: server.socketDir,
      postmasterPid,
      databases,
      urlOf: server.urlOf,
      connect,
      async stop() {
        const client = await connect(server.admin)
        for (const name of Object.values(databases)) await client.query(`drop database if exists "${name}" with (force)`)
        await client.end()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function embedded(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const { host, port, user, database } = postgres.connection
  return {
    urlOf: (name) => `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    admin: database,
    socketDir: host,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function given(databaseUrl: string): Server {
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host')
  return {
    urlOf(name) {
      const other = new URL(databaseUrl)
      other.pathname = `/${name}`
      return other.href
    },
    admin: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    socketDir: host?.startsWith('/') ? host : null,
    stop: async () => {},
  }
}
