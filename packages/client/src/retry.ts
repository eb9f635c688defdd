import type { OperationSpec } from '@tandem/contract'
import { isStateConflict, TandemError } from '@tandem/contract'

export type RetryPolicy = {
  /** All attempts, including the first; 1 = no retry. */
  attempts: number
  /** The most delay before the second attempt; doubles with each further one. */
  firstDelayMs: number
  longestDelayMs: number
  /** A longer Retry-After is left to the caller. */
  longestRetryAfterMs: number
  /** 0 up to 1. */
  random: () => number
  wait: (delayMs: number, signal: AbortSignal | undefined) => Promise<void>
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 6,
  firstDelayMs: 200,
  longestDelayMs: 5_000,
  longestRetryAfterMs: 60_000,
  random: Math.random,
  wait,
}

/** No answer, or an incomplete one: it is unknown whether the service acted. */
export class NoAnswer extends Error {}

/** Repeats `attempt` while its failure is temporary and a repetition cannot apply it twice. Throws the last failure. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { operation, policy, signal }: { operation: OperationSpec; policy: RetryPolicy; signal: AbortSignal | undefined },
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (failure) {
      const delayMs = tried < policy.attempts && mayRepeat(operation, failure) ? delayBeforeNext(tried, failure, policy) : null
      if (delayMs === null) throw failure
      await policy.wait(delayMs, signal)
    }
  }
}

/**
 * Mutations have one clientMutationId for all attempts. Public ones have no caller whose ids could be stored: they are repeated only if
 * certainly nothing was changed.
 */
function mayRepeat(operation: OperationSpec, failure: unknown): boolean {
  const code = failure instanceof TandemError ? failure.code : null
  // Nothing was changed: the bucket was empty, or a lock was not available in time. Any other conflict is for the caller to resolve.
  if (code === 'rate_limited' || (code === 'conflict' && !isStateConflict(failure))) return true
  if (operation.kind === 'mutation' && 'public' in operation.access) return false
  return failure instanceof NoAnswer || code === 'unavailable'
}

/** With full jitter, on top of any Retry-After; null if that is too long. */
function delayBeforeNext(tried: number, failure: unknown, policy: RetryPolicy): number | null {
  const backOffMs = policy.random() * Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (tried - 1))
  const retryAfterMs = failure instanceof TandemError ? (failure.retryAfterSeconds ?? 0) * 1000 : 0
  return retryAfterMs > policy.longestRetryAfterMs ? null : retryAfterMs + backOffMs
}

/** Throws the reason of a signal that is aborted. */
function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, delayMs)
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })
  })
}
