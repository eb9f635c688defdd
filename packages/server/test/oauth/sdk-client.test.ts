import { auth, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consent, redirectUri } from '../kit/oauth.ts'
import { type HttpsHost, startHttpsHost } from '../kit/servers/https-host.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { at } from './granted.ts'

/** The client library of the protocol, against the service as it is. */
let tandem: TestService
let host: HttpsHost
let ada: Person
let boardId: string

beforeAll(async () => {
  host = await startHttpsHost('sdk.example', (request, response) => {
    const client_id = host.origin + request.url
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ client_id, client_name: 'By document', redirect_uris: ['http://127.0.0.1/callback'] }))
  })
  tandem = await startTestService({ environment: { OAUTH_CIMD: 'true' }, resolve: async () => ['127.0.0.1'] })
  ada = await tandem.register('Ada')
})
afterAll(async () => {
  await tandem?.stop()
  host?.stop()
})
beforeEach(async () => {
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
})

/** A program with the memory of one; the person says yes in place of the browser that it would open. */
function program(clientMetadataUrl?: string) {
  const memory: { client?: any; tokens?: any; verifier: string; asked: URL[] } = { verifier: '', asked: [] }
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { redirect_uris: [redirectUri], client_name: 'By registration', token_endpoint_auth_method: 'none' },
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    state: () => 'from the program',
    clientInformation: () => memory.client,
    saveClientInformation: (client) => {
      memory.client = client
    },
    tokens: () => memory.tokens,
    saveTokens: (tokens) => {
      memory.tokens = tokens
    },
    redirectToAuthorization: (url) => void memory.asked.push(url),
    saveCodeVerifier: (verifier) => {
      memory.verifier = verifier
    },
    codeVerifier: () => memory.verifier,
    invalidateCredentials: () => {
      memory.tokens = undefined
    },
  }
  const serverUrl = `${tandem.url}/mcp`
  async function comeIn(scope: string): Promise<void> {
    expect(await auth(provider, { serverUrl, scope })).toBe('REDIRECT')
    const { location } = await consent(String(memory.asked.at(-1)), ada.cookie ?? '', { boardIds: [boardId] })
    const answered = new URL(location).searchParams
    expect(answered.get('state')).toBe('from the program')
    const authorizationCode = answered.get('code') ?? ''
    expect(await auth(provider, { serverUrl, authorizationCode, iss: answered.get('iss') ?? '' })).toBe('AUTHORIZED')
  }
  return { memory, provider, serverUrl, comeIn, boards: async () => (await at(tandem, memory.tokens.access_token)).does('board.list', {}) }
}

test.each([
  ['registers itself', () => undefined, 'By registration'],
  ['is described by a document', () => `${host.origin}/client.json`, 'By document'],
])('a program that %s comes in, refreshes, widens its scopes, and is shut out', async (_how, documentAt, name) => {
  const { memory, provider, serverUrl, comeIn, boards } = program(documentAt())
  await comeIn('boards:read')
  expect(memory.client.client_id).toEqual(documentAt() ?? expect.stringMatching(/^[0-9a-f-]{36}$/))
  expect((await boards()).map((board: { id: string }) => board.id)).toEqual([boardId])

  const before = memory.tokens
  expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED')
  expect(memory.tokens.refresh_token).not.toBe(before.refresh_token)
  await boards()

  memory.tokens = undefined
  await comeIn('boards:read cards:write')
  expect(memory.tokens.scope).toBe('boards:read cards:write')

  const listed = (await ada.get('/api/oauth/clients')).body as { clientId: string; name: string }[]
  const mine = listed.find((each) => each.clientId === memory.client.client_id)
  expect(mine?.name).toBe(name)
  await ada.delete(`/api/oauth/clients/${encodeURIComponent(mine?.clientId ?? '')}`)
  await expect(boards()).rejects.toMatchObject({ code: 'invalid_token' })
  // Next, the program asks the person again.
  expect(await auth(provider, { serverUrl })).toBe('REDIRECT')
})
