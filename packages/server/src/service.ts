import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import packageJson from '../package.json' with { type: 'json' }
import { takesClientDocuments } from './config/derived.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { readForecast } from './domain/dry-run/forecast.ts'
import { createHandlers } from './domain/handlers.ts'
import { createIdentities } from './domain/identities/server.ts'
import { createClientDocuments } from './domain/oauth/client-documents.ts'
import { createAuthorizationServer } from './domain/oauth/server.ts'
import { privateTargetChecks } from './domain/private-target-checks.ts'
import { createMailIn, type MailIn } from './domain/replies/mail-in.ts'
import { createTextIndex, type TextIndex } from './domain/search/text-index.ts'
import { createQueueDepths } from './domain/service/depths.ts'
import { createIntake } from './files/intake.ts'
import { openStore } from './files/open-store.ts'
import { createReservations } from './files/reservations.ts'
import type { FileStore } from './files/store.ts'
import { createBoardMoves } from './kernel/board/moves.ts'
import { createCauses } from './kernel/common/causes.ts'
import type { Clock } from './kernel/common/clock.ts'
import { type Authenticator, createAuthenticator } from './kernel/identity/authenticate.ts'
import { createKernel, type Kernel } from './kernel/kernel.ts'
import { counted } from './kernel/limits/counted-rate-limit.ts'
import { createRateLimiter, type RateLimiter } from './kernel/limits/rate-limit.ts'
import type { Nudge } from './kernel/record.ts'
import type { Bus } from './live/bus.ts'
import { createLive, type Live } from './live/live.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { watchProcess } from './metrics/process.ts'
import type { Outbound } from './outbound/outbound.ts'
import { policyOf } from './policy.ts'
import type { Redis } from './redis/redis.ts'
import { createSharedRateLimiter } from './redis/shared-rate-limit.ts'
import type { Seal } from './seal.ts'
import { connectionLimits } from './surfaces/http/connection-limits.ts'
import { createConnections } from './surfaces/http/connections.ts'
import type { HttpDeps } from './surfaces/http/deps.ts'
import { createHttpServer } from './surfaces/http/server.ts'
import { mountMailIn } from './surfaces/mail/mount.ts'
import { mountGuides } from './surfaces/mcp/guides/mount.ts'
import type { CreateInstance } from './surfaces/mcp/instance.ts'
import { mountMcp } from './surfaces/mcp/mount.ts'
import { mountMetrics } from './surfaces/metrics/mount.ts'
import { mountAuthorize } from './surfaces/oauth/authorize.ts'
import { mountEndpoints } from './surfaces/oauth/endpoints.ts'
import { mountResourceMetadata, mountServerMetadata } from './surfaces/oauth/metadata.ts'
import { mountOidc } from './surfaces/oidc/mount.ts'
import { createRelyingParties } from './surfaces/oidc/relying-party.ts'
import { mountPersonLinkPage } from './surfaces/pages/person-link.ts'
import { mountReference } from './surfaces/rest/reference/mount.ts'
import { createRestServer } from './surfaces/rest/server.ts'
import { mountSocket } from './surfaces/socket/mount.ts'
import { mountWeb } from './surfaces/web/mount.ts'
import { createWorkers, type Workers } from './workers/workers.ts'

export type ServiceDeps = {
  config: Config
  database: Database
  clock: Clock
  log: Logger
  seal: Seal
  outbound: Outbound
  /** The way to other instances on the same database. */
  bus: Bus
  /** Shares rate limits between instances; without it each instance has its own. */
  redis?: Redis
  /** The store of attached files; that of the configuration when absent. */
  store?: FileStore
  /** The metrics that the database counts into already. */
  metrics?: Metrics
  /** The reason why this instance cannot serve, besides the database; always null when absent. */
  troubleOf?: () => string | null
  /** The directory of the built web app; that of the package when absent. */
  webDirectory?: string
  /** Creates the MCP servers of requests; with Tandem's own tools when absent. */
  createMcpInstance?: CreateInstance
}

/** The parts of a running service, wired together. Nothing listens and no worker runs until they are started. */
export type Service = {
  app: FastifyInstance
  /** With MCP_PORT, the server on which MCP is alone; else null, and MCP is on `app`. */
  mcpApp: FastifyInstance | null
  kernel: Kernel
  workers: Workers
  authenticator: Authenticator
  textIndex: TextIndex
  drain(): void
}

