import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Client } from 'pg'
import { type Child, startChild } from './processes/child.ts'
import { openPostgres, type Postgres } from './processes/postgres.ts'
import { createWorld, type World } from './world.ts'

/**
 * `pair` and `several`: Tandem too, through the first two instances on one database, or through all. `logged`: through the instance that was
 * started with the log level of an operator.
 */
export type Side = 'tandem' | 'reference' | 'pair' | 'several' | 'logged'

/** That of the bench, and the default of the service, which has a line for each request. */
export type LogLevel = 'warn' | 'info'

export type Served = { pid: number; port: number; database: string; others?: readonly Further[] }
/** A further instance of Tandem on the same database. */
export type Further = { pid: number; port: number; readyMs: number; end(): Promise<void> }

/** Everything that a measurement needs, running. */
export type Rig = {
  postgres: Postgres
  sides: Record<Side, Served>
  load: Child
  receiver: { child: Child; port: number }
  world: World
  /** A connection to Tandem's database, for loading cards and for looking at counters. */
  database: Client
  /** Starts a further instance. `several` sends to all that run. */
  further(logLevel?: LogLevel): Promise<Further>
  /** Makes a backup of Tandem's database. */
  backUp(): Promise<{ ms: number; bytes: number }>
  /** How many activities the group `log` loads. */
  activities: number
}

const mainFile = new URL('../../packages/server/src/main.ts', import.meta.url)
const commandFile = new URL('../../packages/cli/src/main.ts', import.meta.url)
const startPatienceMs = 30_000

/**
 * Starts PostgreSQL, both sides, the load generator and the receiver, each a process of its own on loopback; calls `use`; then ends them
 * all and removes their files, also after a failure.
 */
export async function withRig<T>(
  options: { databaseUrl?: string | undefined; profileDir?: string | undefined; activities?: number },
  use: (rig: Rig) => Promise<T>,
): Promise<T> {
  const undo: (() => Promise<unknown>)[] = []
  const ends = (child: Child) => {
    undo.push(() => child.end())
    return child
  }
  try {
    const postgres = await openPostgres(options.databaseUrl)
    undo.push(() => postgres.stop())
    const home = await mkdtemp(join(tmpdir(), 'tandem-bench-service-'))
    undo.push(() => rm(home, { recursive: true, force: true }))
    const { databases } = postgres

    await createReferenceTables(postgres)
    const reference = ends(
      startChild(new URL('./processes/reference.ts', import.meta.url), { env: { DATABASE_URL: postgres.urlOf(databases.reference) } }),
    )
    const load = ends(startChild(new URL('./processes/load.ts', import.meta.url)))
    const receiver = ends(startChild(new URL('./processes/receiver.ts', import.meta.url)))
    const port = await freePort()
    const tandem = ends(startTandem(port, postgres, { home, profileDir: options.profileDir, logLevel: 'warn' }))
    await answers(tandem, `http://127.0.0.1:${port}/openapi.json`)
    const database = await postgres.connect(databases.tandem)
    undo.push(() => database.end())

    const side = { pid: tandem.pid, port, database: databases.tandem }
    const others: Further[] = []
    undo.push(() => Promise.all(others.map((other) => other.end())))
    let logged = side
    const further = async (logLevel: LogLevel = 'warn') => {
      const other = await startFurther(postgres, home, logLevel)
      if (logLevel === 'info') logged = { ...side, pid: other.pid, port: other.port }
      others.push(other)
      return { ...other, end: () => other.end().then(() => void others.splice(others.indexOf(other), 1)) }
    }
    return await use({
      activities: options.activities ?? 0,
      further,
      backUp: () => backUp(postgres, home),
      postgres,
      load,
      database,
      sides: {
        tandem: side,
        pair: {
          ...side,
          get others() {
            return others.slice(0, 1)
          },
        },
        several: { ...side, others },
        get logged() {
          return logged
        },
        reference: { pid: reference.pid, port: await reference.ask<number>('port'), database: databases.reference },
      },
      receiver: { child: receiver, port: await receiver.ask<number>('port') },
      world: await createWorld(`http://127.0.0.1:${port}`, database),
    })
  } finally {
    for (const step of undo.reverse()) await step().catch((error: Error) => process.stderr.write(`clearing up: ${error.message}\n`))
  }
}

