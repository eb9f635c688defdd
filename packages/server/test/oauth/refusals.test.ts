import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newSecret, newToken } from '../../src/kernel/common/secrets.ts'
import { standingClock } from '../kit/clock.ts'
import {
  authorizeUrl,
  connect,
  consent,
  formIn,
  open,
  pkce,
  postForm,
  redeem,
  redirectUri,
  refreshWith,
  registerProgram,
} from '../kit/oauth.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { tryToOpen } from '../kit/socket.ts'
import { at } from './granted.ts'

let tandem: TestService
let ada: Person
let boardId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
})

const cookie = () => ada.cookie ?? ''
const programWith = async (uris: string[], more = {}): Promise<string> =>
  (await registerProgram(tandem.url, { redirect_uris: uris, ...more })).body.client_id
const addressFor = (clientId: string, more: Record<string, string | undefined> = {}) =>
  authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge, more })

test('F86, T9: no bearer token can allow a program, whatever its scopes', async () => {
  const clientId = await programWith([redirectUri])
  const everything = ['admin', 'tokens:write', 'notifications:write', 'sessions:write']
  const minted = (await ada.post('/api/tokens', { label: 'all', scopes: everything })).body.token as string
  const address = addressFor(clientId)
  const { csrf } = formIn((await open(address, cookie())).text)
  const form = [
    ['csrf', csrf],
    ['decision', 'allow'],
    ['agent', 'made'],
    ['leash', 'all'],
    ['scopes', 'boards:read'],
  ] as [string, string][]
  for (const [authorization, status] of [
    [`Bearer ${minted}`, 403],
    ['Bearer kbt_nonsense', 401],
    ['Basic YTpi', 401],
  ] as const) {
    for (const alongside of [null, cookie()]) {
      expect(await open(address, alongside, { authorization })).toMatchObject({ status, location: '' })
      const posted = await postForm(address, form, { authorization, ...(alongside !== null && { cookie: alongside }) })
      expect(posted).toMatchObject({ status, location: '' })
    }
  }
  const { access } = await connect(tandem.url, cookie(), { boardIds: [boardId] })
  expect(await open(address, null, { authorization: `Bearer ${access}` })).toMatchObject({ status: 401, location: '' })
})

