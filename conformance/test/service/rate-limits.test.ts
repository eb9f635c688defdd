import { expect } from 'vitest'
import { readConfig } from '../../../packages/server/src/config.ts'
import { standingClock } from '../../../packages/server/test/kit/clock.ts'
import { password } from '../../../packages/server/test/kit/service.ts'
import { type Caller, call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { startWorld, type World } from '../../src/world.ts'

type Ending = { onTestFinished(end: () => Promise<void>): void }

/** A world whose clock stands still, so that buckets refill only when a scenario moves it. */
async function start({ onTestFinished }: Ending, environment: Record<string, string>): Promise<World> {
  const world = await startWorld(environment, standingClock())
  onTestFinished(() => world.tandem.stop())
  return world
}

const ask = (caller: Caller) => call(caller, 'me.get', {})
/** Another token of Robo's. */
async function tokenOf({ ada, robo }: World): Promise<Caller> {
  const { token } = await allowed(ada, 'token.create', { label: 'again', scopes: ['boards:read'], actorId: robo.actorId })
  return { url: ada.url, headers: { authorization: `Bearer ${token}` } }
}

/** The state of the bucket in the headers, and the outcome of the call. */
async function level(caller: Caller): Promise<{ code: string; limit: number; remaining: number; reset: number }> {
  return levelIn(await ask(caller))
}
type Answered = { ok: true; headers: Headers } | { ok: false; code: string; headers: Headers }
function levelIn(answer: Answered) {
  const [limit = 0, remaining = 0, reset = 0] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = answer.headers.get(`ratelimit-${name}`)
    if (value === null) throw new Error(`the answer carries no RateLimit-${name}`)
    return Number(value)
  })
  return { code: answer.ok ? 'ok' : answer.code, limit, remaining, reset }
}

let logins = 0
/** Another account each time, because failures of one account slow down its own sign-ins. */
const login = (world: World, headers: Record<string, string> = {}) =>
  call({ url: world.ada.url, headers: {} }, 'auth.login', { email: `nobody${logins++}@example.com`, password: 'not this one' }, headers)
const register = (world: World, name: string) =>
  call({ url: world.ada.url, headers: {} }, 'auth.register', { email: `${name}@example.com`, password, name })

scenario(
  'a token has a bucket of its own, told in the headers; beyond it comes 429, until Retry-After has passed',
  ['rate-limit.token.bucket', 'rate-limit.exceeded.answer', 'rate-limit.exceeded.retry-after', 'rate-limit.headers.present'],
  async (context) => {
    const world = await start(context, { RATE_LIMIT_TOKEN: '6/4' })
    const [first, second] = [await tokenOf(world), await tokenOf(world)]
    for (const remaining of [3, 2, 1, 0])
      expect(await level(first)).toEqual({ code: 'ok', limit: 4, remaining, reset: (4 - remaining) * 10 })
    const refusal = await refused(first, 'me.get', {}, 'rate_limited')
    expect([refusal.status, levelIn(refusal)]).toEqual([429, { code: 'rate_limited', limit: 4, remaining: 0, reset: 40 }])
    await refused(first, 'board.create', { name: 'Refused' }, 'rate_limited')
    expect((await allowed(world.ada, 'board.list', {})).map((board) => board.name)).not.toContain('Refused')
    expect(await level(second)).toMatchObject({ code: 'ok', remaining: 3 })
    const retryAfter = Number(refusal.headers.get('retry-after'))
    expect(retryAfter).toBe(10)
    world.tandem.clock.advance((retryAfter - 1) * 1_000)
    await refused(first, 'me.get', {}, 'rate_limited')
    world.tandem.clock.advance(1_000)
    expect((await level(first)).code).toBe('ok')
    await refused(first, 'me.get', {}, 'rate_limited')
    world.tandem.clock.advance(3_600_000)
    expect(await level(first)).toMatchObject({ code: 'ok', remaining: 3 })
  },
)

scenario('a signed-in person has one bucket over all web sessions', ['rate-limit.session.bucket'], async (context) => {
  const world = await start(context, { RATE_LIMIT_SESSION: '60/10' })
  const eve = await world.tandem.register('Eva', { email: 'eva@example.com' })
  const one = { url: world.ada.url, headers: { cookie: eve.cookie ?? '' } }
  const signedIn = await call({ ...one, headers: {} }, 'auth.login', { email: 'eva@example.com', password })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const two = { ...one, headers: { cookie } }
  expect(cookie).not.toBe(eve.cookie)
  for (const [at, caller] of [one, two, one, two, two, two, one, one, two, one].entries())
    expect(await level(caller)).toMatchObject({ code: 'ok', limit: 10, remaining: 9 - at })
  for (const caller of [one, two]) await refused(caller, 'me.get', {}, 'rate_limited')
  expect(await level(world.vic)).toMatchObject({ code: 'ok', remaining: 9 })
})

