import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { authorizeUrl, connect, consent, open, pkce, redirectUri, refreshWith } from '../kit/oauth.ts'
import { type HttpsHost, startHttpsHost } from '../kit/servers/https-host.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { at } from './granted.ts'

/** The next answer of the host: a document, or something else in its place. */
type Answer = { status?: number; headers?: Record<string, string>; body: string }

let tandem: TestService
let host: HttpsHost
let ada: Person
let boardId: string
let answers: Map<string, Answer>
let fetched: string[]
let resolved: string
/** Requests below /slow/, which are not answered by themselves. */
let held: ServerResponse[]

beforeAll(async () => {
  host = await startHttpsHost('app.example', (request, response) => {
    const path = request.url ?? ''
    fetched.push(path)
    const { status = 200, headers = {}, body } = answers.get(path) ?? { status: 404, body: '' }
    if (path.startsWith('/slow/')) held.push(response)
    else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  tandem = await startTestService({
    environment: { OAUTH_CIMD: 'true', OUTBOUND_ALLOW_PRIVATE: 'false', OUTBOUND_ALLOWED: 'app.example' },
    resolve: async () => [resolved],
  })
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
})
afterAll(async () => {
  await tandem?.stop()
  host?.stop()
})
beforeEach(() => {
  answers = new Map()
  fetched = []
  resolved = '127.0.0.1'
  held = []
})

const cookie = () => ada.cookie ?? ''
let count = 0

/** Every test has addresses of its own, because documents are cached. */
function serve(document: Record<string, unknown> | string, more: Omit<Answer, 'body'> = {}): string {
  const path = `/clients/${++count}.json`
  const clientId = host.origin + path
  const whole = { client_id: clientId, client_name: 'Claude Code', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }
  answers.set(path, { body: typeof document === 'string' ? document : JSON.stringify({ ...whole, ...document }), ...more })
  return clientId
}
const ask = (clientId: string, more: Record<string, string> = {}, who: string | null = cookie()) =>
  open(authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge, more }), who)

test('a program that a document describes is let in, refreshed, listed and shut out by its address', async () => {
  const clientId = serve({})
  const page = await ask(clientId)
  expect(page.status).toBe(200)
  for (const shown of ['Claude Code', 'app.example', 'on this computer']) expect(page.text).toContain(shown)
  const { access, refresh } = await connect(tandem.url, cookie(), { clientId, boardIds: [boardId] })
  expect((await at(tandem, access)).principal.oauthClientId).toBe(clientId)
  expect((await refreshWith(tandem.url, clientId, refresh)).status).toBe(200)
  expect((await ada.get('/api/oauth/clients')).body).toEqual([expect.objectContaining({ clientId, name: 'Claude Code' })])
  expect((await ada.delete(`/api/oauth/clients/${encodeURIComponent(clientId)}`)).status).toBe(204)
  await expect(at(tandem, access)).rejects.toMatchObject({ code: 'invalid_token' })
})

test('an address of 2,048 characters is shut out too; a longer one is none', {
  meta: { proves: ['limit.oauth.client-address'] },
}, async () => {
  const path = `/${'x'.repeat(2_048 - host.origin.length - 1)}`
  const clientId = host.origin + path
  answers.set(path, { body: JSON.stringify({ client_id: clientId, redirect_uris: [redirectUri] }) })
  const { access } = await connect(tandem.url, cookie(), { clientId, boardIds: [boardId] })
  expect((await ada.delete(`/api/oauth/clients/${encodeURIComponent(clientId)}`)).status).toBe(204)
  await expect(at(tandem, access)).rejects.toMatchObject({ code: 'invalid_token' })
  expect((await ask(`${clientId}x`)).status).toBe(400)
})

test('no document is fetched for a caller who is not signed in', async () => {
  const page = await ask(serve({}), {}, null)
  expect([page.status, fetched]).toEqual([401, []])
  expect(page.text).toContain('Sign in')
})

test('a document is asked for once in as long as it says, at least five minutes and at most a day', {
  meta: { proves: ['limit.oauth.document.age'] },
}, async () => {
  const minutes = (many: number) => tandem.clock.advance(many * 60_000)
  const [plain, long, hour] = [
    serve({}, { headers: { 'cache-control': 'no-store' } }),
    serve({}, { headers: { 'cache-control': 'max-age=31536000' } }),
    serve({}, { headers: { 'cache-control': 'public, max-age=3600' } }),
  ]
  const all = async () => {
    fetched = []
    for (const clientId of [plain, long, hour]) expect((await ask(clientId)).status).toBe(200)
    return fetched.map((path) => host.origin + path)
  }
  expect(await all()).toEqual([plain, long, hour])
  minutes(4)
  expect(await all()).toEqual([])
  minutes(2)
  expect(await all()).toEqual([plain])
  minutes(56)
  expect(await all()).toEqual([plain, hour])
  minutes(24 * 60)
  expect(await all()).toEqual([plain, long, hour])

  const together = serve({})
  fetched = []
  await Promise.all([1, 2, 3].map(() => ask(together)))
  expect(fetched).toHaveLength(1)
})

