import type { AddressInfo } from 'node:net'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import { type Config, configHelp, mayReachPrivateAddresses, readConfig } from './config.ts'
import { type ConnectionTarget, openDatabase } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded/index.ts'
import { migrate } from './db/migrate.ts'
import { systemClock } from './kernel/clock.ts'
import { type Bus, loneBus } from './live/bus.ts'
import { createPostgresWay } from './live/postgres-bus.ts'
import { createRedisWay } from './live/redis-bus.ts'
import { createBus } from './live/ways.ts'
import { logOptions, slowStatements } from './log.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { createOutbound } from './outbound/outbound.ts'
import type { Redis } from './redis/redis.ts'
import { createSeal, loadSealingKeys } from './seal.ts'
import { tellUnreadable } from './sealed-secrets.ts'
import { createService } from './service.ts'

const longestConnectMs = 5_000

/** `npm start`: the one file that knows configuration, storage, domain and surfaces. */
const options = process.argv.slice(2)
if (options.includes('--help') || options.includes('-h')) {
  process.stdout.write(configHelp())
} else {
  await start().catch((error: Error) => {
    process.stderr.write(`Tandem could not start: ${error.message}\n`)
    process.exit(1)
  })
}

async function start(): Promise<void> {
  if (options[0] !== undefined) throw new Error(`it knows no option ${options[0]}. Settings are environment variables: --help lists them.`)
  const config = readConfig(process.env)
  const log = pino({ level: config.LOG_LEVEL, ...logOptions })
  const storage = await openStorage(config, log)
  try {
    await serve(config, log, storage)
  } catch (error) {
    await storage.stop()
    throw error
  }
}

type Storage = { target: ConnectionTarget; embedded: boolean; stop(): Promise<void> }

async function openStorage(config: Config, log: Logger): Promise<Storage> {
  if (config.DATABASE_URL) return { target: { connectionString: config.DATABASE_URL }, embedded: false, stop: async () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: (line) => log.info(line) })
  return { target: postgres.connection, embedded: true, stop: () => postgres.stop() }
}

async function serve(config: Config, log: Logger, storage: Storage): Promise<void> {
  // Before the migrations: a start that is refused for want of a key leaves the database as it was.
  const keys = await loadSealingKeys({ config, dataDir: config.DATA_DIR, embedded: storage.embedded })
  const seal = createSeal(keys)
  const metrics = createMetrics()
  await prepareStorage(storage.target, keys, { log, metrics })
  const outbound = createOutbound({ allowPrivate: mayReachPrivateAddresses(config), allowed: config.OUTBOUND_ALLOWED })
  const database = openDatabase(storage.target, {
    poolSize: config.DATABASE_POOL_SIZE,
    onError(error) {
      metrics.databaseLosses.add()
      log.warn({ err: error }, 'database connection lost')
    },
    slow: slowStatements(config, { log, metrics }),
  })
  const redis = await openRedis(config, log)
  // Nobody else may use the embedded database.
  const bus = storage.embedded ? loneBus : busOf(storage.target, config, redis, log)
  const service = createService({ config, database, clock: systemClock, log, seal, outbound, bus, metrics, ...(redis && { redis }) })
  await redis?.start()
  await listen(service.app, config, config.PORT)
  if (service.mcpApp && config.MCP_PORT !== undefined) await listen(service.mcpApp, config, config.MCP_PORT)
  service.workers.start()
  const place = placeOf(service.app.server.address() as AddressInfo, config)
  log.info({ profile: config.PUBLIC_URL?.startsWith('https:') ? 'public' : 'local' }, `Tandem is ready at ${place}`)
  closeWithGrace({ delay: 10_000, logger: { error: (message?: unknown) => log.error(message) } }, async ({ signal, err }) => {
    if (err) log.error({ err }, 'unexpected failure, shutting down')
    log.info({ signal }, 'shutting down')
    service.drain()
    await Promise.all([service.mcpApp?.close(), service.app.close(), service.workers.stop()])
    await Promise.all([database.close(), redis?.stop()])
    await storage.stop()
  })
}

/** Loaded only where it is used: the library takes 100 ms of a start. */
async function openRedis({ REDIS_URL }: Config, log: Logger): Promise<Redis | undefined> {
  if (REDIS_URL === undefined) return undefined
  const { createRedis } = await import('./redis/redis.ts')
  return createRedis({ url: REDIS_URL, clock: systemClock, log })
}

function busOf(target: ConnectionTarget, { REDIS_URL }: Config, redis: Redis | undefined, log: Logger): Bus {
  const deps = { target, clock: systemClock, log }
  const ways = [createPostgresWay(deps)]
  if (redis && REDIS_URL !== undefined) ways.unshift(createRedisWay({ redis, url: REDIS_URL }))
  return createBus({ ...deps, ways })
}

async function listen(app: FastifyInstance, config: Config, port: number): Promise<void> {
  await app.listen({ host: config.HOST, port }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(whyNotListening(error, config, port), { cause: error })
  })
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, { HOST, MCP_PORT }: Config, port: number): string {
  const name = port === MCP_PORT ? 'MCP_PORT' : 'PORT'
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${HOST} is in use. Stop what listens there, or set ${name}.`
    case 'EACCES':
      return `this account may not listen on port ${port} (ports below 1024 are for administrators). Set ${name} to a higher one.`
    case 'EADDRNOTAVAIL':
      return `HOST ${HOST} is not an address of this machine. Set HOST to one that is, to 127.0.0.1, or to 0.0.0.0 for all of them.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${HOST} is no address, and no address is known by that name. Set HOST to an address of this machine, such as 127.0.0.1.`
    default:
      return `it cannot listen on port ${port} of ${HOST}: ${message}. Check HOST and ${name}.`
  }
}

/** An address that stands for all of them is no place to go to. */
function placeOf({ address, port }: AddressInfo, { PUBLIC_URL }: Config): string {
  const everywhere = address === '0.0.0.0' || address === '::'
  const host = everywhere ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return `${PUBLIC_URL ?? `http://${host}:${port}`}${everywhere ? ', listening on all addresses' : ''}`
}

/** Without the time limits of the pool: a migration may take long. */
async function prepareStorage(target: ConnectionTarget, keys: readonly Buffer[], told: { log: Logger; metrics: Metrics }): Promise<void> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: longestConnectMs })
  // A connection that breaks fails the query that waits on it; without a listener it would end the process without a word.
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw new Error(`the database cannot be reached: ${error.message}. Check DATABASE_URL.`)
  })
  try {
    await refuseUnsafe(client)
    for (const name of await migrate(client)) told.log.info(`migrated: ${name}`)
    await tellUnreadable(client, keys, told)
  } finally {
    await client.end()
  }
}

/** What is acknowledged must survive a crash: a server that was told otherwise is not served from. */
async function refuseUnsafe(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
  )
  const setting = new Map(rows.map((row) => [row.name, row.setting]))
  if (Number(setting.get('server_version_num')) < 150_000) throw new Error('the database is older than PostgreSQL 15. Upgrade it.')
  const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => setting.get(name) === 'off')
  if (off.length > 0) throw new Error(`the database runs with ${off.join(', ')} off and may lose acknowledged writes. Switch it on.`)
}
