import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '../../../src/kernel/common/secrets.ts'
import { expectRefusal, startWorld, type World } from '../world.ts'
import { exchange } from './raw.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.service.stop())

const treePath = () => `/api/boards/${world.board.id}`
const tokenOf = (world: World): string => world.agent.headers.authorization?.replace('Bearer ', '') ?? ''

/** The same token with one other character in the middle, so that its checksum is wrong. */
function misspelt(token: string): string {
  const [at, old] = [20, token.charAt(20)]
  return token.slice(0, at) + (old === 'a' ? 'b' : 'a') + token.slice(at + 1)
}

const badBearers: [string, () => string][] = [
  ['a bad checksum', () => misspelt(tokenOf(world))],
  ['cut short', () => tokenOf(world).slice(0, -1)],
  ['one character more', () => `${tokenOf(world)}0`],
  ['another prefix', () => tokenOf(world).replace('kbt_', 'kbx_')],
  ['well formed but unknown', () => newToken()],
  ['10 KB', () => `kbt_${'a'.repeat(10_240)}`],
  ['a JWT', () => 'eyJhbGciOiJub25lIn0.e30.'],
  ['SQL', () => "'or'1'='1"],
  ['__proto__', () => '__proto__'],
]

describe('F68: a bad bearer is a 401 invalid_token, on every route', () => {
  test.each(badBearers)('%s', async (_, bearer) => {
    const before = await world.snapshot()
    const caller = world.service.withToken(bearer())
    const answers = [
      await caller.get(treePath()),
      await caller.post(`/api/lists/${world.board.lists[0]}/cards`, { title: 'Taken' }),
      await caller.post('/api/boards', { name: 'Taken' }),
      await caller.post('/api/auth/login', { email: 'a@example.com', password: 'x' }),
    ]
    for (const answer of answers) {
      expectRefusal(answer, 401, 'invalid_token')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    }
    expect(await world.snapshot()).toEqual(before)
  })

  test.each([
    ['no scheme', () => tokenOf(world)],
    ['another scheme', () => `Basic ${Buffer.from(`x:${tokenOf(world)}`).toString('base64')}`],
    ['no token', () => 'Bearer'],
    ['an empty token', () => 'Bearer  '],
    ['two tokens', () => `Bearer ${tokenOf(world)} ${tokenOf(world)}`],
    ['a list', () => `Bearer ${tokenOf(world)}, Bearer ${tokenOf(world)}`],
  ])('%s', async (_, authorization) => {
    expectRefusal(await world.anonymous.get(treePath(), { authorization: authorization() }), 401, 'invalid_token')
  })

  test('NUL in the header is no HTTP', async () => {
    const lines = [`GET ${treePath()} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${tokenOf(world)}\0`]
    expectRefusal(await exchange(world.service.url, lines), 400, 'validation')
  })

  test('headers beyond 16 KiB are refused in the envelope', { meta: { proves: ['limit.headers.bytes'] } }, async () => {
    const lines = [`GET ${treePath()} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer kbt_${'a'.repeat(20_000)}`]
    expectRefusal(await exchange(world.service.url, lines), 413, 'payload_too_large')
  })

  test('while the token itself is accepted, with any case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect((await world.anonymous.get(treePath(), { authorization: `${scheme} ${tokenOf(world)}` })).status).toBe(200)
  })
})

describe('health checks are answered', () => {
  test.each(['/health/live', '/health/ready'])('%s, with any credential', async (path) => {
    const credentials = [
      ...badBearers.map(([, bearer]) => ({ authorization: `Bearer ${bearer()}` })),
      { authorization: 'Basic eDp5' },
      { cookie: 'kb_session=unknown' },
      world.reader.headers,
    ]
    for (const headers of credentials) {
      const { status, body } = await world.anonymous.get(path, headers)
      expect([status, body]).toEqual([200, { status: 'ok' }])
    }
  })
})

