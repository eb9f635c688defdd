import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createRedis } from '../../src/redis/redis.ts'
import { movableClock } from '../kit/clock.ts'
import { until } from '../kit/http.ts'
import { hasRedis, testRedis, whyNoRedis } from '../kit/servers/redis.ts'
import { startTestService } from '../kit/service.ts'
import { scrape } from './scrape.ts'

const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'

test('a metric says whether Redis answers, and is absent without Redis', async ({ skip }) => {
  skip(!hasRedis, whyNoRedis)
  const server = await testRedis()
  onTestFinished(() => server.remove())
  await server.start()
  const clock = movableClock()
  const redis = createRedis({ url: server.url, clock, log: pino({ level: 'silent' }) })
  await redis.start()
  onTestFinished(() => redis.stop())
  const [one, other] = await Promise.all([
    startTestService({ clock, redis, environment: { METRICS_TOKEN } }),
    startTestService({ environment: { METRICS_TOKEN } }),
  ])
  onTestFinished(async () => void (await Promise.all([one.stop(), other.stop()])))
  const up = async ({ withToken }: typeof one) => (await scrape(withToken(METRICS_TOKEN))).get('tandem_redis_up')
  await until(async () => (await up(one)) === 1)
  expect(await up(other)).toBeUndefined()
  await server.kill()
  await until(async () => {
    clock.advance(5_000)
    return (await up(one)) === 0
  })
})
