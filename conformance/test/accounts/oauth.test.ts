import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { takesClientDocuments } from '../../../packages/server/src/config/derived.ts'
import { readConfig } from '../../../packages/server/src/config.ts'
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
} from '../../../packages/server/test/kit/oauth.ts'
import { startHttpsHost } from '../../../packages/server/test/kit/servers/https-host.ts'
import { startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { tryToOpen } from '../../../packages/server/test/kit/socket.ts'
import { connect as connectClient, eras } from '../../../packages/server/test/mcp/client.ts'
import { callTool, post } from '../../../packages/server/test/mcp/raw.ts'
import { at } from '../../../packages/server/test/oauth/granted.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let tandem: TestService
let url: string
let cookie: string

beforeAll(async () => {
  world = await startWorld()
  tandem = world.tandem
  url = tandem.url
  cookie = world.ada.headers.cookie ?? ''
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const program = async (metadata = {}): Promise<string> => (await registerProgram(url, metadata)).body.client_id
const address = (clientId: string, more: Record<string, string | undefined> = {}, challenge = pkce().challenge) =>
  authorizeUrl(url, { clientId, challenge, more })
const letIn = (pick: Parameters<typeof connect>[2] = {}) => connect(url, cookie, { boardIds: [board.id], ...pick })
const isDead = (token: string) =>
  at(tandem, token).then(
    () => false,
    (error) => error.code === 'invalid_token',
  )

scenario(
  'a program finds out by itself where to register, ask, draw tokens and give them back',
  ['oauth.metadata.authorization-server', 'oauth.metadata.protected-resource', 'oauth.register.dynamic', 'auth.public.oauth'],
  async () => {
    const resource = (await open(`${url}/.well-known/oauth-protected-resource/mcp`, null)).body
    expect(resource).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url] })
    const server = (await open(`${url}/.well-known/oauth-authorization-server`, null)).body
    expect(server).toMatchObject({ issuer: url, response_types_supported: ['code'], code_challenge_methods_supported: ['S256'] })
    const registered = await fetch(server.registration_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirectUri], client_name: 'Editor' }),
    })
    expect([registered.status, await registered.json()]).toEqual([201, expect.objectContaining({ client_id: expect.any(String) })])
    expect(server.authorization_endpoint).toBe(`${url}/oauth/authorize`)
    expect((await postForm(server.token_endpoint, { grant_type: 'refresh_token' })).status).toBe(400)
    expect((await postForm(server.revocation_endpoint, { token: 'unknown' })).status).toBe(200)
  },
)

scenario(
  'a program may be known by the address of its document, where that is switched on',
  ['oauth.register.client-id-document', 'oauth.register.cimd-off', 'oauth.register.cimd-default'],
  async () => {
    const host = await startHttpsHost('conformance.example', (request, response) =>
      response.end(JSON.stringify({ client_id: host.origin + request.url, redirect_uris: [redirectUri], client_name: 'Documented' })),
    )
    const on = await startTestService({ environment: { OAUTH_CIMD: 'true' }, resolve: async () => ['127.0.0.1'] })
    try {
      const clientId = `${host.origin}/client.json`
      const grace = await on.register('Grace')
      const ask = (service: TestService, who: string) => open(authorizeUrl(service.url, { clientId, challenge: pkce().challenge }), who)
      expect((await ask(on, grace.cookie ?? '')).text).toContain('Documented')
      expect(await ask(tandem, cookie)).toMatchObject({ status: 400, location: '' })
    } finally {
      await on.stop()
      host.stop()
    }
    const takes = (environment: Record<string, string>) => takesClientDocuments(readConfig(environment))
    expect([takes({}), takes({ PUBLIC_URL: 'http://a.example' }), takes({ PUBLIC_URL: 'https://a.example' })]).toEqual([false, false, true])
    expect(takes({ PUBLIC_URL: 'https://a.example', OAUTH_CIMD: 'false' })).toBe(false)
  },
)

scenario(
  'a request without PKCE, or with a plain challenge, is refused',
  ['oauth.code.pkce-required', 'oauth.code.s256-only'],
  async () => {
    const clientId = await program()
    for (const more of [{ code_challenge: undefined, code_challenge_method: undefined }, { code_challenge_method: 'plain' }]) {
      const { location } = await open(address(clientId, more), cookie)
      expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({ error: 'invalid_request', iss: url })
    }
    expect((await open(address(clientId), cookie)).status).toBe(200)
  },
)

