import { createTraceState, isSpanContextValid, type SpanContext, type TraceState } from '@opentelemetry/api'

/** The trace of an event, and the span above it. */
export type Trace = SpanContext

/** Version 00 ends with the flags. What a later version adds is ignored, as W3C asks. */
const shape = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const longestState = 512

/** The W3C Trace Context that a caller passed on; undefined when it is invalid. */
export function traceIn({ traceparent, tracestate }: Readonly<Record<string, unknown>>): Trace | undefined {
  const [, version, traceId, spanId, flags, more] = typeof traceparent === 'string' ? (shape.exec(traceparent) ?? []) : []
  if (traceId === undefined || spanId === undefined || flags === undefined || (version === '00' && more !== undefined)) return undefined
  const traceState = stateIn(tracestate)
  const trace = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true, ...(traceState && { traceState }) }
  return isSpanContextValid(trace) ? trace : undefined
}

export function traceparentOf({ traceId, spanId, traceFlags }: Trace): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
}

function stateIn(given: unknown): TraceState | undefined {
  return typeof given === 'string' && given.length <= longestState ? createTraceState(given) : undefined
}