export function createService(deps: ServiceDeps): Service {
  const { config, database, clock, log, metrics = createMetrics() } = deps
  const policy = policyOf(config)
  let draining = false
  const authenticator = createAuthenticator(database, clock)
  const limiter = counted(limiterOf(deps), metrics)
  const files = openFiles(deps)
  const textIndex = createTextIndex(database)
  const causes = createCauses()
  const boardMoves = createBoardMoves(clock)
  const handlers = createHandlers({
    ...deps,
    ...files,
    textIndex,
    staleAfterMs: policy.staleAfterMs,
    pushEnabled: policy.pushEnabled,
    isDraining: () => draining,
    troubleOf: deps.troubleOf ?? (() => null),
  })
  // Work queued by another instance, or by one that died before its nudge, is found by polling.
  const nudge: Nudge = (committed) => {
    causes.remember(committed.activities)
    if (committed.queuedDeliveries > 0) workers.poke()
    workers.textReading.poke()
    workers.rules.poke(committed)
    workers.push?.poke(committed)
    workers.logHashes.poke(committed.heads)
    live.nudge(committed)
  }
  const limits = connectionLimits(config)
  const live = createLive({
    ...deps,
    authenticator,
    metrics,
    onMoved: boardMoves.notify,
    limits: { all: limits.mostLiveSockets, perPerson: limits.mostListenersPerPerson },
  })
  const onCredentials = () => {
    authenticator.forget()
    live.pollCredentials()
  }
  const kernel = createKernel({
    database,
    clock,
    nudge,
    readForecast,
    handlers,
    privateTargetChecks,
    policy,
    onCredentials,
    metrics,
    boardMoves,
  })
  const mailIn = createMailIn({ ...deps, kernel })
  const workers = createWorkers({
    ...deps,
    mailIn,
    kernel,
    policy,
    ...files,
    textIndex,
    metrics,
    causes,
  })
  const connections = createConnections({ limits, log, metrics })
  const surface = {
    config,
    kernel,
    intake: files.intake,
    importIntake: files.importIntake,
    authenticator,
    limiter,
    clock,
    log,
    metrics,
    connections,
    draining: () => draining,
  }
  watchDepths(deps, metrics)
  const { app, mcpApp } = createSurfaces(deps, surface, { live, mailIn })
  return {
    app,
    mcpApp,
    kernel,
    workers,
    authenticator,
    textIndex,
    drain: () => {
      draining = true
      boardMoves.end()
    },
  }
}

/** The store of files, and what receives them. */
function openFiles({ config, database, clock, store = openStore(config) }: ServiceDeps) {
  const reservations = createReservations({ database, clock, store })
  return {
    store,
    reservations,
    intake: createIntake(reservations, config.ATTACHMENT_MAX_BYTES),
    importIntake: createIntake(reservations, config.IMPORT_MAX_BYTES),
    spoolDirectory: join(config.DATA_DIR, 'files'),
  }
}

type Behind = { live: Live; mailIn: MailIn | null }

/** The servers, with everything that they answer. */
function createSurfaces(deps: ServiceDeps, surface: HttpDeps, { live, mailIn }: Behind): Pick<Service, 'app' | 'mcpApp'> {
  const { config } = deps
  const { kernel } = surface
  const app = createRestServer(surface)
  mountMetrics(app, surface)
  mountPersonLinkPage(app, surface)
  if (mailIn && config.MAIL_IN_SECRET !== undefined)
    mountMailIn(app, { ...surface, replies: mailIn.replies, secret: config.MAIL_IN_SECRET })
  const parties = createRelyingParties(config.OIDC_PROVIDERS, deps)
  mountOidc(app, { ...surface, seal: deps.seal, identities: createIdentities(kernel), parties })
  mountGuides(app, surface)
  mountReference(app, surface)
  const oauth = createAuthorizationServer(kernel, takesClientDocuments(config) ? createClientDocuments(deps) : null)
  const web = mountWeb(app, deps.webDirectory === undefined ? {} : { directory: deps.webDirectory })
  mountAuthorize(app, { ...surface, oauth, web })
  mountEndpoints(app, { ...surface, oauth })
  mountServerMetadata(app, { config, oauth })
  mountSocket(app, { ...surface, live })
  const mcpApp = config.MCP_PORT === undefined ? null : createHttpServer(surface)
  mountMcp(mcpApp ?? app, { ...surface, live }, deps.createMcpInstance)
  // The web app asks its own origin where agents find the endpoint.
  for (const origin of mcpApp ? [mcpApp, app] : [app]) mountResourceMetadata(origin, config)
  return { app, mcpApp }
}

/** Metrics that are read when they are scraped. */
function watchDepths({ database, clock, redis, config }: ServiceDeps, metrics: Metrics): void {
  watchProcess(metrics, packageJson.version)
  metrics.databasePool('open').read(() => database.pool.totalCount)
  metrics.databasePool('idle').read(() => database.pool.idleCount)
  metrics.databasePool('most').set(config.DATABASE_POOL_SIZE)
  metrics.databaseWaiting.read(() => database.pool.waitingCount)
  if (redis) metrics.redisUp.read(() => Number(redis.isThere))
  metrics.beforeText(createQueueDepths({ database, clock, metrics }))
}

function limiterOf({ config, clock, redis }: ServiceDeps): RateLimiter {
  const sizes = {
    token: config.RATE_LIMIT_TOKEN,
    session: config.RATE_LIMIT_SESSION,
    auth: config.RATE_LIMIT_AUTH,
    authFailure: config.RATE_LIMIT_AUTH_FAILURES,
  }
  const own = createRateLimiter(sizes, clock)
  return redis ? createSharedRateLimiter({ redis, sizes, clock, own }) : own
}
