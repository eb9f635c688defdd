import { once } from 'node:events'
import type { Agent } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../src/administration/invariants.ts'
import { processesIn } from '../embedded/fixture/processes.ts'
import { initialisedDataDir, pgdataOf, signalIfAlive } from '../embedded/fixture/scratch.ts'
import { until } from '../embedded/fixture/until.ts'
import { pick } from './rig/acts.ts'
import { ask, connection, describeOutcome, isAnswer, isUnavailable, type Outcome, succeeded } from './rig/ask.ts'
import { onDatabaseOf, wasShutDownCleanly } from './rig/postgres.ts'
import { freePort, startTandem, type Tandem } from './rig/tandem.ts'
import { get, makeWorld, post, type World } from './rig/world.ts'

/**
 * After the signal a connection without a request stays open for 1 s (surfaces/http/drain.ts). A request sent in the first half of it
 * arrives in time, even if this process loses the processor between reading the clock and sending.
 */
const surelyReadMs = 500

type Running = { tandem: Tandem; environment: Record<string, string>; world: World; dataDir: string }

async function running(): Promise<Running> {
  const dataDir = await initialisedDataDir()
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const tandem = startTandem(environment)
  await tandem.ready()
  return { tandem, environment, dataDir, world: await makeWorld(tandem.url) }
}

const exitOf = async (tandem: Tandem) => {
  // A service that needs more than its 10 s ends itself with 1 (decisions §6).
  await until('the service to end', () => tandem.hasEnded())
  return tandem.ended
}

const noneLeftIn = (dataDir: string) =>
  until('the last process of PostgreSQL to end', async () => (await processesIn(pgdataOf(dataDir))).length === 0)

const statusOf = (outcome: Outcome) => (isAnswer(outcome) ? outcome.status : null)
const isRefused = (outcome: Outcome) => !isAnswer(outcome) && outcome.miss === 'refused'

describe('SIGTERM (F94)', () => {
  test('under load: every request on an open connection is answered, exit 0 in time, the database is shut down and complete', async () => {
    const { tandem, environment, world, dataDir } = await running()
    const clients = startClients(world)
    await until('some load', () => clients.created.length >= 50)
    clients.mayBeRefusedFromNow()
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
      // Without a pause, because the service soon closes a connection without requests.
      let unready: Outcome
      do unready = await ask(tandem.url, { method: 'GET', path: '/health/ready' }, open)
      while (succeeded(unready) && unready.headers.connection !== 'close')
      expect(isUnavailable(unready), describeOutcome(unready)).toBe(true)
      expect(isAnswer(unready) && unready.headers.connection).toBe('close')
      await until('new connections to be refused', async () => isRefused(await ask(tandem.url, { method: 'GET', path: '/health/live' })))
      await client.query('rollback')
      // On a slow machine the lock may be held for 3 s: then the answer is a refusal.
      const answer = await slow.outcome
      expect(succeeded(answer) || isUnavailable(answer) || statusOf(answer) === 409, describeOutcome(answer)).toBe(true)
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

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s twice within a moment is one: the request gets its answer, and the end is in order',
    async (signal) => {
      const { tandem, world, dataDir } = await running()
      await onDatabaseOf(dataDir, async (client) => {
        const slow = await requestBehindLock(client, world)
        tandem.kill(signal)
        tandem.kill(signal)
        await until('new connections to be refused', async () => isRefused(await ask(tandem.url, { method: 'GET', path: '/health/live' })))
        await client.query('rollback')
        const answer = await slow.outcome
        expect(isAnswer(answer), describeOutcome(answer)).toBe(true)
      })
      expect((await exitOf(tandem)).code, tandem.output()).toBe(0)
      expect(await wasShutDownCleanly(dataDir)).toBe(true)
    },
  )

  test('again after a moment: it ends at once; PostgreSQL is not left behind, and the next start has everything', async () => {
    const { tandem, environment, dataDir } = await running()
    const frozen = await processesIn(pgdataOf(dataDir))
    // PostgreSQL does not answer, so requests that wait for it never end.
    for (const pid of frozen) signalIfAlive(pid, 'SIGSTOP')
    await until('the end that is forced', () => {
      if (!tandem.hasEnded()) tandem.kill('SIGTERM')
      return tandem.hasEnded()
    })
    for (const pid of frozen) signalIfAlive(pid, 'SIGCONT')
    expect(await tandem.ended).toEqual({ code: 1, signal: null })
    expect(tandem.output()).toContain('a second SIGTERM')
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

/**
 * Clients that each keep one connection alive. A client ends when a new connection is refused, or was waiting to be accepted at that time.
 * A request without an answer on an open connection is a fault, unless the connection had long been idle.
 */
function startClients(world: World) {
  const created: string[] = []
  const wrongs: string[] = []
  let allSentMs = Infinity
  const running = Array.from({ length: clientCount }, () => run(connection()))
  return {
    created,
    wrongs,
    ended: () => Promise.all(running),
    mayBeRefusedFromNow: () => {
      allSentMs = performance.now() + surelyReadMs
    },
  }

  async function run(agent: Agent): Promise<void> {
    const board = pick(world.boards)
    for (let n = 0; ; n++) {
      const title = `load ${crypto.randomUUID()}`
      const writes = n % 2 === 0
      const question = writes
        ? post(world.admin, `/api/lists/${board?.listIds[0]}/cards`, { title })
        : get(world.admin, `/api/boards/${board?.id}`)
      const sentMs = performance.now()
      const outcome = await ask(world.url, question, agent)
      if (isRefused(outcome)) return agent.destroy()
      const mayBreak = Number.isFinite(allSentMs) && (!('wasOpen' in outcome && outcome.wasOpen) || sentMs > allSentMs)
      if (mayBreak && !isAnswer(outcome) && outcome.miss === 'broken') return agent.destroy()
      if (!succeeded(outcome)) {
        wrongs.push(`${question.method}: ${describeOutcome(outcome)}`)
        return agent.destroy()
      }
      if (writes) created.push(title)
    }
  }
}