scenario(
  'signing in and registering share the bucket of an address, which a forged header does not change',
  ['rate-limit.auth.bucket', 'rate-limit.proxy.untrusted'],
  async (context) => {
    const world = await start(context, { RATE_LIMIT_AUTH: '6/8' })
    world.tandem.clock.advance(600_000)
    const codes = []
    for (let at = 0; at < 4; at++) {
      const address = `203.0.113.${at}`
      const answer = await login(world, { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address })
      expect(levelIn(answer)).toMatchObject({ limit: 8, remaining: 7 - 2 * at })
      codes.push(answer.ok ? 'ok' : answer.code, (await register(world, `person${at}`)).status)
    }
    expect(codes).toEqual(Array.from({ length: 4 }, () => ['invalid_credentials', 201]).flat())
    const late = [await login(world, { 'x-forwarded-for': '203.0.113.9' }), await register(world, 'late')]
    expect(late.map((answer) => !answer.ok && answer.code)).toEqual(['rate_limited', 'rate_limited'])
    expect((await ask(world.ada)).ok).toBe(true)
    world.tandem.clock.advance(Number(late[0]?.headers.get('retry-after')) * 1_000)
    expect((await register(world, 'late')).status).toBe(201)
  },
)

scenario('behind a trusted proxy the address that it forwards is counted', ['rate-limit.proxy.trusted'], async (context) => {
  const world = await start(context, { RATE_LIMIT_AUTH: '6/5', TRUST_PROXY: 'true' })
  const from = async (address: string) => {
    const answer = await login(world, { 'x-forwarded-for': address })
    return answer.ok ? 'ok' : answer.code
  }
  for (let at = 0; at < 5; at++) expect(await from('203.0.113.1')).toBe('invalid_credentials')
  expect(await from('203.0.113.1')).toBe('rate_limited')
  // The proxy appends its value to those of the client.
  expect(await from('198.51.100.7, 203.0.113.1')).toBe('rate_limited')
  expect(await from('203.0.113.2')).toBe('invalid_credentials')
})

scenario(
  'by default 600, 1200 and 60 requests are taken at once, and 1200, 3600 and 60 a minute after',
  ['rate-limit.token.default', 'rate-limit.session.default', 'rate-limit.auth.default'],
  async (context) => {
    const unset = { RATE_LIMIT_TOKEN: '', RATE_LIMIT_SESSION: '', RATE_LIMIT_AUTH: '' }
    const world = await start(context, unset)
    world.tandem.clock.advance(600_000)
    // `reset` grows by a second each time that the requests exceed what another second refills.
    for (const [caller, burst, perSecond] of [
      [world.robo, 600, 1_200 / 60],
      [world.vic, 1_200, 3_600 / 60],
    ] as const) {
      for (let taken = 1; taken <= 2 * perSecond + 1; taken++)
        expect(await level(caller)).toEqual({ code: 'ok', limit: burst, remaining: burst - taken, reset: Math.ceil(taken / perSecond) })
    }
    for (let taken = 1; taken <= 3; taken++)
      expect(levelIn(await login(world))).toMatchObject({ limit: 60, remaining: 60 - taken, reset: taken })
    // A token is refilled after exactly a second.
    for (const laterMs of [999, 1]) {
      world.tandem.clock.advance(laterMs)
      expect(levelIn(await login(world))).toMatchObject({ limit: 60, remaining: 56 })
    }
  },
)

scenario(
  'a limit is given as perMinute/burst, and 0 switches it off',
  ['rate-limit.config.format', 'rate-limit.config.off'],
  async (context) => {
    const names = ['RATE_LIMIT_TOKEN', 'RATE_LIMIT_SESSION', 'RATE_LIMIT_AUTH'] as const
    for (const name of names) {
      expect(readConfig({ [name]: '120/7' })[name]).toEqual({ perMinute: 120, burst: 7 })
      for (const bad of ['120', '120/', '/7', '120/7/1', '-1/7', 'fast', '1.5/7', '0/7', '120/0'])
        expect(() => readConfig({ [name]: bad })).toThrow(name)
    }
    const world = await start(context, { RATE_LIMIT_TOKEN: '120/9', RATE_LIMIT_SESSION: '0', RATE_LIMIT_AUTH: '0' })
    expect(await level(world.robo)).toMatchObject({ limit: 9, remaining: 8, reset: 1 })
    const answers = [...(await Promise.all(Array.from({ length: 100 }, () => ask(world.vic)))), await login(world)]
    for (const answer of answers) expect([answer.status === 429, answer.headers.get('ratelimit-limit')]).toEqual([false, null])
  },
)
