import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { type Config, readConfig } from '../../src/config.ts'
import type { ConnectionTarget, Database } from '../../src/db/database.ts'
import type { FileStore } from '../../src/files/store.ts'
import type { Bus } from '../../src/live/bus.ts'
import { createPostgresBus } from '../../src/live/postgres-bus.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { openObservedDatabase } from '../../src/observed-database.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import type { Resolve } from '../../src/outbound/post.ts'
import type { Redis } from '../../src/redis/redis.ts'
import { createSeal, loadSealingKeys, type Seal } from '../../src/seal.ts'
import { createService, type Service } from '../../src/service.ts'
import type { CreateInstance } from '../../src/surfaces/mcp/instance.ts'
import { type MovableClock, movableClock } from './clock.ts'
import { freshDatabase, type ServerAddress } from './database.ts'
import { type Answer, type Sender, send } from './http.ts'

/**
 * A real service on a real socket and a real database of its own, with a clock that the test moves.
 *
 *   const tandem = await startTestService()
 *   const ada = await tandem.register('Ada')                    // signed in by cookie; the first is the instance admin
 *   const board = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })   // { status, body, headers }
 *   const agent = await tandem.agent(ada, 'Robo', [board.body.id])   // an agent of Ada's, member of the boards, with a token
 *   tandem.clock.advance(3_600_000)
 *   await tandem.stop()
 */
export type TestService = {
  url: string
  clock: MovableClock
  database: Database
  /** The address of the database: a second service started with it is another instance of this one. */
  address: ServerAddress
  service: Service
  config: Config
  /** The keys with which it seals and signs. */
  seal: Seal
  /** Requests without a credential. */
  anonymous: Sender
  register(name: string, more?: Record<string, unknown>): Promise<Person>
  agent(owner: Person, name: string, boardIds?: readonly string[], scopes?: readonly string[]): Promise<Person>
  /** A member asks for an agent of another person, who agrees. */
  lend(owner: Person, agent: { actorId: string }, to: Person, boardId: string, role?: string): Promise<void>
  withToken(token: string): Sender
  stop(): Promise<void>
}

/** A caller: `actorId`, and get/post/put/patch/delete with the caller's credential. */
export type Person = Sender & { actorId: string; handle: string; cookie: string | null; token: string | null }

export const agentScopes = [
  'boards:read',
  'cards:write',
  'comments:write',
  'sessions:write',
  'notifications:write',
  'webhooks:write',
] as const

export const password = 'correct horse battery'

export async function startTestService(
  options: {
    environment?: Record<string, string>
    clock?: MovableClock
    address?: ConnectionTarget
    /** Replaces name servers. */
    resolve?: Resolve
    store?: FileStore
    /** The channel to other instances; by default that of the database. */
    bus?: Bus
    createMcpInstance?: CreateInstance
    redis?: Redis
    /** Replaces the built web app. */
    webDirectory?: string
    /** The log for lines that tests do not usually look at. */
    log?: Logger
  } = {},
): Promise<TestService> {
  const fresh = options.address ? { address: options.address, drop: async () => {} } : await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-data-'))
  const config = readConfig({
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    // Each connection plans its own statements: with 16 of them the tests use an eighth more CPU.
    DATABASE_POOL_SIZE: '5',
    RATE_LIMIT_AUTH: '0',
    RATE_LIMIT_AUTH_FAILURES: '0',
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_SESSION: '0',
    ...options.environment,
  })
  const clock = options.clock ?? movableClock()
  const log = options.log ?? pino({ level: process.env.TEST_LOG_LEVEL ?? 'fatal' })
  const metrics = createMetrics()
  const database = openObservedDatabase(fresh.address, config, { log, metrics })
  const INTEGRATION_SECRET_KEY = config.INTEGRATION_SECRET_KEY ?? randomBytes(32).toString('hex')
  const seal = createSeal(await loadSealingKeys({ config: { INTEGRATION_SECRET_KEY }, dataDir: '', embedded: false }))
  const outbound = createOutbound({
    allowPrivate: config.OUTBOUND_ALLOW_PRIVATE ?? true,
    allowed: config.OUTBOUND_ALLOWED,
    ...(options.resolve ? { resolve: options.resolve } : {}),
  })
  const bus = options.bus ?? createPostgresBus({ target: fresh.address, clock, log })
  const { store, createMcpInstance, webDirectory, redis } = options
  const service = createService({
    config,
    database,
    clock,
    log,
    seal,
    outbound,
    bus,
    metrics,
    ...(store && { store }),
    ...(redis && { redis }),
    ...(createMcpInstance && { createMcpInstance }),
    ...(webDirectory !== undefined && { webDirectory }),
  })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  await service.mcpApp?.listen({ host: '127.0.0.1', port: config.MCP_PORT ?? 0 })
  service.workers.start()
  const { port } = service.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const withToken = (token: string) => send(url, { authorization: `Bearer ${token}` })

  return {
    url,
    clock,
    database,
    address: fresh.address,
    service,
    config,
    seal,
    withToken,
    anonymous: send(url, {}),
    async register(name, more = {}) {
      const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${randomBytes(3).toString('hex')}@example.com`
      const answer = await send(url, {}).post('/api/auth/register', { email, password, name, ...more })
      expectStatus(answer, 201)
      const cookie = cookieOf(answer)
      return { ...send(url, { cookie }), actorId: answer.body.id, handle: answer.body.handle, cookie, token: null }
    },
    async agent(owner, name, boardIds = [], scopes = agentScopes) {
      const made = await owner.post('/api/agents', { name })
      expectStatus(made, 201)
      for (const boardId of boardIds)
        expectStatus(await owner.post(`/api/boards/${boardId}/members`, { actorId: made.body.id, role: 'member' }), 201)
      const minted = await owner.post('/api/tokens', { label: name, scopes, actorId: made.body.id })
      expectStatus(minted, 201)
      return { ...withToken(minted.body.token), actorId: made.body.id, handle: made.body.handle, cookie: null, token: minted.body.token }
    },
    async lend(owner, { actorId }, to, boardId, role = 'member') {
      const asked = await to.post(`/api/boards/${boardId}/members`, { actorId, role })
      expectStatus(asked, 202)
      expectStatus(await owner.post(`/api/agents/${actorId}/requests/${asked.body.requestId}`, { accept: true }), 200)
    },
    async stop() {
      await service.workers.stop()
      await service.mcpApp?.close()
      await service.app.close()
      await database.close()
      await fresh.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function expectStatus(answer: Answer, status: number): void {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`)
}

export function cookieOf(answer: Answer): string {
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('kb_session='))
  return cookie?.split(';')[0] ?? ''
}
