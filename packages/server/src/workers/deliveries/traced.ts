import { SpanStatusCode } from '@opentelemetry/api'
import type { Causes } from '../../kernel/common/causes.ts'
import { inSpan, traceIdOf, traceOf } from '../../tracing/spans.ts'
import { traceparentOf } from '../../tracing/w3c.ts'
import type { Claim } from './claim.ts'

type Answered = { status: number | null; error: string | null }

/**
 * One attempt as a span of the act that it reports; `headers` pass the trace on to the receiver. A much later attempt, or one by another
 * instance, begins a trace of its own if there is an SDK.
 */
export function traced<T extends Answered>(
  claim: Claim,
  causes: Causes,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<T & { traceId?: string }> {
  const { deliveryId, webhook, attempt, activity, poolEntry } = claim
  const under = activity && activity.verb !== 'ping' ? causes.of(activity.boardId, activity.seq) : undefined
  const attributes = {
    'tandem.delivery.id': deliveryId,
    'tandem.webhook.id': webhook.id,
    'tandem.delivery.attempt': attempt,
    'tandem.board.id': activity?.boardId,
    'tandem.verb': activity?.verb,
    'server.address': poolEntry.host,
  }
  return inSpan('webhook delivery', { isJob: true, kind: 'CLIENT', under, attributes }, async (span) => {
    const trace = traceOf(span)
    const sent = await send(trace ? { traceparent: traceparentOf(trace) } : {})
    if (sent.status !== null) span.setAttribute('http.response.status_code', sent.status)
    if (sent.error !== null) span.setAttribute('error.type', sent.error)
    if (sent.error !== null || (sent.status ?? 0) >= 400) span.setStatus({ code: SpanStatusCode.ERROR })
    return { ...sent, ...traceIdOf(trace) }
  })
}