test('a document that cannot be had is not asked for again within a minute', async () => {
  const clientId = serve('gone', { status: 500 })
  expect((await ask(clientId)).status).toBe(400)
  answers.set(new URL(clientId).pathname, { body: JSON.stringify({ client_id: clientId, redirect_uris: [redirectUri] }) })
  expect((await ask(clientId)).status).toBe(400)
  expect(fetched).toHaveLength(1)
  tandem.clock.advance(60_001)
  expect((await ask(clientId)).status).toBe(200)
})

test('slow hosts delay only the caller who named them', {
  meta: { proves: ['limit.oauth.documents.at-once'] },
}, async () => {
  const grace = await tandem.register('Grace')
  const slow = (name: string, who?: string) => ask(`${host.origin}/slow/${name}.json`, {}, who)
  const waiting = [slow('one'), slow('two')]
  await until(() => held.length === 2)
  expect(await slow('three')).toMatchObject({ status: 400, text: expect.stringContaining('Too many client documents') })
  waiting.push(slow('two', grace.cookie ?? ''))
  expect((await ask(serve({}), {}, grace.cookie)).status).toBe(200)
  for (const response of held) response.writeHead(404).end()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([400, 400, 400])
  expect(fetched.filter((path) => path.startsWith('/slow/')).toSorted()).toEqual(['/slow/one.json', '/slow/two.json'])
  expect((await ask(serve({}))).status).toBe(200)
})

test('32 documents are fetched at once, for all together', { meta: { proves: ['limit.oauth.documents.in-all'] } }, async () => {
  held = []
  const people = await Promise.all(Array.from({ length: 17 }, (_, at) => tandem.register(`Person ${at}`)))
  const slow = (at: number) => ask(`${host.origin}/slow/all-${at}.json`, {}, people[Math.floor(at / 2)]?.cookie ?? '')
  const waiting = Array.from({ length: 32 }, (_, at) => slow(at))
  await until(() => held.length === 32)
  expect(await slow(32)).toMatchObject({ status: 400, text: expect.stringContaining('Too many client documents') })
  for (const response of held) response.writeHead(404).end()
  await Promise.all(waiting)
})

test('a document names 50 redirect URIs; one with 51 is none', { meta: { proves: ['limit.oauth.document.redirects'] } }, async () => {
  const others = Array.from({ length: 49 }, (_, at) => `https://app.example/${at}`)
  expect((await ask(serve({ redirect_uris: [redirectUri, ...others] }))).status).toBe(200)
  const page = await ask(serve({ redirect_uris: [redirectUri, ...others, 'https://app.example/49'] }))
  expect([page.status, page.location]).toEqual([400, ''])
})

test.each([
  ['names another id', () => serve({ client_id: 'https://app.example/other' })],
  ['is no JSON', () => serve('<html>')],
  ['is too long', () => serve(JSON.stringify({ padding: 'x'.repeat(70_000) }))],
  ['asks for a secret', () => serve({ token_endpoint_auth_method: 'client_secret_basic' })],
  ['has no redirect', () => serve({ redirect_uris: [] })],
  ['leads to a script', () => serve({ redirect_uris: ['javascript:alert(1)'] })],
  ['is somewhere else', () => serve('', { status: 302, headers: { location: `${host.origin}/clients/1.json` } })],
  ['lies at the root', () => `${host.origin}/`],
  ['has a fragment', () => `${serve({})}#x`],
  ['is not written in its normal form', () => serve({}).replace('/clients/', '/x/../clients/')],
])(
  'a program whose document %s is not let in, and nothing is sent anywhere',
  { meta: { proves: ['limit.oauth.document'] } },
  async (_what, make) => {
    const page = await ask(make())
    expect([page.status, page.location]).toEqual([400, ''])
  },
)

test('F88: an address that the document does not name gets nothing', async () => {
  const clientId = serve({ redirect_uris: ['https://app.example/callback'] })
  for (const redirect_uri of ['https://evil.example/callback', 'https://app.example/callback/x', redirectUri])
    expect(await ask(clientId, { redirect_uri })).toMatchObject({ status: 400, location: '' })
})

test('F88: a document in our own network is refused, and nothing there is touched', async () => {
  const canary = createServer((_request, response) => response.end())
  let touched = 0
  canary.on('connection', () => {
    touched += 1
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void canary.close())
  const { port } = canary.address() as AddressInfo
  for (const place of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', 'rebinding.example'])
    expect((await ask(`https://${place}:${port}/client.json`)).status).toBe(400)
  for (const address of ['169.254.169.254', '10.0.0.1', 'fd00::1']) {
    resolved = address
    expect((await ask(`https://${address.replaceAll(/[.:]/g, '-')}.example/client.json`)).status).toBe(400)
  }
  for (const clientId of [`http://127.0.0.1:${port}/client.json`, `file:///etc/passwd`]) expect((await ask(clientId)).status).toBe(400)
  expect(touched).toBe(0)
})

test('where documents are not taken, an address is no client, even one that was let in before', async () => {
  const clientId = serve({})
  await connect(tandem.url, cookie(), { clientId, boardIds: [boardId] })
  const off = await startTestService({ address: tandem.address, environment: { OAUTH_CIMD: 'false' } })
  try {
    fetched = []
    const address = authorizeUrl(off.url, { clientId, challenge: pkce().challenge })
    expect(await consent(address, cookie(), { boardIds: [boardId] })).toMatchObject({ status: 400, location: '' })
    expect(fetched).toEqual([])
  } finally {
    await off.stop()
  }
})
