/** When a delivery is tried again. Specification: decisions §5, reliability W1. */
const minute = 60_000
const hour = 60 * minute
const delaysMs = [2_000, 10_000, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour]

export const mostAttempts = delaysMs.length + 1
/** A delivery that still waits by then ends as a terminal failure. */
export const expiresAfterMs = 72 * hour

const jitter = 0.2

/**
 * Milliseconds from the failed attempt number `attempt` (from 1) to the next, or null after the last. `random` gives 0..1; a Retry-After is
 * honoured between the delay and twice the delay.
 */
export function retryDelayMs(
  attempt: number,
  by: { scale: number; random: () => number; retryAfter: string | null; nowMs: number },
): number | null {
  const planned = delaysMs[attempt - 1]
  if (planned === undefined) return null
  const delay = planned * by.scale * (1 - jitter + 2 * jitter * by.random())
  const asked = retryAfterMs(by.retryAfter, by.nowMs)
  return Math.round(Math.min(Math.max(delay, asked), 2 * delay))
}

/** Seconds or an HTTP date; 0 when it is missing or invalid. */
export function retryAfterMs(value: string | null, nowMs: number): number {
  if (value === null) return 0
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000
  const at = value.endsWith('GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs)
}
