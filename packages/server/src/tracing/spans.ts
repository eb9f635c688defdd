import {
  type Attributes,
  context,
  INVALID_SPAN_CONTEXT,
  INVALID_TRACEID,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { TandemError } from '@tandem/contract'
import packageJson from '../../package.json' with { type: 'json' }
import type { Trace } from './w3c.ts'

/**
 * Spans by the API of OpenTelemetry alone: without an SDK in the process they do nothing but hand on the trace of a caller
 * (docs/decisions/tracing.md). The trace is passed as a value: mutations share transactions, which run in the asynchronous context of the
 * first caller.
 */
const tracer = trace.getTracer('tandem', packageJson.version)

export type SpanOptions = {
  /** The trace of the span; by default the one that is active here. */
  under?: Trace | undefined
  /** The active span is not its cause: without `under` it begins a new trace. */
  isJob?: boolean
  /** Polled every few seconds, such as health: gets no span. */
  isQuiet?: boolean
  kind?: keyof typeof SpanKind
  /** Ids and names of the catalogue. Never a text by a person, and never a secret. */
  attributes?: Attributes
  /** Other causes of the span, or a claimed cause that is not trusted. */
  links?: readonly Trace[]
  /** Milliseconds since 1970, for a span that is made after its start. */
  startTime?: number
}

const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

/** The caller that begins a span ends it; `inSpan` does. */
export function begin(name: string, options: SpanOptions): Span {
  const { under, isQuiet, kind = 'INTERNAL', attributes = {}, links = [], startTime } = options
  if (isQuiet) return noSpan
  const here = contextOf(options)
  const startOptions = {
    kind: SpanKind[kind],
    attributes,
    links: links.map((context) => ({ context })),
    ...(startTime !== undefined && { startTime }),
  }
  return tracer.startSpan(name, startOptions, under ? trace.setSpanContext(here, under) : here)
}

/** Begins a span, does the work in it, and ends it with the outcome. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const span = begin(name, options)
  try {
    return traceOf(span) ? await context.with(trace.setSpan(contextOf(options), span), () => work(span)) : await work(span)
  } catch (error) {
    recordFailure(span, error)
    throw error
  } finally {
    span.end()
  }
}

const contextOf = ({ isJob }: SpanOptions) => (isJob ? ROOT_CONTEXT : context.active())

/** Undefined when the span belongs to no trace: the request has none, and no SDK begins one. */
export function traceOf(span: Span): Trace | undefined {
  const own = span.spanContext()
  return own.traceId === INVALID_TRACEID ? undefined : own
}

/** A poll of a worker belongs to no actor's trace, even if an act has woken it. */
export const outsideOfTraces = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work)

export const isSampled = ({ traceFlags }: Trace): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0

/** That of the span which is active here, such as one that an instrumentation of HTTP has begun. */
export function activeTrace(): Trace | undefined {
  const active = trace.getActiveSpan()
  return active && traceOf(active)
}

/** A refusal is a regular answer; a failure on our side is an error. Neither message is recorded: it may quote a text by a person. */
export function recordFailure(span: Span, error: unknown): void {
  const code = error instanceof TandemError ? error.code : 'internal'
  span.setAttribute('error.type', code)
  if (code === 'internal' || code === 'unavailable') span.setStatus({ code: SpanStatusCode.ERROR, message: code })
}

/** The trace id for a line of the log. */
export const traceIdOf = (trace: Trace | undefined): { traceId?: string } => (trace ? { traceId: trace.traceId } : {})
