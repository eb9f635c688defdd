import type { Metrics } from '../../metrics/metrics.ts'
import type { BucketKind, RateLimiter, Verdict } from './rate-limit.ts'

/** Counts rejected requests, by bucket. */
export function counted(limiter: RateLimiter, metrics: Metrics): RateLimiter {
  return {
    take: (kind, key) => counted(kind, limiter.take(kind, key)),
    peek: (kind, key) => counted(kind, limiter.peek(kind, key)),
    charge: limiter.charge,
  }

  /** Answers without a promise where the limiter does, so that counting delays no request. */
  function counted(kind: BucketKind, soon: ReturnType<RateLimiter['take']>): ReturnType<RateLimiter['take']> {
    return soon instanceof Promise ? soon.then((verdict) => count(kind, verdict)) : count(kind, soon)
  }

  function count(kind: BucketKind, verdict: Verdict | null): Verdict | null {
    if (verdict?.allowed === false) metrics.rateLimited(kind).add()
    return verdict
  }
}
