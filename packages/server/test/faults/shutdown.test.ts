import { once } from 'node:events'
import type { Agent } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../src/administration/invariants.ts'
import { processesIn } from '../embedded/fixture/processes.ts'
import { initialisedDataDir, pgdataOf } from '../embedded/fixture/scratch.ts'
import { until } from '../embedded/fixture/until.ts'
import { pick } from './rig/acts.ts'
import { ask, connection, describeOutcome, isAnswer, isUnavailable, type Outcome, succeeded } from './rig/ask.ts'
import { onDatabaseOf, wasShutDownCleanly } from './rig/postgres.ts'
import { freePort, startTandem, type Tandem } from './rig/tandem.ts'
import { get, makeWorld, post, type World } from './rig/world.ts'

/** What a stop may take (decisions §6). */
const exitLimitMs = 10_000

type Running = { tandem: Tandem; environment: Record<string, string>; world: World; dataDir: string }

async function running(): Promise<Running> {
  const dataDir = await initialisedDataDir()
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const tandem = startTandem(environment)
  await tandem.ready()
  return { tandem, environment, dataDir, world: await makeWorld(tandem.url) }
}

const exitOf = async (tandem: Tandem) => {
  await until('the service to end', () => tandem.hasEnded(), exitLimitMs)
  return tandem.ended
}

const noneLeftIn = (dataDir: string) =>
  until('the last process of PostgreSQL to end', async () => (await processesIn(pgdataOf(dataDir))).length === 0)

const isRefused = (outcome: Outcome) => !isAnswer(outcome) && outcome.miss === 'refused'

describe('SIGTERM (F94)', { timeout: 90_000 }, () => {
  test('under load: every request on an open connection is answered, exit 0 in time, the database is shut down and complete', async () => {
    const { tandem, environment, world, dataDir } = await running()
    const clients = startClients(world)
    await until('some load', () => clients.created.length >= 50)
    tandem.kill('SIGTERM')
    expect((await exitOf(tandem)).code, tandem.output()).toBe(0)
    expect(await processesIn(pgdataOf(dataDir))).toEqual([])
    expect(await wasShutDownCleanly(dataDir)).toBe(true)
    await clients.ended()
    expect(clients.wrongs).toEqual([])

    const next = startTandem(environment)
    await next.ready()
    await onDatabaseOf(dataDir, async (client) => {
      const { rows } = await client.query<{ title: string }>(`select title from cards where title like 'load %'`)
      expect(rows.map((row) => row.title).toSorted()).toEqual(clients.created.toSorted())
      expect(await brokenInvariants(client)).toEqual([])
    })
  })

  test('while a request waits for a lock: new connections are refused, open ones answered, unready and alive; the request gets its answer', async () => {
    const { tandem, world, dataDir } = await running()
    const open = connection()
    expect(succeeded(await ask(tandem.url, get(world.admin, '/api/me'), open))).toBe(true)
    await onDatabaseOf(dataDir, async (client) => {
      const slow = await requestBehindLock(client, world)
      tandem.kill('SIGTERM')
      await until('new connections to be refused', async () => isRefused(await ask(tandem.url, { method: 'GET', path: '/health/live' })))
      const unready = await ask(tandem.url, { method: 'GET', path: '/health/ready' }, open)
      expect(isUnavailable(unready), describeOutcome(unready)).toBe(true)
      expect(isAnswer(unready) && unready.headers.connection).toBe('close')
      await client.query('rollback')
      const answer = await slow.outcome
      expect(succeeded(answer), describeOutcome(answer)).toBe(true)
    })
    expect((await exitOf(tandem)).code).toBe(0)
  })

  test('with connections on which nothing, half a request, or nothing more comes: exit 0 in time all the same', async () => {
    const { tandem, world } = await running()
    const port = Number(new URL(tandem.url).port)
    const silent = await openSocket(port)
    const half = await openSocket(port)
    half.write('POST /api/boards HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{"name"')
    const idle = connection()
    expect(succeeded(await ask(tandem.url, get(world.admin, '/api/me'), idle))).toBe(true)
    tandem.kill('SIGTERM')
    expect((await exitOf(tandem)).code, tandem.output()).toBe(0)
    for (const socket of [silent, half]) socket.destroy()
  })

  test('twice: the second ends it at once; PostgreSQL is not left behind, and the next start has everything', async () => {
    const { tandem, environment, world, dataDir } = await running()
    await onDatabaseOf(dataDir, async (client) => {
      await requestBehindLock(client, world)
      tandem.kill('SIGTERM')
      await until('new connections to be refused', async () => isRefused(await ask(tandem.url, { method: 'GET', path: '/health/live' })))
      expect(tandem.hasEnded()).toBe(false)
      tandem.kill('SIGTERM')
      expect((await tandem.ended).code).toBe(1)
    })
    await noneLeftIn(dataDir)
    const next = startTandem(environment)
    await next.ready()
    expect(await onDatabaseOf(dataDir, brokenInvariants)).toEqual([])
  })
})

/** Sends a write to a board whose row another connection holds, and resolves once it waits there. */
async function requestBehindLock(client: pg.Client, world: World): Promise<{ outcome: Promise<Outcome> }> {
  const [board] = world.boards
  await client.query('begin')
  await client.query('select from boards where id = $1 for update', [board?.id])
  const outcome = ask(world.url, post(world.admin, `/api/lists/${board?.listIds[0]}/cards`, { title: 'patient' }))
  await until('the request to wait for the lock', async () => {
    const waiting = await client.query(`select from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid()`)
    return waiting.rowCount === 1
  })
  return { outcome }
}

async function openSocket(port: number): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const clientCount = 16

/** Clients with a connection each, kept alive; one ends when a new connection is refused. Anything but an answer on an open one is wrong. */
function startClients(world: World) {
  const created: string[] = []
  const wrongs: string[] = []
  const running = Array.from({ length: clientCount }, () => run(connection()))
  return { created, wrongs, ended: () => Promise.all(running) }

  async function run(agent: Agent): Promise<void> {
    const board = pick(world.boards)
    for (let n = 0; ; n++) {
      const title = `load ${crypto.randomUUID()}`
      const writes = n % 2 === 0
      const question = writes
        ? post(world.admin, `/api/lists/${board?.listIds[0]}/cards`, { title })
        : get(world.admin, `/api/boards/${board?.id}`)
      const outcome = await ask(world.url, question, agent)
      if (isRefused(outcome)) return agent.destroy()
      if (!succeeded(outcome)) {
        wrongs.push(`${question.method}: ${describeOutcome(outcome)}`)
        return agent.destroy()
      }
      if (writes) created.push(title)
    }
  }
}
