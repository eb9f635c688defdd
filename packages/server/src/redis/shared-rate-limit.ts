import { createHash } from 'node:crypto'
import type { Clock } from '../kernel/common/clock.ts'
import { type BucketKind, type BucketSize, type BucketSizes, type RateLimiter, request, verdictOf } from '../kernel/limits/rate-limit.ts'
import type { Redis, RedisCommands } from './redis.ts'

/**
 * The buckets of `kernel/limits/rate-limit.ts`, kept in Redis as "level time": one step, and the level before it as the answer. The time is the
 * caller's; the bucket follows the clock that is ahead, because two clocks that differ would refill it twice. It expires when it is full
 * again. A refusal writes nothing, so that a bucket that a wrong clock has set far ahead expires too.
 */
const step = `
local act, now, perMinute, full, one = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local kept = redis.call('GET', KEYS[1])
if not kept and act == 'peek' then return false end
local level, at = full, now
if kept then
  local keptLevel, keptAt = string.match(kept, '^(%S+) (%S+)$')
  at = math.max(now, tonumber(keptAt))
  level = math.min(full, tonumber(keptLevel) + (at - tonumber(keptAt)) * perMinute)
end
if act == 'charge' or (act == 'take' and level >= one) then
  local left = level - one
  redis.call('SET', KEYS[1], string.format('%.0f %.0f', left, at), 'PX', string.format('%.0f', math.ceil((full - left) / perMinute)))
end
return level`

const sha = createHash('sha1').update(step).digest('hex')

type Act = 'take' | 'peek' | 'charge'
type SharedDeps = { redis: Redis; sizes: BucketSizes; clock: Clock; own: RateLimiter }

/** One limit for all instances, at the price of a round trip for each request (docs/decisions/rate-limiter.md); `own` while Redis is lost. */
export function createSharedRateLimiter({ redis, sizes, clock, own }: SharedDeps): RateLimiter {
  // By a bucket that is written: a Redis that is full, or a copy that is only read from, is of no use.
  redis.onOpening(async (commands) => {
    await commands.send('SCRIPT', 'LOAD', step)
    await run(commands, 'charge', 'trial', { perMinute: 60_000, burst: 1 })
  })

  return {
    async take(kind, key) {
      const size = sizes[kind]
      if (!size) return null
      const level = await levelBefore('take', kind, key, size)
      if (typeof level !== 'number') return own.take(kind, key)
      const allowed = level >= request
      return verdictOf(allowed ? level - request : level, size, allowed)
    },
    async peek(kind, key) {
      const size = sizes[kind]
      if (!size) return null
      const level = await levelBefore('peek', kind, key, size)
      if (level === undefined) return own.peek(kind, key)
      return level === null ? null : verdictOf(level, size, level >= request)
    },
    async charge(kind, key) {
      const size = sizes[kind]
      if (size && (await levelBefore('charge', kind, key, size)) === undefined) await own.charge(kind, key)
    },
  }

  /** Null when none was ever taken, undefined while Redis is lost. */
  function levelBefore(act: Act, kind: BucketKind, key: string, size: BucketSize): Promise<number | null | undefined> {
    return redis.ask((commands) => run(commands, act, `${kind}:${key}`, size))
  }

  function run(commands: RedisCommands, act: Act, bucket: string, { perMinute, burst }: BucketSize): Promise<number | null> {
    const figures = [clock.now(), perMinute, burst * request, request]
    return commands.send('EVALSHA', sha, '1', `tandem:rate:${bucket}`, act, ...figures.map(String))
  }
}