test('F86: an access token is good for its resource alone, not at REST and not at the socket', async () => {
  const { access, refresh } = await connect(tandem.url, cookie(), { boardIds: [boardId] })
  const robot = await at(tandem, access)
  expect((await robot.does('board.list', {})).map((board: { id: string }) => board.id)).toEqual([boardId])
  for (const token of [access, refresh]) {
    expect(await tandem.withToken(token).get('/api/boards')).toMatchObject({ status: 401, body: { error: { code: 'invalid_token' } } })
    expect(await tryToOpen(tandem.url, { authorization: `Bearer ${token}` })).toEqual({ status: 401, code: 'invalid_token' })
  }
  for (const resource of [tandem.url, `${tandem.url}/mcp/`, `${tandem.url}/api`, 'https://elsewhere.example/mcp'])
    await expect(at(tandem, access, resource)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(at(tandem, refresh)).rejects.toMatchObject({ code: 'invalid_token' })
})

test('F86: what a token may do ends at its scopes and its boards', async () => {
  const other = (await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
  const { access } = await connect(tandem.url, cookie(), { boardIds: [boardId], scope: 'boards:read comments:write' })
  const robot = await at(tandem, access)
  await ada.post(`/api/boards/${other}/members`, { actorId: robot.principal.actorId, role: 'member' })
  expect(await robot.isRefused('board.tree', { boardId })).toBe('allowed')
  expect(await robot.isRefused('board.tree', { boardId: other })).toBe('forbidden')
  const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
  expect(await robot.isRefused('card.create', { listId: list.id, title: 'x' })).toBe('forbidden')
  for (const name of ['token.list', 'oauth.client.list', 'agent.list'] as const) expect(await robot.isRefused(name, {})).toBe('forbidden')
})

test('what cannot be granted is not offered: not by name, and not within admin', async () => {
  const clientId = await programWith([redirectUri])
  const page = await open(addressFor(clientId, { scope: 'boards:read tokens:write members:write admin board:x everything' }), cookie())
  expect(formIn(page.text).scopes).toEqual(['boards:read'])
  const refused = await open(addressFor(clientId, { scope: 'tokens:write members:write admin' }), cookie())
  expect(new URL(refused.location).searchParams.get('error')).toBe('invalid_scope')

  const forced = addressFor(clientId, { scope: 'boards:read' })
  const answer = await consent(forced, cookie(), { boardIds: [boardId], scopes: ['boards:read', 'tokens:write', 'admin', 'cards:write'] })
  expect(answer.status).toBe(303)
  const rows = (await tandem.database.pool.query('select scopes from oauth_grants order by id desc limit 1')).rows
  expect(rows).toEqual([{ scopes: ['boards:read'] }])
})

test('F87: a name is shown as text, and cannot pose as something else', async () => {
  const name = `<img src=x onerror=alert(1)>"'&\u202Egpj.exe\u0007\u200B ok`
  const clientId = await programWith([redirectUri], { client_name: name })
  const { text } = await open(addressFor(clientId, { state: '"><script>alert(1)</script>' }), cookie())
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp; gpj.exe ok')
  for (const markup of ['<img', '<script', '\u202E', '\u200B']) expect(text).not.toContain(markup)
  const signIn = await open(addressFor(clientId, { state: '"><script>alert(1)</script>' }), null)
  expect(signIn.text).not.toContain('<script')
})

const notTaken = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://a.example/x',
  'http://evil.example/callback',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://localhost@evil.example/',
  'https://evil.example/#fragment',
  'https://user:secret@evil.example/',
  'https://a.example;script-src *',
  "https://a.example'/",
  '/callback',
  'callback',
  '',
  'https://',
  'https:evil.example',
  'mailto:a@b.example',
  'http://10.0.0.1/',
  'https://a.example/\r\nx: y',
  'feed:javascript:alert(1)',
  'ms-settings:privacy',
]
test.each(notTaken)('F87, F88: %s is taken for no program', async (uri) => {
  expect(await registerProgram(tandem.url, { redirect_uris: [uri] })).toMatchObject({
    status: 400,
    body: { error: 'invalid_redirect_uri' },
  })
})

test.each([
  'https://a.example/cb?x=1',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'com.example.app:/cb',
  'http://[::1]/cb',
  'http://localhost:1/cb',
])('%s is taken, and the form may lead there', async (uri) => {
  const clientId = await programWith([uri])
  const address = addressFor(clientId, { redirect_uri: uri })
  const policy = (await open(address, cookie())).headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/form-action 'self' (https:\/\/a\.example|cursor:|com\.example\.app:|http:|http:\/\/localhost:1);/)
  const { location } = await consent(address, cookie(), { boardIds: [boardId] })
  expect(location.startsWith(`${uri}${uri.includes('?') ? '&' : '?'}code=`)).toBe(true)
})

const unregistered = [
  'https://app.example/callback/more',
  'https://app.example/callbacks',
  'https://app.example/callback?x=1',
  'https://app.example/',
  'https://app.example/callback/../callback',
  'https://app.example:8443/callback',
  'http://app.example/callback',
  'https://app.example.evil.example/callback',
  'https://evil.example/callback',
  'HTTPS://app.example/callback',
  'javascript:alert(1)',
  'http://localhost:9000/callback',
  'http://127.0.0.2:8123/callback',
  'http://127.0.0.1:8123/callback/',
  'http://127.0.0.1:8123/callback?',
]
test.each(unregistered)('F88: %s is not what was registered: a page says so, and nothing is sent there', async (uri) => {
  const clientId = await programWith(['https://app.example/callback', 'http://127.0.0.1/callback'])
  for (const who of [cookie(), null]) {
    const answer = await open(addressFor(clientId, { redirect_uri: uri }), who)
    expect([answer.status, answer.location, answer.headers.get('content-type')]).toEqual([400, '', 'text/html; charset=utf-8'])
  }
})

test('a redirect URI on loopback matches with any port', async () => {
  const clientId = await programWith(['http://127.0.0.1/callback', 'http://localhost:3118/callback'])
  for (const uri of ['http://127.0.0.1:55555/callback', 'http://localhost:55555/callback', 'http://127.0.0.1/callback'])
    expect((await open(addressFor(clientId, { redirect_uri: uri }), cookie())).status).toBe(200)
})

