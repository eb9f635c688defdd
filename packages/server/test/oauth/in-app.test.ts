import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizeUrl, open, pkce, postForm, redeem, redirectUri, registerProgram } from '../kit/oauth.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

let directory: string
let tandem: TestService
let ada: Person
let boardId: string

const asApp = { accept: 'application/json' }
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const cookie = () => ada.cookie ?? ''

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tandem-web-'))
  tandem = await startTestService({ webDirectory: directory })
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
})
afterAll(async () => {
  await tandem?.stop()
  await rm(directory, { recursive: true, force: true })
})

async function asked(more: Record<string, string | undefined> = {}, name = 'Robot') {
  const clientId = (await registerProgram(tandem.url, { client_name: name })).body.client_id as string
  const { verifier, challenge } = pkce()
  return { clientId, verifier, address: authorizeUrl(tandem.url, { clientId, challenge, more }) }
}

const send = (address: string, fields: Record<string, string | undefined>, headers: Record<string, string> = {}) =>
  postForm(address, fields, { ...asApp, cookie: cookie(), origin: tandem.url, ...headers })

test('the web app is told what the page shows, and answers with what its form sends', async () => {
  const name = '<img src=x onerror=alert(1)>\u202E"&'
  const { clientId, verifier, address } = await asked({}, name)
  expect(await open(address, null, asApp)).toMatchObject({ status: 401, location: '', body: { error: { code: 'unauthorized' } } })
  const page = await open(address, cookie(), asApp)
  expect([page.status, page.headers.get('cache-control'), page.headers.get('access-control-allow-origin')]).toEqual([200, 'no-store', null])
  expect(page.body.asked).toMatchObject({
    clientName: '<img src=x onerror=alert(1)> "&',
    describedBy: null,
    place: '127.0.0.1',
    isLocal: true,
    scopes: ['boards:read', 'cards:write'],
    offer: { personName: 'Ada', made: null, boards: [{ id: boardId, role: 'admin' }] },
  })
  const choice = { csrf: page.body.asked.csrf, decision: 'allow', agent: 'made', leash: 'chosen', boards: boardId, scopes: 'boards:read' }
  expect(await send(address, { ...choice, boards: undefined })).toMatchObject({ status: 400, body: { error: { code: 'validation' } } })
  for (const [fields, headers] of [
    [{ ...choice, csrf: 'x'.repeat(43) }, {}],
    [choice, { origin: 'https://evil.example' }],
    [choice, { 'sec-fetch-site': 'cross-site' }],
  ] as const)
    expect(await send(address, fields, headers)).toMatchObject({ status: 403, location: '', body: { error: { code: 'forbidden' } } })
  const { status, location, body } = await send(address, choice)
  expect([status, location]).toEqual([200, ''])
  const target = new URL(body.location)
  expect([target.origin + target.pathname, target.searchParams.get('state')]).toEqual([redirectUri, 'xyz'])
  const tokens = await redeem(tandem.url, clientId, target.searchParams.get('code') ?? '', verifier)
  expect(tokens).toMatchObject({ status: 200, body: { scope: 'boards:read' } })
})

test('a person can deny the request there too', async () => {
  const { address } = await asked()
  const { csrf } = (await open(address, cookie(), asApp)).body.asked
  const { body } = await send(address, { csrf, decision: 'deny' })
  expect(new URL(body.location).searchParams.get('error')).toBe('access_denied')
})

test('what is refused has a reason, which the web app translates', async () => {
  const { clientId, address } = await asked()
  const reasonAt = async (to: string) => (await open(to, cookie(), asApp)).body.error.reason
  expect(await reasonAt(address.replace(clientId, 'nobody'))).toBe('consentAppUnknown')
  expect(await reasonAt(address.replace(encodeURIComponent(redirectUri), encodeURIComponent('https://evil.example/')))).toBe(
    'consentAddressUnknown',
  )
})

test('no browser is redirected to a program by itself, signed in or not', async () => {
  const { address } = await asked({ scope: 'admin' })
  for (const who of [cookie(), null]) {
    const page = await open(address, who, asBrowser)
    expect([page.status, page.location]).toEqual([400, ''])
    expect(page.text).toContain(`<a href="${redirectUri}?error=invalid_scope`)
    expect((await open(address, who, asApp)).body.refused).toMatchObject({
      reason: 'consentScopesNone',
      place: '127.0.0.1',
      location: expect.stringContaining(`${redirectUri}?error=invalid_scope`),
    })
  }
})

test('where the web app is built a browser is asked there, with the very request; a token and a long request never come so far', {
  meta: { proves: ['limit.oauth.in-app'] },
}, async () => {
  const { address } = await asked({ state: 'a"b&c 1.0' })
  expect((await open(address, cookie(), asBrowser)).text).toContain('<form method="post">')
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>Tandem</title>')
  const sent = await open(address, null, asBrowser)
  const target = new URL(sent.location, address)
  expect([sent.status, target.origin + target.pathname]).toEqual([302, `${tandem.url}/consent`])
  expect(target.searchParams.get('request')).toBe(address.slice(address.indexOf('?') + 1))
  expect(await open(address, cookie(), { ...asBrowser, authorization: 'Bearer kbt_nonsense' })).toMatchObject({ status: 401, location: '' })
  const ofLength = async (length: number) => {
    const { search } = new URL((await asked({ state: 's' })).address)
    const { address: long } = await asked({ state: 's'.repeat(length - search.length + '?s'.length) })
    expect(new URL(long).search).toHaveLength(length + '?'.length)
    return open(long, cookie(), asBrowser)
  }
  expect((await ofLength(4_000)).status).toBe(302)
  expect((await ofLength(4_001)).text).toContain('<form method="post">')
})
