import type { Clock } from '../common/clock.ts'

/** Token buckets, one limiter per kind; REST, MCP and the socket take from the same. Specification: service §8, decisions §5. */
export type BucketKind = 'token' | 'session' | 'auth' | 'authFailure'
export type BucketSize = { perMinute: number; burst: number }

export type Verdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number; retryAfterSeconds: number }

export type BucketSizes = Record<BucketKind, BucketSize | null>

/** Buckets in memory answer at once, those that instances share by a promise. */
type Soon<T> = T | Promise<T>

export type RateLimiter = {
  /** Takes one; null when the kind is switched off. */
  take(kind: BucketKind, key: string): Soon<Verdict | null>
  /** Whether one is left, without taking it; null when the kind is switched off or none was ever taken. */
  peek(kind: BucketKind, key: string): Soon<Verdict | null>
  /** Takes one even if none is left: concurrent failures each count, and later requests wait the longer. */
  charge(kind: BucketKind, key: string): Soon<void>
}

/**
 * The level is counted in fractions of a request such that the refill of one millisecond is a whole number: rounding errors cannot add up.
 */
type Bucket = { level: number; atMs: number }

export const request = 60_000

const largestTable = 100_000

export function createRateLimiter(sizes: BucketSizes, clock: Clock): RateLimiter {
  const tables: Record<BucketKind, Map<string, Bucket>> = {
    token: new Map(),
    session: new Map(),
    auth: new Map(),
    authFailure: new Map(),
  }
  return {
    take(kind, key) {
      const size = sizes[kind]
      if (!size) return null
      const bucket = refilled(tables[kind], key, size, clock.now())
      const allowed = bucket.level >= request
      if (allowed) bucket.level -= request
      return verdictOf(bucket.level, size, allowed)
    },
    peek(kind, key) {
      const size = sizes[kind]
      if (!size || !tables[kind].has(key)) return null
      const bucket = refilled(tables[kind], key, size, clock.now())
      return verdictOf(bucket.level, size, bucket.level >= request)
    },
    charge(kind, key) {
      const size = sizes[kind]
      if (size) refilled(tables[kind], key, size, clock.now()).level -= request
    },
  }
}

/** The bucket of a key at the given time; a table that is full forgets its oldest, which by then are mostly full again. */
function refilled(table: Map<string, Bucket>, key: string, size: BucketSize, nowMs: number): Bucket {
  const known = table.get(key)
  if (known) {
    known.level = Math.min(size.burst * request, known.level + Math.max(0, nowMs - known.atMs) * size.perMinute)
    known.atMs = nowMs
    return known
  }
  const fresh = { level: size.burst * request, atMs: nowMs }
  table.set(key, fresh)
  if (table.size > largestTable) {
    const [oldest] = table.keys()
    if (oldest !== undefined) table.delete(oldest)
  }
  return fresh
}

/** The verdict for the caller from the remaining level. */
export function verdictOf(left: number, size: BucketSize, allowed: boolean): Verdict {
  const secondsUntil = (level: number) => Math.ceil((level - left) / (size.perMinute * 1_000))
  return {
    allowed,
    limit: size.burst,
    remaining: Math.max(0, Math.floor(left / request)),
    resetSeconds: secondsUntil(size.burst * request),
    retryAfterSeconds: allowed ? 0 : Math.max(1, secondsUntil(request)),
  }
}
