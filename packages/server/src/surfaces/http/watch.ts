import type { ErrorCode } from '@tandem/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../kernel/common/ids.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Trace } from '../../tracing/w3c.ts'
import { isQuiet, type RequestSpan, routeOf, spanOf } from './trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The board that the request was about, once that is known. */
    boardId?: string
    refusedAs?: ErrorCode
    /** The trace of the work for this request. */
    trace?: Trace | undefined
    span?: RequestSpan
    /** For a handler that takes the connection over: the request was answered with this status outside of the framework. */
    answeredWith(status: number): void
  }
}

/**
 * Logs one line per request and counts it in the metrics: the pattern of its route, never its URL, which may hold a secret; the caller, the
 * outcome and the duration. Specification: decisions §6.
 */
export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    const beganMs = performance.now()
    const span = spanOf(request, reply)
    request.span = span
    metrics.requestsUnderWay.add(1)
    // Not the hook onResponse: it says nothing of a request whose caller has gone, nor of an answer that another library writes.
    const end = (status: number, aborted: boolean) => {
      reply.raw.off('close', onClose)
      metrics.requestsUnderWay.add(-1)
      span.end({ status, aborted, refusedAs: request.refusedAs, boardId: boardOf(request) })
      recordRequest(metrics, request, { tookMs: performance.now() - beganMs, status, aborted })
    }
    const onClose = () => end(reply.raw.statusCode, !reply.raw.writableFinished)
    reply.raw.on('close', onClose)
    request.answeredWith = (status) => end(status, false)
    done()
  })
  // Runs after all hooks that authenticate.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    request.span?.begin()
    done()
  })
}

/** A request that could not be routed passes through no hook. */
export function recordUnrouted(metrics: Metrics, request: FastifyRequest, { raw }: FastifyReply): void {
  recordRequest(metrics, request, { tookMs: 0, status: raw.statusCode, aborted: !raw.writableFinished })
}

type End = { tookMs: number; status: number; aborted: boolean }

function recordRequest(metrics: Metrics, request: FastifyRequest, { tookMs, status, aborted }: End): void {
  const { method, principal } = request
  const route = routeOf(request)
  metrics.requests(method, route, aborted ? 'aborted' : `${Math.floor(status / 100)}xx`).add()
  metrics.requestSeconds(method, route).observe(tookMs / 1_000)
  if (request.refusedAs) metrics.refusals(request.refusedAs).add()
  const line = {
    method,
    route,
    status,
    durationMs: Math.round(tookMs * 10) / 10,
    ...(aborted && { aborted }),
    code: request.refusedAs,
    actorId: principal?.actorId,
    credentialId: principal?.credential.id,
    boardId: boardOf(request),
  }
  if (isQuiet(request)) request.log.debug(line, 'request')
  else request.log.info(line, 'request')
}

function boardOf({ boardId, params }: FastifyRequest): string | undefined {
  const given = boardId ?? (params as { boardId?: unknown } | undefined)?.boardId
  return typeof given === 'string' && isUuid(given) ? given : undefined
}
