import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newSecret, newToken } from '../../../src/kernel/common/secrets.ts'
import { countedAddress } from '../../../src/kernel/identity/client-address.ts'
import { createRateLimiter } from '../../../src/kernel/limits/rate-limit.ts'
import { standingClock } from '../../kit/clock.ts'
import { startTestService } from '../../kit/service.ts'
import { tryToOpen } from '../../kit/socket.ts'
import { createPeople, expectRefusal, furnish, type World } from '../world.ts'

const [perMinute, burst] = [6, 4]
let world: World
let people: ReturnType<typeof createPeople>
beforeAll(async () => {
  const environment = { RATE_LIMIT_AUTH_FAILURES: `${perMinute}/${burst}`, TRUST_PROXY: '1' }
  world = await furnish(await startTestService({ environment, clock: standingClock() }))
  people = createPeople(world.service)
})
afterAll(() => world.service.stop())
beforeEach(() => world.service.clock.advance(3_600_000))

/** The client address that the trusted proxy of this service reports. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const guesses: [string, (address: string) => Promise<{ status: number; body: any; text: string; headers: Headers }>, number][] = [
  ['a bearer', (address) => world.service.withToken(newToken()).get('/api/boards', from(address)), 401],
  ['a cookie', (address) => world.service.anonymous.get('/api/boards', { ...from(address), cookie: `kb_session=${newSecret()}` }), 401],
  ['an invitation', (address) => world.service.anonymous.get(`/api/invitations/${newSecret()}`, from(address)), 404],
  ['an invitation to accept', (address) => world.member.post(`/api/invitations/${newSecret()}/accept`, {}, from(address)), 404],
  ['the link of a letter', (address) => world.service.anonymous.get(`/api/answer-links/${newSecret()}`, from(address)), 404],
  [
    'such a link to answer by',
    (address) => world.service.anonymous.post(`/api/answer-links/${newSecret()}`, { option: 0 }, from(address)),
    404,
  ],
]

describe.each(guesses)('guessing %s', (_, guess, status) => {
  test('is answered as long as the bucket of the address lasts, and then refused until Retry-After has passed', async () => {
    for (let at = 0; at < burst; at++) expect((await guess('203.0.113.1')).status).toBe(status)
    const refused = await guess('203.0.113.1')
    expectRefusal(refused, 429, 'rate_limited')
    expect(refused.headers.get('ratelimit-limit')).toBe(String(burst))
    expect((await guess('203.0.113.2')).status).toBe(status)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBe(60 / perMinute)
    world.service.clock.advance((seconds - 1) * 1_000)
    expect((await guess('203.0.113.1')).status).toBe(429)
    world.service.clock.advance(1_000)
    expect((await guess('203.0.113.1')).status).toBe(status)
    expect((await guess('203.0.113.1')).status).toBe(429)
  })

  test('from one IPv6 network of 64 bits is one guesser', async () => {
    for (let at = 0; at < burst; at++) expect((await guess(`2001:4860:1:2::${at + 1}`)).status).toBe(status)
    expect((await guess('2001:4860:1:2:ffff::1')).status).toBe(429)
    expect((await guess('2001:4860:1:3::1')).status).toBe(status)
  })
})

describe('the bucket of an address that is empty', () => {
  const address = '203.0.113.9'
  async function drain(): Promise<void> {
    for (let at = 0; at < burst; at++) await world.service.withToken(newToken()).get('/api/boards', from(address))
    expect((await world.service.withToken(newToken()).get('/api/boards', from(address))).status).toBe(429)
  }

  test('lets every valid credential in, also one that is seen for the first time: a bearer, a cookie, a ticket, an invitation (F111)', {
    meta: { proves: ['rate-limit.unknown.valid-let-in'] },
  }, async () => {
    await drain()
    const [token, cookie] = [await people.token(world.admin.actorId, ['boards:read']), await people.cookie(world.member.actorId)]
    for (const fresh of [token, cookie]) expect((await fresh.get('/api/boards', from(address))).status).toBe(200)
    const read = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const headers = { ...from(address), accept: 'application/json, text/event-stream' }
    expect((await (await people.token(world.admin.actorId, ['boards:read'])).post('/mcp', read, headers)).status).toBe(200)
    const { body } = await world.admin.post('/api/ws-ticket', {})
    const connect = (ticket: string) => tryToOpen(world.service.url, from(address), `?ticket=${ticket}`)
    expect([await connect(newSecret()), await connect(body.ticket)]).toMatchObject([{ status: 429 }, { ws: {} }])
    const invited = await world.admin.post(`/api/boards/${world.board.id}/members`, { email: 'eve@example.com', role: 'viewer' })
    const [, secret] = invited.body.inviteUrl.split('/invite/')
    expect((await world.anonymous.get(`/api/invitations/${secret}`, from(address))).status).toBe(200)
    expect((await world.outsider.post(`/api/invitations/${secret}/accept`, {}, from(address))).status).toBeLessThan(300)
  })

  test('does not keep people with an ended cookie from signing in (F111)', {
    meta: { proves: ['rate-limit.unknown.stale-cookie'] },
  }, async () => {
    await drain()
    const stale = { ...from(address), cookie: `kb_session=${newSecret()}` }
    expect((await world.anonymous.get('/api/boards', stale)).status).toBe(429)
    expect((await world.anonymous.get('/api/auth/providers', stale)).status).toBe(200)
    const signUp = { email: `${newSecret()}@example.com`.toLowerCase(), password: 'correct horse battery', name: 'Late' }
    expect((await world.anonymous.post('/api/auth/register', signUp, stale)).status).toBe(201)
    expect((await world.anonymous.post('/api/auth/login', { email: signUp.email, password: signUp.password }, stale)).status).toBe(200)
  })

  test('is no way round for one that was good and is not any more: it counts like any other', async () => {
    const minted = await world.admin.post('/api/tokens', { label: 'soon gone', scopes: ['boards:read'] })
    const caller = world.service.withToken(minted.body.token)
    expect((await caller.get('/api/boards', from(address))).status).toBe(200)
    const [{ id }] = (await world.admin.get('/api/tokens')).body.filter((row: { label: string }) => row.label === 'soon gone')
    expect((await world.admin.delete(`/api/tokens/${id}`)).status).toBe(204)
    const statuses: number[] = []
    for (let at = 0; at < burst + 1; at++) statuses.push((await caller.get('/api/boards', from(address))).status)
    expect(statuses).toEqual([401, 401, 401, 401, 429])
  })

  test('leaves requests without a credential, and malformed ones, alone', async () => {
    await drain()
    expect((await world.anonymous.get('/api/boards', from(address))).status).toBe(401)
    expect((await world.service.withToken('kbt_x').get('/api/boards', from(address))).status).toBe(401)
  })
})

test('F77: rotating X-Forwarded-For does not help without TRUST_PROXY', async () => {
  const direct = await startTestService({ environment: { RATE_LIMIT_AUTH_FAILURES: '6/4' }, clock: standingClock() })
  try {
    const statuses: number[] = []
    for (let at = 0; at < 6; at++)
      statuses.push((await direct.withToken(newToken()).get('/api/boards', { 'x-forwarded-for': `203.0.113.${at}` })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
  } finally {
    await direct.stop()
  }
})

test('guesses made at the same time all count: what follows waits for each of them', () => {
  const clock = standingClock()
  const size = { perMinute: 60, burst: 2 }
  const limiter = createRateLimiter({ token: null, session: null, auth: null, authFailure: size }, clock)
  expect(limiter.peek('authFailure', 'a')).toBeNull()
  for (let at = 0; at < 10; at++) void limiter.charge('authFailure', 'a')
  expect(limiter.peek('authFailure', 'a')).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 9 })
  clock.advance(9_000)
  expect(limiter.peek('authFailure', 'a')).toMatchObject({ allowed: true, remaining: 1 })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, counted) => expect(countedAddress(address)).toBe(counted))
