import { type Span, SpanStatusCode } from '@opentelemetry/api'
import type { ErrorCode } from '@tandem/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { activeTrace, begin, traceOf } from '../../tracing/spans.ts'
import { type Trace, traceIn } from '../../tracing/w3c.ts'

type End = { status: number; aborted: boolean; refusedAs: ErrorCode | undefined; boardId: string | undefined }

export type RequestSpan = {
  /** Called once the caller is known. Work for the request belongs to the span from then on. */
  begin(): void
  end(end: End): void
}

/**
 * The span of a request, named by the pattern of its route, below the one that its caller named; none for endpoints that are polled every
 * few seconds. Strangers can neither join a trace nor decide what is recorded: the span of their request begins a trace, with a link to the
 * one that they named.
 */
export function spanOf(request: FastifyRequest, reply: FastifyReply): RequestSpan {
  const { method, headers, id, log } = request
  if (isQuiet(request)) return { begin() {}, end() {} }
  const [startMs, beganMs] = [Date.now(), performance.now()]
  // An instrumentation of HTTP has read the headers already, and stands between the caller and us.
  const active = activeTrace()
  const named = traceIn(headers)
  let span: Span | undefined
  let loggedTraceId: string | undefined
  bindTrace(active ?? named)
  return {
    begin: () => void begun(),
    end(end) {
      const ending = begun()
      describeEnd(ending, end)
      ending.end(startMs + performance.now() - beganMs)
    },
  }

  function begun(): Span {
    if (span) return span
    const route = routeOf(request)
    const attributes = { 'http.request.method': method, 'http.route': route, 'tandem.request.id': id }
    const under = active ?? (request.principal ? named : undefined)
    const links = named && !under ? [named] : []
    span = begin(`${method} ${route}`, { kind: 'SERVER', under, links, attributes, startTime: startMs })
    request.trace = traceOf(span)
    bindTrace(request.trace)
    return span
  }

  /** Adds the trace, or the id that the caller sent, to the request's lines in the log. */
  function bindTrace(trace: Trace | undefined): void {
    if (!trace || trace.traceId === loggedTraceId) return
    loggedTraceId = trace.traceId
    request.log = reply.log = log.child({ traceId: loggedTraceId })
  }
}

function describeEnd(span: Span, { status, aborted, refusedAs, boardId }: End): void {
  span.setAttribute('http.response.status_code', status)
  if (boardId !== undefined) span.setAttribute('tandem.board.id', boardId)
  if (aborted) span.setAttribute('tandem.aborted', true)
  if (refusedAs) span.setAttribute('error.type', refusedAs)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR, message: refusedAs ?? String(status) })
}

/** The pattern; a path may hold a secret. */
export const routeOf = ({ is404, routeOptions }: FastifyRequest): string => (is404 ? undefined : routeOptions.url) ?? 'none'

export const isQuiet = (request: FastifyRequest): boolean =>
  request.routeOptions.config?.quiet === true || routeOf(request).startsWith('/health/')
