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
    /** For whom takes the connection over: the request was answered with this status, by other means. */
    answeredWith(status: number): void
  }
}

/**
 * One line in the log for each request, and its place in the metrics: what was asked for by the pattern of its route, never by its URL,
 * which may hold a secret; who asked, what became of it, how long it took. Specification: decisions §6.
 */
export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    const beganMs = performance.now()
    metrics.requestsUnderWay.add(1)
    // Not the hook onResponse: it says nothing of a request whose caller has gone, nor of an answer that another library writes.
    const end = (status: number, aborted: boolean) => {
      reply.raw.off('close', onClose)
      metrics.requestsUnderWay.add(-1)
      tell(metrics, request, { tookMs: performance.now() - beganMs, status, aborted })
    }
    const onClose = () => end(reply.raw.statusCode, !reply.raw.writableFinished)
    reply.raw.on('close', onClose)
    request.answeredWith = (status) => end(status, false)
    done()
  })
}

/** What could not even be routed passes through no hook. */
export function tellUnrouted(metrics: Metrics, request: FastifyRequest, { raw }: FastifyReply): void {
  tell(metrics, request, { tookMs: 0, status: raw.statusCode, aborted: !raw.writableFinished })
}

type End = { tookMs: number; status: number; aborted: boolean }

function tell(metrics: Metrics, request: FastifyRequest, { tookMs, status, aborted }: End): void {
  const { method, routeOptions, principal, headers } = request
  const route = (request.is404 ? undefined : routeOptions.url) ?? 'none'
  metrics.requests(method, route, aborted ? 'aborted' : `${Math.floor(status / 100)}xx`).add()
  metrics.requestSeconds(method, route).observe(tookMs / 1_000)
  if (request.refusedAs) metrics.refusals(request.refusedAs).add()
  const line = {
    ...{ method, route, status, durationMs: Math.round(tookMs * 10) / 10 },
    ...(aborted && { aborted }),
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
