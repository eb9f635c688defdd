import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, type ContextManager, context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { until } from '../kit/http.ts'

/** An SDK as an operator registers it; it keeps every ended span. One per test file, because a registered SDK cannot be replaced. */
export type SpanRecorder = {
  all(): ReadableSpan[]
  /** Waits for a span of that name in the trace; returns the first. */
  find(name: string, traceId?: string): Promise<ReadableSpan>
  reset(): void
}

export function recordSpans(): SpanRecorder {
  const exporter = new InMemorySpanExporter()
  context.setGlobalContextManager(contextManager())
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  const all = () => exporter.getFinishedSpans()
  return {
    all,
    find: (name, traceId) =>
      until(() => all().find((span) => span.name === name && (traceId === undefined || span.spanContext().traceId === traceId))),
    reset: () => exporter.reset(),
  }
}

function contextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, thisArg, ...args) => storage.run(active, () => work.apply(thisArg, args)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}

let made = 0

/** The ids of a new trace of a caller, and the header that carries them. */
export function newTrace(): { traceId: string; spanId: string; headers: { traceparent: string } } {
  made += 1
  const [traceId, spanId] = [`${made}`.padStart(32, 'a'), `${made}`.padStart(16, 'b')]
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } }
}
