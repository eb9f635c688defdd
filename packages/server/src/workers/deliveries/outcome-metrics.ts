import type { Metrics } from '../../metrics/metrics.ts'
import type { Claim } from './claim.ts'
import type { Outcome, Trace } from './outcomes.ts'
import type { Settle } from './settle.ts'

/** Counts what attempts came to, once it is written down. */
export function counted(settle: Settle, metrics: Metrics): Settle {
  return {
    delivered: (claim, trace) => counted('delivered', trace, settle.delivered(claim, trace)),
    retry: (claim, trace, delayMs) => counted('retry', trace, settle.retry(claim, trace, delayMs)),
    failed: (claim, trace) => counted('failed', trace, settle.failed(claim, trace)),
    canceled: (claim: Claim) => counted('canceled', null, settle.canceled(claim)),
    unauthorised: (claim: Claim) => counted('canceled', null, settle.unauthorised(claim)),
    handBack: (claim: Claim) => counted('handBack', null, settle.handBack(claim)),
  }

  async function counted(end: Outcome['end'], trace: Trace | null, settled: Promise<void>): Promise<void> {
    await settled
    metrics.deliveryAttempts(end === 'handBack' ? 'handed_back' : end, errorOf(trace)).add()
    if (trace?.tookMs !== undefined) metrics.deliverySeconds.observe(trace.tookMs / 1_000)
  }
}

/** A receiver chooses its status: counted by class, of which there are few. */
const errorOf = (trace: Trace | null): string => trace?.error?.replace(/^http_(\d).*$/, 'http_$1xx') ?? 'none'
