import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../faults/rig/tandem.ts'
import { standingClock } from '../../kit/clock.ts'
import { type Person, startTestService, type TestService } from '../../kit/service.ts'
import { connect } from '../client.ts'
import { callTool, list, modern, modernMeta, post, send } from '../raw.ts'

let tandem: TestService
let ada: Person
let robo: Person
let token: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  robo = await tandem.agent(ada, 'Robo')
  token = robo.token ?? ''
})
afterAll(() => tandem.stop())

const working = 'boards:read boards:write cards:write comments:write sessions:read sessions:write notifications:read notifications:write'
const metadata = () => `resource_metadata="${tandem.url}/.well-known/oauth-protected-resource/mcp"`

describe('without a token', () => {
  test('for every method, 401 says where to get a token and which scopes to ask for (F90)', async () => {
    for (const method of ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await send(tandem.url, method, null)
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe(`Bearer ${metadata()}, scope="${working}"`)
      expect(body.error.code).toBe('unauthorized')
    }
    const head = await fetch(`${tandem.url}/mcp`, { method: 'HEAD' })
    expect([head.status, head.headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadata()}, scope="${working}"`])
    const found = await fetch(`${tandem.url}/.well-known/oauth-protected-resource/mcp`)
    expect(await found.json()).toMatchObject({ resource: `${tandem.url}/mcp` })
  })

  test('a signed-in cookie is no credential', async () => {
    const { status } = await post(tandem.url, null, list.body, { ...list.headers, cookie: ada.cookie ?? '' })
    expect(status).toBe(401)
    const both = await post(tandem.url, 'kbt_wrong', list.body, { ...list.headers, cookie: ada.cookie ?? '' })
    expect(both.status).toBe(401)
  })

  test('a bad one is told from none', async () => {
    const { status, headers, body } = await post(tandem.url, 'kbt_wrong', list.body, list.headers)
    expect([status, body.error.code]).toEqual([401, 'invalid_token'])
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="[^"]+", scope="/,
    )
  })
})

test('a header that holds no token is answered like a bad one, not with a failure of ours', async () => {
  for (const authorization of ['Bearer', 'Bearer ', 'Basic YTpi', 'kbt_naked', 'Bearer two words', 'Bearer kbt_\u00fc']) {
    const { status, headers, body } = await post(tandem.url, null, list.body, { ...list.headers, authorization })
    expect([authorization, status, body.error.code]).toEqual([authorization, 401, 'invalid_token'])
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", error_description="[ !#-[\]-~]+", resource_metadata="/)
  }
})

describe('with a token', () => {
  test('there is POST alone', { meta: { proves: ['mcp.gate.protocol'] } }, async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await send(tandem.url, method, token)
      expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    }
    expect((await post(tandem.url, token, list.body, list.headers)).status).toBe(200)
  })

  test('its use is noted, and from its end on it is refused', async () => {
    const other = await tandem.agent(ada, 'Other')
    expect((await post(tandem.url, other.token, list.body, list.headers)).status).toBe(200)
    const [minted] = (await ada.get('/api/tokens')).body.filter((row: any) => row.actorId === other.actorId)
    expect(minted.lastUsedAt).not.toBeNull()
    await ada.delete(`/api/tokens/${minted.id}`)
    const refused = await post(tandem.url, other.token, list.body, list.headers)
    expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_token'])
  })

  test('what is no message is refused in the form of the protocol', async () => {
    const { headers } = list
    expect(await post(tandem.url, token, '{"jsonrpc":', headers)).toMatchObject({
      status: 400,
      body: { id: null, error: { code: -32700 } },
    })
    expect(await post(tandem.url, token, '', headers)).toMatchObject({ status: 400, body: { error: { code: -32700 } } })
    expect(await post(tandem.url, token, [list.body, list.body], headers)).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
    expect(await post(tandem.url, token, 'hello', { ...headers, 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { error: { code: 415 } },
    })
    const nul = modern('tools/call', { name: 'search', arguments: { query: 'a\0b' } }, 'search')
    expect(await post(tandem.url, token, nul.body, nul.headers)).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
  })

  test('a message may have 4 MiB and no more', { meta: { proves: ['mcp.gate.protocol', 'limit.body.bytes'] } }, async () => {
    const sized = (octets: number) => callTool('card_write', { method: 'comment', params: { cardId: 'ENG-1', body: 'x'.repeat(octets) } })
    const fits = sized(4_194_304 - 1_000)
    expect((await post(tandem.url, token, fits.body, fits.headers)).body.result.isError).toBe(true)
    const over = sized(4_194_304)
    expect(await post(tandem.url, token, over.body, over.headers)).toMatchObject({ status: 413, body: { error: { code: 413 } } })
  })

  test('the protocol is held to: headers match the body, versions and methods are known (F90)', {
    meta: { proves: ['mcp.gate.protocol'] },
  }, async () => {
    const wrongName = callTool('my_work')
    expect((await post(tandem.url, token, wrongName.body, { ...wrongName.headers, 'mcp-name': 'search' })).body.error.code).toBe(-32020)
    const unknown = modern('tools/unheard-of')
    expect(await post(tandem.url, token, unknown.body, unknown.headers)).toMatchObject({ status: 404, body: { error: { code: -32601 } } })
    const future = { ...list.body, params: { _meta: { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } } }
    expect(await post(tandem.url, token, future, { ...list.headers, 'mcp-protocol-version': '2099-01-01' })).toMatchObject({
      status: 400,
      body: { error: { code: -32022 } },
    })
    const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta: modernMeta } }
    expect((await post(tandem.url, token, note, { ...list.headers, 'mcp-method': note.method })).status).toBe(202)
  })

  test('an older client gets JSON, independent of its Accept header', async () => {
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    }
    const { status, headers, body } = await post(tandem.url, token, hello, { accept: '*/*' })
    expect([status, headers.get('content-type'), body.result.protocolVersion]).toEqual([200, 'application/json', '2025-11-25'])
    expect(headers.get('mcp-session-id')).toBeNull()
    const tools = await post(tandem.url, token, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-protocol-version': '2025-11-25' })
    expect(tools.body.result.tools).toHaveLength(9)
  })

  test('the revision that has batches is not offered', { meta: { proves: ['mcp.revisions.no-batch'] } }, async () => {
    const hello = (protocolVersion: string) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    })
    const agreed = async (revision: string) => (await post(tandem.url, token, hello(revision))).body.result.protocolVersion
    expect([await agreed('2025-03-26'), await agreed('2024-11-05')]).toEqual(['2025-11-25', '2024-11-05'])
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' }
    expect((await post(tandem.url, token, ping, { 'mcp-protocol-version': '2025-03-26' })).status).toBe(400)
    // A client without the header uses the revision of its initialize request.
    expect((await post(tandem.url, token, ping)).status).toBe(200)
    expect((await post(tandem.url, token, [ping, ping], { 'mcp-protocol-version': '2025-11-25' })).status).toBe(400)
  })

  test('only what its scopes allow is listed, in one order; the answer is for this client alone', async () => {
    const reader = await tandem.agent(ada, 'Reader', [], ['sessions:read'])
    const { body } = await post(tandem.url, reader.token, list.body, list.headers)
    expect(body.result.tools.map((tool: any) => tool.name)).toEqual(['board_read', 'session_read'])
    expect(body.result).toMatchObject({ cacheScope: 'private', ttlMs: 300_000 })
    const all = await post(tandem.url, token, list.body, list.headers)
    expect(all.body.result.tools.map((tool: any) => tool.name)).toEqual([
      'my_work',
      'board_read',
      'board_write',
      'card_read',
      'card_write',
      'session_read',
      'session_write',
      'search',
      'fetch',
    ])
    const discover = modern('server/discover')
    expect((await post(tandem.url, token, discover.body, discover.headers)).body.result).toMatchObject({ cacheScope: 'public' })
  })
})

describe('for whom a browser speaks', () => {
  test('a page of another origin is refused, one of ours or of this machine is not (F90)', {
    meta: { proves: ['mcp.gate.origin'] },
  }, async () => {
    const from = (origin: string) => post(tandem.url, token, list.body, { ...list.headers, origin })
    expect(await from('https://evil.example.com')).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
    expect((await from('null')).status).toBe(403)
    const ours = await from('http://localhost:6274')
    expect([ours.status, ours.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:6274'])
    expect(ours.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    expect(ours.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('a name that is not ours is refused before the token is looked at (F99)', async () => {
    for (const host of ['rebound.example.com', 'tandem:3000']) expect(await hosted(host, 'kbt_wrong')).toBe(403)
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:80', '192.168.1.7:3000']) expect(await hosted(host, token)).toBe(200)
  })

  test('a preflight needs no token', async () => {
    const asks = { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' }
    const { status, headers } = await send(tandem.url, 'OPTIONS', null, undefined, asks)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:6274'])
    expect(headers.get('access-control-allow-headers')).toMatch(/Authorization.*MCP-Protocol-Version/)
    const foreign = await send(tandem.url, 'OPTIONS', null, undefined, { ...asks, origin: 'https://evil.example.com' })
    expect(foreign.status).toBe(403)
  })

  test('pages that the operator lists may call', { meta: { proves: ['mcp.gate.origin'] } }, async ({ onTestFinished }) => {
    const environment = { PUBLIC_URL: 'https://tandem.example.com', MCP_ALLOWED_ORIGINS: 'https://chat.example.com' }
    const listed = await startTestService({ environment })
    onTestFinished(() => listed.stop())
    const statusFrom = async (origin: string) => (await send(listed.url, 'OPTIONS', null, undefined, { origin })).status
    expect(await statusFrom('https://chat.example.com')).toBe(204)
    expect(await statusFrom('https://tandem.example.com')).toBe(204)
    expect(await statusFrom('http://localhost:6274')).toBe(403)
    expect(await statusFrom('https://chat.example.com.evil.example')).toBe(403)
  })

  /** The fetch of Node sends its own Host. */
  function hosted(host: string, bearer: string): Promise<number> {
    const { hostname, port } = new URL(tandem.url)
    const headers = { ...list.headers, host, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ hostname, port, path: '/mcp', method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.on('error', reject)
      sent.end(JSON.stringify(list.body))
    })
  }
})

test('REST and MCP take from one bucket, and an empty one says when to come back', async ({ onTestFinished }) => {
  const limited = await startTestService({ environment: { RATE_LIMIT_TOKEN: '6/4' }, clock: standingClock() })
  onTestFinished(() => limited.stop())
  const eve = await limited.register('Eve')
  const agent = await limited.agent(eve, 'Agent')
  const ask = () => post(limited.url, agent.token, list.body, list.headers)
  expect((await agent.get('/api/me')).headers.get('ratelimit-remaining')).toBe('3')
  expect((await ask()).headers.get('ratelimit-remaining')).toBe('2')
  expect((await agent.get('/api/me')).status).toBe(200)
  expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  expect(refused.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: 429, data: { code: 'rate_limited' } } })
  expect((await agent.get('/api/me')).status).toBe(429)
})

describe('where it is', () => {
  test('on a port of its own it is alone there, and not on the other', async ({ onTestFinished }) => {
    const port = await freePort()
    const apart = await startTestService({ environment: { MCP_PORT: String(port), MCP_PUBLIC_URL: 'https://mcp.example.com' } })
    onTestFinished(() => apart.stop())
    const eve = await apart.register('Eve')
    const agent = await apart.agent(eve, 'Agent')
    expect((await post(apart.url, agent.token, list.body, list.headers)).status).toBe(404)
    const url = `http://127.0.0.1:${port}`
    expect((await post(url, agent.token, list.body, list.headers)).status).toBe(200)
    expect((await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${agent.token}` } })).status).toBe(404)
    const { headers } = await send(url, 'POST', null)
    expect(headers.get('www-authenticate')).toContain(
      'resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"',
    )
    const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)
    expect(await metadata.json()).toMatchObject({ resource: 'https://mcp.example.com/mcp' })
  })

  test('behind a proxy it uses PUBLIC_URL, not the headers of the request', async ({ onTestFinished }) => {
    const proxied = await startTestService({ environment: { PUBLIC_URL: 'https://tandem.example.com', TRUST_PROXY: 'true' } })
    onTestFinished(() => proxied.stop())
    const { headers } = await send(proxied.url, 'POST', null, undefined, { 'x-forwarded-host': 'tandem.example.com' })
    expect(headers.get('www-authenticate')).toContain('resource_metadata="https://tandem.example.com/.well-known/')
    expect((await send(proxied.url, 'POST', null, undefined, { 'x-forwarded-host': 'other.example.com' })).status).toBe(403)
  })

  test('on this machine it goes by the name that it was called by', async () => {
    const url = tandem.url.replace('127.0.0.1', 'localhost')
    const { headers } = await send(url, 'POST', null)
    expect(headers.get('www-authenticate')).toContain(`resource_metadata="${url}/`)
    const client = await connect(url, token)
    expect((await client.use('board_read', 'me')).id).toBe(robo.actorId)
    await client.close()
  })
})
