import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../faults/rig/tandem.ts'
import { authorizeUrl, consent, connect as letIn, open, pkce, redeem, registerProgram } from '../../kit/oauth.ts'
import { type Person, startTestService, type TestService } from '../../kit/service.ts'
import { connect } from '../client.ts'
import { callTool, list, post } from '../raw.ts'

let tandem: TestService
let ada: Person
let boardId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' })).body.id
})
afterAll(() => tandem.stop())

const admitted = (scope: string) => letIn(tandem.url, ada.cookie ?? '', { scope, boardIds: [boardId] })

test('an access token is good at /mcp, on the boards that were chosen, and nowhere else', async () => {
  const other = (await ada.post('/api/boards', { name: 'Other' })).body.id
  const { access } = await admitted('boards:read cards:write')
  const client = await connect(tandem.url, access)
  expect((await client.use('board_read', 'list')).boards.map(({ id }: any) => id)).toEqual([boardId])
  expect((await client.refused('board_read', 'get', { boardId: other })).code).toMatch(/forbidden|not_found/)
  expect((await client.use('board_read', 'me')).kind).toBe('agent')
  await client.close()
  expect((await tandem.withToken(access).get('/api/me')).status).toBe(401)
})

test('it sees every tool, and a call beyond its scopes is told which to ask for', async () => {
  const { access } = await admitted('boards:read')
  const listed = await post(tandem.url, access, list.body, list.headers)
  expect(listed.body.result.tools).toHaveLength(9)
  const call = callTool('card_write', { method: 'comment', params: { cardId: 'ENG-1', body: 'x' } })
  const refused = await post(tandem.url, access, call.body, call.headers)
  expect([refused.status, refused.body.error]).toMatchObject([403, { code: 'forbidden', details: { requiredScope: 'comments:write' } }])
  const challenge = refused.headers.get('www-authenticate') ?? ''
  expect(challenge).toMatch(/^Bearer error="insufficient_scope", scope="boards:read boards:write /)
  expect(challenge).toContain(`resource_metadata="${tandem.url}/.well-known/oauth-protected-resource/mcp"`)
  expect(challenge).not.toContain('board:')

  const agent = await tandem.agent(ada, 'Robo', [boardId], ['boards:read'])
  const minted = await post(tandem.url, agent.token, call.body, call.headers)
  expect([minted.status, minted.body.result.isError]).toEqual([200, true])
})

test('where MCP has a port of its own, it is for that one', async ({ onTestFinished }) => {
  const apart = await startTestService({ environment: { MCP_PORT: String(await freePort()) } })
  onTestFinished(() => apart.stop())
  const grace = await apart.register('Grace')
  const shut = await post(`http://127.0.0.1:${apart.config.MCP_PORT}`, null, list.body, list.headers)
  const [, found = ''] = /resource_metadata="([^"]+)"/.exec(shut.headers.get('www-authenticate') ?? '') ?? []
  const { resource, authorization_servers } = (await open(found, null)).body
  const at = (port: number | undefined) => `http://127.0.0.1:${port}`
  expect([resource, authorization_servers]).toEqual([`${at(apart.config.MCP_PORT)}/mcp`, [at(apart.config.PORT)]])
  const clientId = (await registerProgram(apart.url)).body.client_id
  const { verifier, challenge } = pkce()
  const asked = authorizeUrl(apart.url, { clientId, challenge, more: { resource } })
  const { location } = await consent(asked, grace.cookie ?? '', { all: true })
  const { body } = await redeem(apart.url, clientId, new URL(location).searchParams.get('code') ?? '', verifier, { resource })
  const client = await connect(resource.replace(/\/mcp$/, ''), body.access_token)
  expect((await client.use('board_read', 'me')).kind).toBe('agent')
  await client.close()
})

test('it ends with its grant', async () => {
  const { access, clientId } = await admitted('boards:read')
  expect((await post(tandem.url, access, list.body, list.headers)).status).toBe(200)
  expect((await ada.delete(`/api/oauth/clients/${encodeURIComponent(clientId)}`)).status).toBe(204)
  const refused = await post(tandem.url, access, list.body, list.headers)
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')])
})
