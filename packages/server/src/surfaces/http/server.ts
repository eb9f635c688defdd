import fastifyCookie from '@fastify/cookie'
import { refusal } from '@tandem/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { parseJsonBody } from './body.ts'
import { limitBodyTime, longestUploadMs } from './body-timeout.ts'
import { answerBrokenRequest, refuseExpectations } from './broken-requests.ts'
import { closeConnectionsReadably } from './closing.ts'
import type { HttpDeps } from './deps.ts'
import { closeGently } from './drain.ts'
import { answerError, nothingAt } from './errors.ts'
import { refuseForeignHost } from './hosts.ts'
import { requestIdOf } from './request-id.ts'
import { cutStalledReaders } from './stalled.ts'
import { recordUnrouted, watchRequests } from './watch.ts'

const bodyLimitBytes = 1_048_576

/** The server under every surface: limits, headers, refusals and a graceful shutdown. No routes are mounted on it yet. */
export function createHttpServer(deps: HttpDeps): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    requestTimeout: longestUploadMs,
    keepAliveTimeout: 10_000,
    trustProxy: trustProxy(deps.config.TRUST_PROXY),
    // The id of an OAuth client may be an address.
    routerOptions: { maxParamLength: 2_048 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: requestIdOf,
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('close', () => recordUnrouted(deps.metrics, request, reply))
      answerError(error, request, reply.header('x-request-id', request.id))
    },
    clientErrorHandler: answerBrokenRequest,
  })
  refuseExpectations(app.server)
  closeGently(app, deps.draining)
  cutStalledReaders(app, deps.clock)
  closeConnectionsReadably(app)
  deps.connections.watch(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => parseJsonBody(request, body as Buffer, done))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request) => {
    throw nothingAt(request)
  })
  app.register(fastifyCookie)
  watchRequests(app, deps.metrics)
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of headers) reply.header(name, value)
    reply.header('x-request-id', request.id)
    if (deps.config.PUBLIC_URL?.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
    if (deps.draining()) reply.header('connection', 'close')
    refuseForeignHost(deps.config, request)
    // Answers 404 before the body is read.
    if (request.is404) throw nothingAt(request)
    limitBodyTime(deps.clock, request)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw refusal('hostMissing')
  })
  return app
}

const headers = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cache-control', 'no-store'],
] as const

/** `true` trusts one proxy: the address that it saw is the right-most of X-Forwarded-For. */
function trustProxy(setting: string): false | string[] | ((address: string, hop: number) => boolean) {
  if (setting === 'false' || setting === '') return false
  const hops = setting === 'true' ? 1 : Number(setting)
  return Number.isInteger(hops) ? (_address, hop) => hop < hops : setting.split(',').map((part) => part.trim())
}
