import { TandemError } from '@tandem/contract'

/** The provider is away or asks for patience: the event is acted on again, after `delayMs` at the earliest. */
export class RetryLater extends Error {
  readonly delayMs: number | undefined

  constructor(message: string, { delayMs, cause }: { delayMs?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'RetryLater'
    this.delayMs = delayMs
  }
}

/** The event can never be acted on: it is set aside with this as the reason. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

export type Verdict =
  | { next: 'stop' }
  | { next: 'set_aside' }
  /** `attempts` is how often in all; null = for as long as events are kept trying. */
  | { next: 'retry'; afterMs: number | undefined; attempts: number | null }

/** A defect of the plugin may hang on the moment; it is tried for some minutes. */
const unknownFailureAttempts = 8
const passing: readonly string[] = ['unavailable', 'rate_limited', 'internal']

/** The handling of an event after a failure. A 401 of Tandem means that the integration was removed. Specification: service §6. */
export function verdictOf(failure: unknown): Verdict {
  if (failure instanceof GiveUp) return { next: 'set_aside' }
  if (failure instanceof RetryLater) return { next: 'retry', afterMs: failure.delayMs, attempts: null }
  if (!(failure instanceof TandemError)) return { next: 'retry', afterMs: undefined, attempts: unknownFailureAttempts }
  if (failure.status === 401) return { next: 'stop' }
  const afterMs = failure.retryAfterSeconds === undefined ? undefined : failure.retryAfterSeconds * 1000
  if (passing.includes(failure.code) || afterMs !== undefined) return { next: 'retry', afterMs, attempts: null }
  return { next: 'set_aside' }
}

/** Milliseconds of a Retry-After, in seconds or as a date; undefined without one. */
export function retryAfterMs(value: string | number | null | undefined, nowMs: number): number | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(String(value))
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}
