import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standingClock } from '../kit/clock.ts'
import type { Answer } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { type Caller, createPeople, expectRefusal, furnish, type World } from './world.ts'

let world: World
let people: ReturnType<typeof createPeople>
beforeAll(async () => {
  // A bucket gets a token every 10 s, and every 12 s for sign-in.
  const environment = { RATE_LIMIT_TOKEN: '6/4', RATE_LIMIT_SESSION: '60/50', RATE_LIMIT_AUTH: '5/3' }
  // Time stands still, so that buckets do not refill during a test.
  world = await furnish(await startTestService({ environment, clock: standingClock() }))
  people = createPeople(world.service)
})
afterAll(() => world.service.stop())

const freshToken = () => people.token(world.admin.actorId, ['boards:read'])
const ask = (caller: Pick<Caller, 'get'>) => caller.get('/api/boards')
const header = (answer: Answer, name: string): number => Number(answer.headers.get(name))

async function exhaust(caller: Caller): Promise<Answer> {
  for (let asked = 0; asked < 60; asked++) {
    const answer = await ask(caller)
    if (answer.status === 429) return answer
  }
  throw new Error('never refused')
}

describe('F78: a flood from one token', () => {
  test('is answered as long as the bucket lasts, which the headers count down, and then refused', async () => {
    const token = await freshToken()
    for (const left of [3, 2, 1, 0]) {
      const answer = await ask(token)
      expect(answer.status).toBe(200)
      expect([header(answer, 'ratelimit-limit'), header(answer, 'ratelimit-remaining')]).toEqual([4, left])
      expect(header(answer, 'ratelimit-reset')).toBe((4 - left) * 10)
    }
    const refused = await ask(token)
    expectRefusal(refused, 429, 'rate_limited')
    expect([header(refused, 'ratelimit-limit'), header(refused, 'ratelimit-remaining')]).toEqual([4, 0])
    expect(header(refused, 'retry-after')).toBe(10)
    expect(refused.body.error.message).toContain('10 s')
  })

  test('leaves other tokens, of the same actor too, and cookies untouched', async () => {
    const [flooding, other] = [await freshToken(), await freshToken()]
    await exhaust(flooding)
    expect((await ask(other)).status).toBe(200)
    expect((await ask(world.admin)).status).toBe(200)
    expect((await ask(flooding)).status).toBe(429)
  })

  test('is let in again when Retry-After has passed, and not before; all of the bucket when RateLimit-Reset has', async () => {
    const token = await freshToken()
    const refused = await exhaust(token)
    world.service.clock.advance((header(refused, 'retry-after') - 2) * 1_000)
    expect((await ask(token)).status).toBe(429)
    world.service.clock.advance(2_000)
    expect((await ask(token)).status).toBe(200)
    const again = await ask(token)
    expect(again.status).toBe(429)
    world.service.clock.advance(header(again, 'ratelimit-reset') * 1_000)
    expect(header(await ask(token), 'ratelimit-remaining')).toBe(3)
  })

  test('applies nothing of what it refuses', async () => {
    const token = await people.token(world.admin.actorId, ['boards:write'])
    await exhaust(token)
    const before = await world.snapshot()
    expectRefusal(await token.post('/api/boards', { name: 'Taken' }), 429, 'rate_limited')
    expect(await world.snapshot()).toEqual(before)
  })
})

test('all cookies of a person share one larger bucket', async () => {
  const [one, two] = [await people.cookie(world.viewer.actorId), await people.cookie(world.viewer.actorId)]
  await exhaust(one)
  expectRefusal(await ask(two), 429, 'rate_limited')
  expect((await ask(world.member)).status).toBe(200)
})

describe('F77: signing in', () => {
  const login = (headers: Record<string, string> = {}) =>
    world.service.anonymous.post('/api/auth/login', { email: 'nobody@example.com', password: 'not this one' }, headers)

  test('is limited by address, and rotating X-Forwarded-For does not help without TRUST_PROXY', async () => {
    const answers: Answer[] = []
    for (let at = 0; at < 6; at++) {
      const address = `203.0.113.${at}`
      answers.push(
        await login({ 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address, 'cf-connecting-ip': address }),
      )
    }
    expect(answers.map((answer) => answer.status === 429)).toEqual([false, false, false, true, true, true])
    for (const answer of answers.slice(3)) {
      expectRefusal(answer, 429, 'rate_limited')
      expect(header(answer, 'retry-after')).toBe(12)
    }
  })

  test('shares its bucket with registering, resetting and answering by a link, and nothing else does', async () => {
    const { anonymous } = world.service
    expectRefusal(
      await anonymous.post('/api/auth/register', { email: 'a@example.com', password: 'long enough', name: 'A' }),
      429,
      'rate_limited',
    )
    expectRefusal(await anonymous.post('/api/auth/forgot', { email: 'a@example.com' }), 429, 'rate_limited')
    expectRefusal(await anonymous.post('/api/answer-links/x', { option: 0 }), 429, 'rate_limited')
    expect((await ask(world.member)).status).toBe(200)
    expect((await anonymous.get('/openapi.json')).status).toBe(200)
  })

  test('is let in again when Retry-After has passed', async () => {
    const refused = await login()
    expect(refused.status).toBe(429)
    world.service.clock.advance(header(refused, 'retry-after') * 1_000)
    expect((await login()).status).not.toBe(429)
  })
})
