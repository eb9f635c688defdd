import type { ErrorCode } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../kernel/ids.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { traceparentIn } from './request-id.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The board that the request was about, once that is known. */
    boardId?: string
    refusedAs?: ErrorCode
  }
}

/**
 * One line in the log for each request, and its place in the metrics: what was asked for by the pattern of its route, never by its URL,
 * which may hold a secret; who asked, what became of it, how long it took. Specification: decisions §6.
 */
export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  let underWay = 0
  metrics.requestsUnderWay.read(() => underWay)
  app.addHook('onRequest', (request, reply, done) => {
    const beganMs = performance.now()
    underWay += 1
    // Not the hook onResponse: it says nothing of a request whose caller has gone, nor of an answer that another library writes.
    reply.raw.once('close', () => {
      underWay -= 1
      tell(metrics, request, reply, performance.now() - beganMs)
    })
    done()
  })
}

/** What could not even be routed passes through no hook. */
export function tellUnrouted(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  tell(metrics, request, reply, 0)
}

function tell(metrics: Metrics, request: FastifyRequest, reply: FastifyReply, tookMs: number): void {
  const { method, routeOptions, principal, headers } = request
  const route = (request.is404 ? undefined : routeOptions.url) ?? 'none'
  const { statusCode, writableFinished } = reply.raw
  metrics.requests(method, route, writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'aborted').add()
  metrics.requestSeconds(method, route).observe(tookMs / 1_000)
  if (request.refusedAs) metrics.refusals(request.refusedAs).add()
  const line = {
    ...{ method, route, status: statusCode, durationMs: Math.round(tookMs * 10) / 10 },
    ...(!writableFinished && { aborted: true }),
    ...{ code: request.refusedAs, actorId: principal?.actorId, credentialId: principal?.credential.id, boardId: boardOf(request) },
    traceparent: traceparentIn(headers.traceparent),
  }
  if (routeOptions.config?.quiet || route.startsWith('/health/')) request.log.debug(line, 'request')
  else request.log.info(line, 'request')
}

function boardOf({ boardId, params }: FastifyRequest): string | undefined {
  const given = boardId ?? (params as { boardId?: unknown } | undefined)?.boardId
  return typeof given === 'string' && isUuid(given) ? given : undefined
}