async function startFurther(postgres: Postgres, home: string, logLevel: LogLevel): Promise<Further> {
  const startMs = performance.now()
  const port = await freePort()
  const child = startTandem(port, postgres, { home, profileDir: undefined, logLevel })
  try {
    await answers(child, `http://127.0.0.1:${port}/health/ready`)
    return { pid: child.pid, port, readyMs: performance.now() - startMs, end: () => child.end() }
  } catch (error) {
    await child.end()
    throw error
  }
}

async function backUp(postgres: Postgres, home: string): Promise<{ ms: number; bytes: number }> {
  const file = join(home, 'backup.tar')
  const startMs = performance.now()
  const env = { PATH: process.env.PATH ?? '', HOME: home, DATA_DIR: home, DATABASE_URL: postgres.urlOf(postgres.databases.tandem) }
  await promisify(execFile)(process.execPath, [fileURLToPath(commandFile), 'backup', '--out', file, '--force'], { env })
  return { ms: performance.now() - startMs, bytes: (await stat(file)).size }
}

type Started = { home: string; profileDir: string | undefined; logLevel: LogLevel }

/** The settings of an operator, but without rate limits, which the load would reach. */
function startTandem(port: number, postgres: Postgres, { home, profileDir, logLevel }: Started): Child {
  const preload = new URL('./processes/end-with-parent.ts', import.meta.url).href
  const profiling = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
  return startChild(mainFile, {
    cwd: home,
    execArgv: ['--import', preload, ...profiling],
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: postgres.urlOf(postgres.databases.tandem),
      DATA_DIR: home,
      RATE_LIMIT_TOKEN: '0',
      RATE_LIMIT_SESSION: '0',
      RATE_LIMIT_AUTH: '0',
      BOARD_MAX_PER_PERSON: '0',
      LOG_LEVEL: logLevel,
      INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64'),
    },
  })
}

const referenceTables = `create table activities (
    id uuid primary key, board_id uuid not null, card_id uuid, actor_id uuid not null, verb text not null, payload json not null,
    created_at timestamptz not null, seq bigint);
  create table counters (name text primary key, value bigint not null);
  insert into counters values ('all', 0);
  create table cards (
    board_id uuid not null, id uuid primary key, list_id uuid not null, number int not null, title text not null, rank text collate "C" not null,
    priority text not null, start_at timestamptz, due_at timestamptz, completed_at timestamptz, archived_at timestamptz,
    version int not null, created_at timestamptz not null, updated_at timestamptz not null, delegate_actor_id uuid,
    checklist_total int not null, checklist_done int not null, comment_count int not null, attachment_count int not null);
  create index cards_by_board on cards (board_id, list_id, rank);
  insert into cards
    select '00000000-0000-4000-8000-000000000001', gen_random_uuid(), '00000000-0000-4000-8000-000000000002', n, 'Rotate the signing keys of service ' || n,
      'c' || n, 'none', null, null, null, null, 1, now(), now(), null, 0, 0, 0, 0
    from generate_series(1, 2000) as n`

/** The board of 2,000 cards that the reference selects. */
export const referenceBoardId = '00000000-0000-4000-8000-000000000001'

async function createReferenceTables(postgres: Postgres): Promise<void> {
  const client = await postgres.connect(postgres.databases.reference)
  await client.query(referenceTables)
  await client.query('vacuum analyze')
  await client.end()
}

async function answers(service: Child, url: string): Promise<void> {
  const untilMs = performance.now() + startPatienceMs
  while (performance.now() < untilMs) {
    if (service.hasEnded()) throw new Error(`Tandem did not start:\n${service.lastWords()}`)
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error(`Tandem did not answer within ${startPatienceMs / 1_000} s:\n${service.lastWords()}`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