test('a request that cannot be understood shows a page; one whose program is known is answered there', async () => {
  const clientId = await programWith([redirectUri])
  for (const more of [
    { client_id: undefined },
    { client_id: 'unknown' },
    { client_id: '\0' },
    { client_id: 'http://a.example/client.json' },
  ])
    expect(await open(addressFor(clientId, more), cookie())).toMatchObject({ status: 400, location: '' })
  expect(await open(`${addressFor(clientId)}&redirect_uri=${encodeURIComponent(redirectUri)}`, cookie())).toMatchObject({
    status: 400,
    location: '',
  })
  for (const [more, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ] as const)
    expect(new URL((await open(addressFor(clientId, more), cookie())).location).searchParams.get('error')).toBe(error)
})

test('a redirect URI has 2,048 characters and a state 4,096', {
  meta: { proves: ['limit.oauth.redirect-length', 'limit.oauth.state'] },
}, async () => {
  const uri = (length: number) => 'https://a.example/'.padEnd(length, 'x')
  expect((await registerProgram(tandem.url, { redirect_uris: [uri(2_049)] })).status).toBe(400)
  const clientId = await programWith([uri(2_048), redirectUri])
  expect(clientId).toBeTruthy()
  expect((await open(addressFor(clientId, { state: 'x'.repeat(4_096) }), cookie())).status).toBe(200)
  const refused = await open(addressFor(clientId, { state: 'x'.repeat(4_097) }), cookie())
  expect(new URL(refused.location).searchParams.get('error')).toBe('invalid_request')
})

test('wrong requests of a program are refused with the error codes of OAuth', async () => {
  const post = (path: string, fields: Record<string, string>) => postForm(tandem.url + path, fields)
  expect(await post('/oauth/token', {})).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  const unsupported = { grant_type: 'password', client_id: 'x' }
  expect(await post('/oauth/token', unsupported)).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } })
  expect(await post('/oauth/revoke', {})).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  expect(
    await postForm(`${tandem.url}/oauth/token`, [
      ['grant_type', 'refresh_token'],
      ['grant_type', 'x'],
    ]),
  ).toMatchObject({ status: 400 })
  expect(await registerProgram(tandem.url, { redirect_uris: undefined })).toMatchObject({
    status: 400,
    body: { error: 'invalid_redirect_uri' },
  })
  expect(await registerProgram(tandem.url, { grant_types: ['client_credentials'] })).toMatchObject({
    status: 400,
    body: { error: 'invalid_client_metadata' },
  })
  const broken = await fetch(`${tandem.url}/oauth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })
  expect([broken.status, await broken.json()]).toEqual([400, { error: 'invalid_request', error_description: expect.any(String) }])
})

test('programs in web pages of any origin read the metadata and draw tokens; nothing else is open to them', async () => {
  const headers = { origin: 'https://inspector.example', 'access-control-request-method': 'POST' }
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', '/.well-known/oauth-authorization-server']) {
    const preflight = await fetch(tandem.url + path, { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  }
  expect((await registerProgram(tandem.url)).headers.get('access-control-allow-origin')).toBe('*')
  const address = addressFor(await programWith([redirectUri]))
  for (const answer of [await open(address, cookie(), { origin: headers.origin }), await fetch(`${tandem.url}/api/boards`, { headers })])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('registrations from one address are limited', { meta: { proves: ['limit.oauth.registrations'] } }, async () => {
  const limited = await startTestService({ environment: { RATE_LIMIT_AUTH: '60/3' } })
  try {
    for (let at = 0; at < 3; at++) expect((await registerProgram(limited.url)).status).toBe(201)
    const refused = await registerProgram(limited.url)
    expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
    expect(refused.headers.get('retry-after')).not.toBeNull()
  } finally {
    await limited.stop()
  }
})

test('strangers store little: nothing for an unknown token, and one row for a program, which is deleted later', async () => {
  const lines = async () => (await tandem.database.pool.query('select act, detail from audit_log order by id desc')).rows
  const before = (await lines()).length
  for (const token of ['x', newToken('kbr'), newToken('kbo'), newToken('kbt')])
    expect((await postForm(`${tandem.url}/oauth/revoke`, { token, client_id: 'x' })).status).toBe(200)
  expect(await lines()).toHaveLength(before)
  const clientId = await programWith([`https://a.example/${'x'.repeat(2_000)}`])
  const [line] = await lines()
  expect(line).toEqual({ act: 'oauth.client.register', detail: { clientId, name: 'Robot' } })
})

