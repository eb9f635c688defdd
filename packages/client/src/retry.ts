import type { OperationSpec } from '@tandem/contract'
import { TandemError } from '@tandem/contract'

export type RetryPolicy = {
  /** Attempts in all; 1 = never again. */
  attempts: number
  /** The back-off before the second attempt is up to this, and doubles from there. */
  firstDelayMs: number
  longestDelayMs: number
  /** A Retry-After beyond it is left to the caller. */
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

/** Nothing came back, or not all of it: whether the service acted is unknown. */
export class NoAnswer extends Error {}

/** Repeats `attempt` while its failure is one that passes and sending it again cannot apply it twice. Throws the last failure. */
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

/** Mutations carry one clientMutationId through all attempts. Public ones have no caller whose ids could be kept: only a full bucket is sure. */
function mayRepeat(operation: OperationSpec, failure: unknown): boolean {
  const code = failure instanceof TandemError ? failure.code : null
  if (code === 'rate_limited') return true
  if (operation.kind === 'mutation' && 'public' in operation.access) return false
  if (failure instanceof NoAnswer || code === 'unavailable') return true
  // The lock time-out of a concurrent duplicate; any other conflict is the caller's to solve.
  return failure instanceof TandemError && failure.code === 'conflict' && failure.retryAfterSeconds !== undefined
}

/** With full jitter, on top of Retry-After where there is one; null when that is too long to wait for. */
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
