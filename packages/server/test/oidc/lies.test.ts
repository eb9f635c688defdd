import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CustomFetch } from 'openid-client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { fetchThrough, ProviderDown } from '../../src/surfaces/oidc/provider-fetch.ts'
import { openBrowser, type Page } from '../kit/browser.ts'
import { client, type Liar, startLiar } from '../kit/servers/providers.ts'
import { startTestService, type TestService } from '../kit/service.ts'

/** Answers that a provider, or an attacker in between, could send in place of the correct ones. */
let liar: Liar
let other: Liar
let tandem: TestService

beforeAll(async () => {
  liar = await startLiar()
  other = await startLiar()
  const settings = (id: string, { issuer }: Liar) => ({ id, name: `The ${id}`, issuer, ...client, trustEmail: true })
  tandem = await startTestService({ environment: { OIDC_PROVIDERS: JSON.stringify([settings('liar', liar), settings('other', other)]) } })
})
afterAll(async () => {
  await tandem?.stop()
  liar?.stop()
  other?.stop()
})
beforeEach(() => {
  liar.reset()
  other.reset()
})

/** Comes back with the answer of the provider, or with another one. */
async function comeBack(change: { state?: string; to?: string; query?: Record<string, string> } = {}): Promise<Page> {
  const browser = openBrowser()
  const { location } = await browser.get(`${tandem.url}/oidc/liar/start`)
  const asked = new URL(location).searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  liar.nonce = asked.get('nonce') ?? ''
  other.nonce = liar.nonce
  const answer = new URLSearchParams({ code: 'one', state: change.state ?? asked.get('state') ?? '', ...change.query })
  return browser.get(`${tandem.url}/oidc/${change.to ?? 'liar'}/callback?${answer}`)
}

const signsIn = (page: Page) => page.setCookies.some((line) => line.startsWith('kb_session=') && !line.startsWith('kb_session=;'))

test('correct claims of the provider sign the person in', async () => {
  const page = await comeBack()
  expect([page.status, signsIn(page)]).toEqual([303, true])
  expect(liar.tokenRequests[0]?.get('code_verifier')).toMatch(/^[\w~.-]{43,}$/)
})

test.each<[string, Record<string, unknown>]>([
  ['another nonce', { nonce: 'forged' }],
  ['no nonce', { nonce: undefined }],
  ['another issuer', { iss: 'https://accounts.example.com' }],
  ['another audience', { aud: 'another client' }],
  ['a token that has run out', { exp: 1 }],
  ['no subject', { sub: undefined }],
])('%s in the ID token is refused', { meta: { proves: ['auth.oidc.forged'] } }, async (_what, claims) => {
  liar.claims = claims
  const page = await comeBack()
  expect([page.status, signsIn(page)]).toEqual([400, false])
})

test('a foreign signature is refused', { meta: { proves: ['auth.oidc.forged'] } }, async () => {
  liar.signedBy = 'another'
  const page = await comeBack()
  expect([page.status, signsIn(page)]).toEqual([400, false])
})

test('a forged state is refused, and the code is not exchanged', { meta: { proves: ['auth.oidc.forged'] } }, async () => {
  expect((await comeBack({ state: 'forged' })).status).toBe(400)
  expect(liar.tokenRequests).toEqual([])
})

test('an answer for one provider is not taken from another', { meta: { proves: ['auth.oidc.forged'] } }, async () => {
  expect((await comeBack({ to: 'other' })).status).toBe(400)
  expect((await comeBack({ query: { iss: other.issuer } })).status).toBe(400)
  expect([...liar.tokenRequests, ...other.tokenRequests]).toEqual([])
})

test('a refusal of the provider is answered 403', { meta: { proves: ['auth.oidc.provider-away'] } }, async () => {
  const page = await comeBack({ query: { error: 'access_denied', code: '' } })
  expect([page.status, signsIn(page)]).toEqual([403, false])
})

test('a provider that is away is told apart from one that refuses', { meta: { proves: ['auth.oidc.provider-away'] } }, async () => {
  const browser = openBrowser()
  const { location } = await browser.get(`${tandem.url}/oidc/liar/start`)
  const state = new URL(location).searchParams.get('state')
  liar.status = 503
  const page = await browser.get(`${tandem.url}/oidc/liar/callback?code=one&state=${state}`)
  expect(page).toMatchObject({ status: 503, text: expect.stringContaining('is not responding') })
  const german = await fetch(`${tandem.url}/oidc/liar/callback?code=one`, { headers: { 'accept-language': 'de' } })
  expect([german.headers.get('content-language'), await german.text()]).toEqual([
    'de',
    expect.stringContaining('<h1>Anmeldung fehlgeschlagen</h1>'),
  ])
})

test('an answer of a provider has at most 1 MiB', { meta: { proves: ['limit.sign-in.answer'] } }, async () => {
  const serve = (bytes: number) => {
    const server = createServer((_, response) => void response.end('x'.repeat(bytes))).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    return server
  }
  const asked = async (bytes: number) => {
    const server = serve(bytes)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return fetchThrough(createOutbound({ allowPrivate: true, allowed: '' }))(`http://127.0.0.1:${port}/`, {
      method: 'GET',
      headers: {},
    } as Parameters<CustomFetch>[1])
  }
  expect(await (await asked(1_048_576)).text()).toHaveLength(1_048_576)
  await expect(asked(1_048_577)).rejects.toThrow(ProviderDown)
})

test('an issuer on a private address is reached only when the operator lets it in', {
  meta: { proves: ['auth.oidc.private-issuer'] },
}, async () => {
  const settings = JSON.stringify([{ id: 'liar', name: 'The liar', issuer: liar.issuer, ...client }])
  const start = async (more: Record<string, string>) => {
    const service = await startTestService({ environment: { OIDC_PROVIDERS: settings, OUTBOUND_ALLOW_PRIVATE: 'false', ...more } })
    const { status } = await openBrowser().get(`${service.url}/oidc/liar/start`)
    await service.stop()
    return status
  }
  expect(await start({})).toBe(503)
  expect(await start({ OUTBOUND_ALLOWED: '127.0.0.1' })).toBe(302)
})

test.each<[string, Record<string, unknown>]>([
  ['a name', { sub: 'one', email: undefined, name: 'Ada\0 \ud800Moe\n' }],
  ['a name of nothing else', { sub: 'two', email: undefined, name: '\0 \0' }],
  ['an address', { sub: 'three', email: 'a\0da@example.com' }],
])('%s that cannot be stored does not prevent a sign-in', async (_what, claims) => {
  liar.claims = claims
  const page = await comeBack()
  expect([page.status, signsIn(page)]).toEqual([303, true])
})

test('a subject that cannot be stored is refused', async () => {
  liar.claims = { sub: 'a\0b' }
  const page = await comeBack()
  expect([page.status, signsIn(page)]).toEqual([400, false])
})