test('a caller who repeats a dead token is told to wait, and does not lock out others at the address', async () => {
  const limited = await startTestService({ environment: { RATE_LIMIT_AUTH_FAILURES: '60/3' }, clock: standingClock() })
  try {
    const grace = await limited.register('Grace')
    const { clientId, refresh } = await connect(limited.url, grace.cookie ?? '', { all: true })
    const guesses = {
      refresh_token: () => refreshWith(limited.url, clientId, newToken('kbr')),
      authorization_code: () => redeem(limited.url, clientId, newSecret(), pkce().verifier),
    }
    for (const guess of Object.values(guesses)) {
      for (let at = 0; at < 3; at++) expect(await guess()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
      const over = await guess()
      expect([over.status, over.body.error, over.headers.get('retry-after')]).toEqual([429, 'temporarily_unavailable', '1'])
    }
    expect((await refreshWith(limited.url, clientId, refresh)).status).toBe(200)
    const { access } = await connect(limited.url, grace.cookie ?? '', { clientId, all: true })
    expect((await fetch(`${limited.url}/mcp`, { headers: { authorization: `Bearer ${access}` } })).status).toBe(405)
    expect((await limited.withToken(newToken()).get('/api/boards')).status).toBe(401)
  } finally {
    await limited.stop()
  }
})

test('a flood of dead tokens from the same address keeps no active one from being refreshed or revoked (F111)', {
  meta: { proves: ['rate-limit.oauth.flood'] },
}, async () => {
  const limited = await startTestService({ environment: { RATE_LIMIT_TOKEN: '60/3' }, clock: standingClock() })
  try {
    const grace = await limited.register('Grace')
    const { clientId, refresh } = await connect(limited.url, grace.cookie ?? '', { all: true })
    const dead = { token: newToken('kbr'), client_id: clientId }
    await Promise.all(Array.from({ length: 20 }, () => postForm(`${limited.url}/oauth/revoke`, dead)))
    const renewed = await refreshWith(limited.url, clientId, refresh)
    expect(renewed.status).toBe(200)
    const active = { token: renewed.body.refresh_token, client_id: clientId }
    expect((await postForm(`${limited.url}/oauth/revoke`, active)).status).toBe(200)
    expect((await refreshWith(limited.url, clientId, active.token)).status).toBe(400)
  } finally {
    await limited.stop()
  }
})

test('the metadata documents name the address of the configuration', async () => {
  const documents = async (url: string) => {
    const read = async (name: string) => (await open(`${url}/.well-known/${name}`, null)).body
    const resource = await read('oauth-protected-resource/mcp')
    expect(await read('oauth-protected-resource')).toEqual(resource)
    return { server: await read('oauth-authorization-server'), resource }
  }
  const here = await documents(tandem.url)
  expect(here.server).toMatchObject({
    issuer: tandem.url,
    token_endpoint: `${tandem.url}/oauth/token`,
    client_id_metadata_document_supported: false,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  })
  expect(here.server.scopes_supported).toContain('offline_access')
  for (const never of ['tokens:write', 'members:write', 'admin']) expect(here.server.scopes_supported).not.toContain(never)
  expect(here.resource).toEqual({
    resource: `${tandem.url}/mcp`,
    authorization_servers: [tandem.url],
    scopes_supported: expect.any(Array),
    bearer_methods_supported: ['header'],
    resource_name: 'Tandem',
  })
  // A client that requests the scopes named by the resource, and not those of the challenge, can work all the same.
  const challenge = (await fetch(`${tandem.url}/mcp`, { method: 'POST' })).headers.get('www-authenticate')
  expect(challenge).toContain(`scope="${here.resource.scopes_supported.join(' ')}"`)
  const environment = { PUBLIC_URL: 'https://board.example/', MCP_PUBLIC_URL: 'https://mcp.example' }
  const there = await startTestService({ environment })
  try {
    const { server, resource } = await documents(there.url)
    expect([server.issuer, server.client_id_metadata_document_supported]).toEqual(['https://board.example', true])
    expect(resource).toMatchObject({ resource: 'https://mcp.example/mcp', authorization_servers: ['https://board.example'] })
  } finally {
    await there.stop()
  }
})