scenario('a code gives tokens once, to who holds the verifier', ['oauth.code.wrong-verifier', 'oauth.code.one-use'], async () => {
  const clientId = await program()
  const { verifier, challenge } = pkce()
  const { location } = await consent(address(clientId, {}, challenge), cookie, { boardIds: [board.id] })
  const code = new URL(location).searchParams.get('code') ?? ''
  expect(await redeem(url, clientId, code, pkce().verifier)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const { status, body } = await redeem(url, clientId, code, verifier)
  expect(status).toBe(200)
  expect(await redeem(url, clientId, code, verifier)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await isDead(body.access_token)).toBe(true)
})

scenario('a token is for the resource that was named', ['oauth.resource.indicator'], async () => {
  const elsewhere = 'https://elsewhere.example/mcp'
  const clientId = await program()
  const { location } = await open(address(clientId, { resource: elsewhere }), cookie)
  expect(new URL(location).searchParams.get('error')).toBe('invalid_target')
  const { access, refresh, clientId: mine } = await letIn()
  expect(await refreshWith(url, mine, refresh, { resource: elsewhere })).toMatchObject({ status: 400, body: { error: 'invalid_target' } })
  expect((await at(tandem, access)).principal.oauthClientId).toBe(mine)
  await expect(at(tandem, access, elsewhere)).rejects.toMatchObject({ code: 'invalid_token' })
})

scenario('a refresh token gives the next one and is worth nothing from then on', ['oauth.refresh.rotation'], async () => {
  const { clientId, refresh } = await letIn()
  const next = await refreshWith(url, clientId, refresh)
  expect(next.status).toBe(200)
  expect(next.body.refresh_token).not.toBe(refresh)
  expect((await refreshWith(url, clientId, next.body.refresh_token)).status).toBe(200)
  // A minute is for requests that were under way at the same time.
  tandem.clock.advance(61_000)
  expect(await refreshWith(url, clientId, refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

scenario('what was revoked is refused from the next request on', ['oauth.revoke.effective'], async () => {
  const [one, other, third] = [await letIn(), await letIn(), await letIn()]
  for (const { access } of [one, other, third]) expect(await isDead(access)).toBe(false)
  await postForm(`${url}/oauth/revoke`, { token: one.access, client_id: one.clientId })
  await postForm(`${url}/oauth/revoke`, { token: other.refresh, client_id: other.clientId })
  await allowed(world.ada, 'oauth.client.revoke', { clientId: third.clientId })
  for (const { access } of [one, other, third]) expect(await isDead(access)).toBe(true)
})

scenario('only a person who is signed in by cookie is asked', ['oauth.consent.cookie-only'], async () => {
  const clientId = await program()
  const to = address(clientId)
  const { token } = await allowed(world.ada, 'token.create', { label: 'all', scopes: ['admin', 'tokens:write'] })
  expect(await open(to, null)).toMatchObject({ status: 401, location: '' })
  for (const alongside of [null, cookie])
    expect(await open(to, alongside, { authorization: `Bearer ${token}` })).toMatchObject({ status: 403, location: '' })
  expect((await open(to, cookie)).status).toBe(200)
})

scenario(
  'the person chooses the agent: the one that is made for the program, once, or another of theirs',
  ['oauth.consent.picks-agent', 'oauth.consent.agent-per-client'],
  async () => {
    const scout = await makeAgent(world, 'Scout', [board.id])
    const clientId = await program({ client_name: 'Editor of Ada' })
    expect(formIn((await open(address(clientId), cookie)).text).agents).toEqual(expect.arrayContaining(['made', scout.actorId]))
    const actorOf = async (pick: Parameters<typeof connect>[2]) =>
      (await at(tandem, (await letIn({ clientId, ...pick })).access)).principal.actorId
    expect(await actorOf({ agent: scout.actorId })).toBe(scout.actorId)
    const made = await actorOf({})
    expect(await actorOf({})).toBe(made)
    const named = (await allowed(world.ada, 'agent.list', {})).filter((agent) => agent.name === 'Editor of Ada')
    expect(named.map((agent) => agent.id)).toEqual([made])
  },
)

scenario(
  'the token reaches the chosen boards and holds the chosen scopes',
  ['oauth.consent.picks-boards', 'oauth.consent.picks-scopes'],
  async () => {
    const other = await makeBoard(world)
    const { access, scope } = await letIn({ scope: 'boards:read cards:write comments:write', scopes: ['boards:read', 'comments:write'] })
    expect(scope).toBe('boards:read comments:write')
    const robot = await at(tandem, access)
    await allowed(world.ada, 'member.add', { boardId: other.id, actorId: robot.principal.actorId, role: 'member' })
    expect((await robot.does('board.list', {})).map((each: { id: string }) => each.id)).toEqual([board.id])
    expect(await robot.isRefused('board.tree', { boardId: other.id })).toBe('forbidden')
    const { id: cardId } = await board.card()
    expect(await robot.isRefused('comment.create', { cardId, body: 'x' })).toBe('allowed')
    expect(await robot.isRefused('card.update', { cardId, title: 'x' })).toBe('forbidden')
  },
)

scenario('tokens:write and members:write cannot be granted, not even within admin', ['oauth.consent.never-powerful'], async () => {
  const asked = 'boards:read tokens:write members:write admin'
  const page = await open(address(await program(), { scope: asked }), cookie)
  expect(formIn(page.text).scopes).toEqual(['boards:read'])
  const { scope } = await letIn({ scope: asked, scopes: asked.split(' ') })
  expect(scope).toBe('boards:read')
})

scenario('an access token is worth nothing at REST and at the socket', ['oauth.access.not-rest', 'oauth.access.not-socket'], async () => {
  const { access } = await letIn()
  const headers = { authorization: `Bearer ${access}` }
  await refused({ url, headers }, 'board.list', {}, 'invalid_token')
  expect(await tryToOpen(url, headers)).toEqual({ status: 401, code: 'invalid_token' })
})

scenario(
  'a program without a token learns where to get one, and gets the access that a person permits',
  ['oauth.connect.no-preshared-token', 'oauth.access.mcp-only'],
  async () => {
    const shut = await post(url, null, callTool('my_work').body)
    const [, found = ''] = /resource_metadata="([^"]+)"/.exec(shut.headers.get('www-authenticate') ?? '') ?? []
    expect([shut.status, (await open(found, null)).body.authorization_servers]).toEqual([401, [url]])
    const { access } = await letIn()
    for (const era of eras) {
      const client = await connectClient(url, access, era)
      expect((await client.use('board_read', 'list')).boards).toMatchObject([{ id: board.id }])
      await client.close()
    }
  },
)

scenario(
  'at /mcp an access token may do what a token with its scopes and boards may, and no more',
  ['oauth.access.same-rules'],
  async () => {
    const other = await makeBoard(world)
    const { access } = await letIn({ scope: 'boards:read cards:write' })
    const { actorId } = (await at(tandem, access)).principal
    await allowed(world.ada, 'member.add', { boardId: other.id, actorId, role: 'member' })
    const scopes = ['boards:read', 'cards:write', `board:${board.id}`]
    const { token } = await allowed(world.ada, 'token.create', { label: 'The same', actorId, scopes })
    const { id: cardId } = await board.card()
    const outcome = async (credential: string | null, tool: string, method: string, params: Record<string, unknown>) => {
      const { body, headers } = callTool(tool, { method, params })
      const answer = await post(url, credential, body, headers)
      const refusal = answer.body.error ?? (answer.body.result.isError ? JSON.parse(answer.body.result.content[0].text).error : null)
      return refusal?.code ?? 'allowed'
    }
    const both = async (tool: string, method: string, params: Record<string, unknown>) => [
      await outcome(access, tool, method, params),
      await outcome(token, tool, method, params),
    ]
    const twice = (code: string) => [code, code]
    expect(await both('card_write', 'update', { cardId, title: 'Renamed' })).toEqual(twice('allowed'))
    expect(await both('card_write', 'comment', { cardId, body: 'Beyond its scopes' })).toEqual(twice('forbidden'))
    expect(await both('board_read', 'get', { boardId: other.id })).toEqual(twice('forbidden'))
    await allowed(world.ada, 'member.update', { boardId: board.id, actorId, role: 'viewer' })
    expect(await both('card_write', 'update', { cardId, title: 'Beyond its role' })).toEqual(twice('forbidden'))
  },
)