describe('F69: one credential never stands in for another', () => {
  test('a bad bearer beside a good cookie is a 401', async () => {
    expect((await world.admin.get(treePath())).status).toBe(200)
    expectRefusal(await world.admin.get(treePath(), { authorization: `Bearer ${newToken()}` }), 401, 'invalid_token')
    expectRefusal(await world.admin.get(treePath(), { authorization: 'Basic eDp5' }), 401, 'invalid_token')
  })

  test.each(['token', 'access_token', 'authorization', 'api_key', 'ticket'])(
    'a token in the query as %s is not looked at',
    async (name) => {
      expectRefusal(await world.anonymous.get(`${treePath()}?${name}=${tokenOf(world)}`), 401, 'unauthorized')
    },
  )

  test('a token in the cookie, in a body or in a header of another name is not looked at', async () => {
    const token = tokenOf(world)
    expectRefusal(await world.anonymous.get(treePath(), { cookie: `kb_session=${token}` }), 401, 'unauthorized')
    expectRefusal(
      await world.anonymous.get(treePath(), { 'x-api-key': token, 'proxy-authorization': `Bearer ${token}` }),
      401,
      'unauthorized',
    )
    expectRefusal(await world.anonymous.post('/api/boards', { name: 'Taken', token }), 401, 'unauthorized')
  })

  test.each([
    'kb_session=',
    'kb_session=x',
    `kb_session=${'a'.repeat(4_000)}`,
    'kb_session=%00',
    'kb_session=%ff',
    'KB_SESSION=x',
    ';;;',
    '=',
  ])('an unknown or odd cookie is a 401: %.30s', async (cookie) => {
    expectRefusal(await world.anonymous.get(treePath(), { cookie }), 401, 'unauthorized')
  })
})

describe('F75: a page of another origin cannot act with the cookie', () => {
  const foreign: [string, Record<string, string>][] = [
    ['a foreign Origin', { origin: 'https://evil.test' }],
    ['Origin: null', { origin: 'null' }],
    ['our host on another port', { origin: 'http://127.0.0.1:1' }],
    ['our host as a prefix', { origin: 'http://127.0.0.1.evil.test' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
    ['an own Origin but a cross-site fetch', { origin: 'own', 'sec-fetch-site': 'cross-site' }],
  ]
  const filled = (headers: Record<string, string>) => (headers.origin === 'own' ? { ...headers, origin: world.service.url } : headers)

  test.each(foreign)('%s', async (_, headers) => {
    const before = await world.snapshot()
    const path = `/api/lists/${world.board.lists[0]}/cards`
    const answer = await world.member.post(path, { title: 'Taken' }, filled(headers))
    expectRefusal(answer, 403, 'forbidden')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expectRefusal(await world.member.post(path, '{"title":"Taken"}', { ...filled(headers), 'content-type': type }), 403, 'forbidden')
    expectRefusal(await world.member.patch(treePath(), { name: 'Taken' }, filled(headers)), 403, 'forbidden')
    expectRefusal(
      await world.member.delete(`/api/cards/${world.board.cards[0]}/assignees/${world.member.actorId}`, undefined, filled(headers)),
      403,
      'forbidden',
    )
    expect(await world.snapshot()).toEqual(before)
  })

  test('a form without an Origin is refused for its type', async () => {
    const answer = await world.member.post('/api/boards', 'name=Taken', { 'content-type': 'application/x-www-form-urlencoded' })
    expectRefusal(answer, 415, 'unsupported_media_type')
  })

  test('a preflight is granted nothing', async () => {
    const answer = await fetch(`${world.service.url}/api/boards`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    })
    expect(answer.status).toBe(404)
    for (const name of answer.headers.keys()) expect(name).not.toMatch(/^access-control/)
  })

  test('while our own page, and a program with a token from any origin, may act', async () => {
    const path = `/api/lists/${world.board.lists[0]}/cards`
    const own = { origin: world.service.url, 'sec-fetch-site': 'same-origin' }
    expect((await world.member.post(path, { title: 'Own page' }, own)).status).toBe(201)
    expect((await world.agent.post(path, { title: 'Program' }, { origin: 'https://elsewhere.test' })).status).toBe(201)
  })

  test('and reading with the cookie from elsewhere gives the page no grant to see it', async () => {
    const answer = await world.member.get(treePath(), { origin: 'https://evil.test' })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('every answer carries the headers that keep browsers safe', () => {
  test.each<[string, () => Promise<{ headers: Headers }>]>([
    ['a success', () => world.member.get('/api/boards')],
    ['a refusal', () => world.anonymous.get('/api/boards')],
    ['nothing there', () => world.anonymous.get('/nothing')],
    ['a bad body', () => world.member.post('/api/boards', '{')],
    ['the document', () => world.anonymous.get('/openapi.json')],
  ])('%s', async (_, act) => {
    const { headers } = await act()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toMatch(/no-store|no-cache/)
  })
})
