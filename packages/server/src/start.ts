import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { mayReachPrivateAddresses } from './config/derived.ts'
import { type Config, mistypedSettings, readConfig } from './config.ts'
import type { ConnectionTarget } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import type { Pooling } from './db/servers/pooler.ts'
import { createDiskMonitor } from './disk-monitor.ts'
import { endSignals, onEndSignals } from './end-signals.ts'
import { openStore } from './files/open-store.ts'
import { systemClock } from './kernel/common/clock.ts'
import { type Bus, localBus } from './live/bus.ts'
import { createPostgresTransport } from './live/postgres-bus.ts'
import { createRedisTransport } from './live/redis-bus.ts'
import { createBus } from './live/transports.ts'
import { isForPeople, openLog } from './log.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { openObservedDatabase } from './observed-database.ts'
import { createOutbound } from './outbound/outbound.ts'
import type { Redis } from './redis/redis.ts'
import { createSeal, loadSealingKeys } from './seal.ts'
import { reportUnreadable } from './sealed-secrets.ts'
import { createService } from './service.ts'
import { onOwnConnection, openStorage, refuseUnsafe, type Storage } from './storage.ts'
import { createStoreMonitor } from './store-monitor.ts'

/** Starts the service as the environment says, and ends it by signal. Throws an Error that says what to do. */
export async function startService(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const config = readConfig(environment)
  const log = openLog(config, process.stdout, environment)
  for (const { name, meant } of mistypedSettings(environment)) log.warn(`${name} is not a setting of Tandem. Did you mean ${meant}?`)
  const storage = await openStorage(config, (line) => log.info(line))
  try {
    await serve(config, log, storage)
  } catch (error) {
    await storage.stop()
    throw error
  }
}

async function serve(config: Config, log: Logger, storage: Storage): Promise<void> {
  // Before the migrations: a start that is refused for want of a key leaves the database as it was.
  const keys = await loadSealingKeys({ config, dataDir: config.DATA_DIR, embedded: storage.embedded })
  const seal = createSeal(keys)
  const metrics = createMetrics()
  const pooling = await prepareStorage(storage.target, keys, { log, metrics })
  const outbound = createOutbound({ allowPrivate: mayReachPrivateAddresses(config), allowed: config.OUTBOUND_ALLOWED })
  const diskMonitor = createDiskMonitor({ dataDir: config.DATA_DIR, database: () => database, clock: systemClock, log })
  const database = openObservedDatabase(storage.target, config, { log, metrics, full: diskMonitor.databaseIsFull, pooling })
  const redis = await openRedis(config, log)
  // No other process may use the embedded database.
  const bus = storage.embedded ? localBus : busOf(storage.target, config, redis, log)
  const store = openStore(config)
  const storeMonitor = storage.embedded ? null : createStoreMonitor({ target: storage.target, store, redis, clock: systemClock, log })
  const service = createService({
    config,
    database,
    clock: systemClock,
    log,
    seal,
    outbound,
    bus,
    metrics,
    store,
    ...(redis && { redis }),
    troubleOf: () => diskMonitor.trouble() ?? storeMonitor?.trouble() ?? null,
  })
  await redis?.start()
  await Promise.all([storeMonitor?.start(), diskMonitor.start()])
  await listen(service.app, config, config.PORT)
  if (service.mcpApp && config.MCP_PORT !== undefined) await listen(service.mcpApp, config, config.MCP_PORT)
  service.workers.start()
  endInOrder(log, async () => {
    service.drain()
    await Promise.all([service.mcpApp?.close(), service.app.close(), service.workers.stop(), diskMonitor.stop()])
    await Promise.all([database.close(), storeMonitor?.stop(), redis?.stop()])
    await storage.stop()
  })
  // Logged last: a program that reads this line may stop the service at once.
  const place = placeOf(service.app.server.address() as AddressInfo, config)
  log.info({ profile: config.PUBLIC_URL?.startsWith('https:') ? 'public' : 'local' }, `Tandem is ready at ${place}`)
  if (isForPeople(config, process.stdout)) for (const line of forPeople(config)) log.info(line)
}

/** Ends the process by signal, or after a failure that nothing has caught; at the latest after the 10 s of decisions §6. */
function endInOrder(log: Logger, shutDown: () => Promise<void>): void {
  let ending: Promise<void> | undefined
  const options = { delay: 10_000, logger: { error: (message?: unknown) => log.error(message) }, skip: [...endSignals] }
  const grace = closeWithGrace(options, async ({ err }) => {
    if (err) log.error({ err }, 'unexpected failure, shutting down')
    await (ending ??= shutDown())
  })
  onEndSignals({
    end(signal) {
      log.info({ signal }, 'shutting down')
      grace.close()
    },
    force(signal) {
      log.error(`a second ${signal}: exiting at once`)
      process.exit(1)
    },
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
  const transports = [createPostgresTransport(deps)]
  if (redis && REDIS_URL !== undefined) transports.unshift(createRedisTransport({ redis, url: REDIS_URL }))
  return createBus({ ...deps, transports })
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
      return `port ${port} on ${HOST} is in use. Stop the other process, or set ${name}.`
    case 'EACCES':
      return `this account is not allowed to listen on port ${port} (ports below 1024 are for administrators). Set ${name} to a higher port.`
    case 'EADDRNOTAVAIL':
      return `HOST ${HOST} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1, or to 0.0.0.0 for all addresses.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${HOST} cannot be resolved. Set HOST to an address of this machine, such as 127.0.0.1.`
    default:
      return `cannot listen on port ${port} of ${HOST}: ${message}. Check HOST and ${name}.`
  }
}

/** Hints for a person at a terminal. */
function forPeople(config: Config): string[] {
  const folder = resolve(config.DATA_DIR)
  const files = config.ATTACHMENT_STORE === 's3' ? 'attached files in S3' : `attached files in ${folder}`
  return [
    config.DATABASE_URL === undefined ? `Everything is kept in ${folder}` : `Everything is kept in the database of DATABASE_URL, ${files}`,
    'Press Ctrl-C to stop',
  ]
}

/** A wildcard address cannot be opened in a browser. */
function placeOf({ address, port }: AddressInfo, { PUBLIC_URL }: Config): string {
  const everywhere = address === '0.0.0.0' || address === '::'
  const host = everywhere ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return `${PUBLIC_URL ?? `http://${host}:${port}`}${everywhere ? ', listening on all addresses' : ''}`
}

async function prepareStorage(
  target: ConnectionTarget,
  keys: readonly Buffer[],
  reporting: { log: Logger; metrics: Metrics },
): Promise<Pooling> {
  return onOwnConnection(target, async (client, pooling) => {
    await refuseUnsafe(client)
    const migrations = await migrate(client)
    if (migrations.length > 0)
      reporting.log.info({ migrations }, `the schema of the database is up to date: ${migrations.length} migrations were applied`)
    await reportUnreadable(client, keys, reporting)
    return pooling
  })
}
