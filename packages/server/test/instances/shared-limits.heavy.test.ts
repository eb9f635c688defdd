import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type BucketKind, createRateLimiter, type RateLimiter } from '../../src/kernel/limits/rate-limit.ts'
import { createRedis } from '../../src/redis/redis.ts'
import { createSharedRateLimiter } from '../../src/redis/shared-rate-limit.ts'
import { standingClock } from '../kit/clock.ts'
import { until } from '../kit/http.ts'
import { hasRedis, type TestRedis, testRedis, whyNoRedis } from '../kit/servers/redis.ts'

let server: TestRedis
beforeAll(async () => {
  if (!hasRedis) return
  server = await testRedis()
  await server.start()
})
afterAll(() => server?.remove())
beforeEach(({ skip }) => skip(!hasRedis, whyNoRedis))

const sizes = {
  token: { perMinute: 60, burst: 5 },
  session: null,
  auth: { perMinute: 7, burst: 3 },
  authFailure: { perMinute: 60, burst: 2 },
}
let made = 0
const freshKey = () => `key-${made++}`

/** One instance: its limiter, its clock, and its log lines. */
async function instance(url = server.url) {
  const clock = standingClock()
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const redis = createRedis({ url, clock, log })
  const limiter = createSharedRateLimiter({ redis, sizes, clock, own: createRateLimiter(sizes, clock) })
  await redis.start()
  onTestFinished(() => redis.stop())
  const isLost = async () => (await redis.ask((commands) => commands.send('PING'))) === undefined
  return { limiter, clock, redis, isLost, losses: () => lines.filter(({ level }) => level >= 40).length }
}

const isTaken = async (limiter: RateLimiter, key: string, kind: BucketKind = 'token') => (await limiter.take(kind, key))?.allowed

async function takenOf(limiter: RateLimiter, key: string, asked = 8): Promise<number> {
  const taken = await Promise.all(Array.from({ length: asked }, () => isTaken(limiter, key)))
  return taken.filter(Boolean).length
}

test('a bucket in Redis answers like one in memory, for any requests at any times', async () => {
  const { limiter, clock } = await instance()
  const own = createRateLimiter(sizes, clock)
  const keys = [freshKey(), freshKey()]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let at = 0; at < 400; at++) {
    const kind = (['token', 'session', 'auth', 'authFailure'] as const)[random(4)] ?? 'token'
    const act = (['take', 'peek', 'charge'] as const)[random(3)] ?? 'take'
    const key = keys[random(2)] ?? ''
    expect(await limiter[act](kind, key), `${at}: ${act} ${kind}`).toEqual(await own[act](kind, key))
    clock.advance(random(1_500))
  }
})

test('instances that ask at the same time get the burst between them, and clocks that differ refill it once', async () => {
  const [one, other] = [await instance(), await instance()]
  const key = freshKey()
  const counts = await Promise.all([takenOf(one.limiter, key), takenOf(other.limiter, key)])
  expect(counts[0] + counts[1]).toBe(5)
  one.clock.advance(2_000)
  expect(await isTaken(one.limiter, key)).toBe(true)
  expect(await isTaken(other.limiter, key)).toBe(true)
  for (const { limiter } of [other, one, other, one]) expect(await isTaken(limiter, key)).toBe(false)
})

test('while Redis hangs no request fails or waits for long, limits are per instance, and one log line says so; then they are shared again', async () => {
  const [one, other] = [await instance(), await instance()]
  const key = freshKey()
  expect(await takenOf(one.limiter, key)).toBe(5)
  await server.signal('SIGSTOP')
  onTestFinished(() => server.signal('SIGCONT'))
  expect(await takenOf(one.limiter, key)).toBe(5)
  expect(await takenOf(one.limiter, key)).toBe(0)
  for (let look = 0; look < 3; look++) one.clock.advance(1_000)
  expect(await one.isLost()).toBe(true)
  expect(one.losses()).toBe(1)
  await server.signal('SIGCONT')
  for (const { clock, isLost } of [one, other]) {
    await until(async () => {
      clock.advance(1_000)
      return !(await isLost())
    })
  }
  const fresh = freshKey()
  expect((await takenOf(one.limiter, fresh)) + (await takenOf(other.limiter, fresh))).toBe(5)
  expect(one.losses()).toBe(1)
})

test('a Redis that refuses connections, breaks them, or takes no writes is done without', async () => {
  const gone = await instance('redis://127.0.0.1:1')
  expect(await takenOf(gone.limiter, freshKey())).toBe(5)
  expect(gone.losses()).toBe(1)

  const broken = await instance()
  await broken.redis.ask((commands) => commands.send('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'no'))
  expect(await takenOf(broken.limiter, freshKey())).toBe(5)
  await until(async () => {
    broken.clock.advance(1_000)
    return !(await broken.isLost())
  })

  await broken.redis.ask((commands) => commands.send('CONFIG', 'SET', 'min-replicas-to-write', '3'))
  expect(await takenOf(broken.limiter, freshKey())).toBe(5)
  broken.clock.advance(1_000)
  const late = await instance()
  expect(late.losses()).toBe(1)
  expect(await late.isLost()).toBe(true)
  expect(broken.losses()).toBe(2)
})
