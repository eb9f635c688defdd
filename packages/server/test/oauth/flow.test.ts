import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  authorizeUrl,
  type Connected,
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
  submit,
} from '../kit/oauth.ts'
import { type Person, password, startTestService, type TestService } from '../kit/service.ts'
import { at, type Granted } from './granted.ts'

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
const seconds = (count: number) => tandem.clock.advance(count * 1_000)
const days = (count: number) => seconds(count * 86_400)
const letIn = (pick: Parameters<typeof connect>[2] = {}): Promise<Connected> =>
  connect(tandem.url, cookie(), { boardIds: [boardId], ...pick })
const granted = (token: string): Promise<Granted> => at(tandem, token)
const refusedAs = (word: string) => ({ status: word === 'invalid_client' ? 401 : 400, body: { error: word } })

async function allowed(more: Record<string, string | undefined> = {}) {
  const clientId = (await registerProgram(tandem.url)).body.client_id as string
  const { verifier, challenge } = pkce()
  const answer = await consent(authorizeUrl(tandem.url, { clientId, challenge, more }), cookie(), { boardIds: [boardId] })
  return { clientId, verifier, code: new URL(answer.location).searchParams.get('code') ?? '' }
}

test('an unknown program gets access as an agent, to the boards and scopes that the person chose', async () => {
  const registered = await registerProgram(tandem.url, { client_name: 'Claude Code', scope: 'boards:read admin' })
  expect(registered).toMatchObject({ status: 201, body: { client_name: 'Claude Code', token_endpoint_auth_method: 'none' } })
  const clientId = registered.body.client_id as string
  const { verifier, challenge } = pkce()
  const address = authorizeUrl(tandem.url, {
    clientId,
    challenge,
    more: { scope: 'boards:read cards:write comments:write offline_access' },
  })

  const page = await open(address, cookie())
  expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'DENY'])
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:8123;")
  for (const shown of ['Claude Code', '127.0.0.1', 'Engine', '<html lang="en">', 'Ada']) expect(page.text).toContain(shown)
  expect(page.text).not.toMatch(/<script|javascript:| on\w+=/i)
  expect(page.text.match(/<input(?![^>]*type="hidden")/g)?.length).toBe(page.text.match(/<label><input/g)?.length)
  expect(formIn(page.text)).toMatchObject({ scopes: ['boards:read', 'cards:write', 'comments:write'], agents: ['made'] })

  const answer = await consent(address, cookie(), { boardIds: [boardId], scopes: ['boards:read', 'cards:write'] })
  const target = new URL(answer.location)
  expect([answer.status, target.origin + target.pathname]).toEqual([303, redirectUri])
  expect(Object.fromEntries(target.searchParams)).toMatchObject({ state: 'xyz', iss: tandem.url, code: expect.any(String) })

  const tokens = await redeem(tandem.url, clientId, target.searchParams.get('code') ?? '', verifier)
  expect(tokens).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3_600, scope: 'boards:read cards:write' } })
  expect(tokens.headers.get('cache-control')).toBe('no-store')
  expect(tokens.body.access_token).toMatch(/^kbo_[0-9A-Za-z]{46}$/)

  const robot = await granted(tokens.body.access_token)
  expect(robot.principal).toMatchObject({ kind: 'agent', oauthClientId: clientId })
  expect(robot.principal.grant?.leash).toEqual(new Set([boardId]))
  const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
  const card = await robot.does('card.create', { listId: list.id, title: 'From afar' })
  expect(card).toMatchObject({ title: 'From afar', createdBy: robot.principal.actorId })
  expect(await robot.isRefused('comment.create', { cardId: card.id, body: 'x' })).toBe('forbidden')
  const members = (await ada.get(`/api/boards/${boardId}/members`)).body as { actorId: string; role: string; name: string }[]
  expect(members.find((each) => each.actorId === robot.principal.actorId)).toMatchObject({ role: 'member', name: 'Claude Code' })
})

test('F85: without PKCE, or with a plain one, the person is not asked; the program gets the error at its redirect address', async () => {
  const clientId = (await registerProgram(tandem.url)).body.client_id as string
  for (const more of [
    { code_challenge: undefined },
    { code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
  ]) {
    const answer = await open(authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge, more }), cookie())
    const told = new URL(answer.location)
    expect([answer.status, told.origin + told.pathname]).toEqual([302, redirectUri])
    expect(Object.fromEntries(told.searchParams)).toMatchObject({ error: 'invalid_request', state: 'xyz', iss: tandem.url })
  }
})

test('F85: a code is good once, within a minute, with its verifier, redirect, client and resource', {
  meta: { proves: ['limit.oauth.lifetimes'] },
}, async () => {
  const { clientId, code, verifier } = await allowed()
  const other = (await registerProgram(tandem.url)).body.client_id as string
  expect(await redeem(tandem.url, clientId, code, pkce().verifier)).toMatchObject(refusedAs('invalid_grant'))
  expect(await redeem(tandem.url, other, code, verifier)).toMatchObject(refusedAs('invalid_grant'))
  expect(await redeem(tandem.url, clientId, code, verifier, { redirect_uri: 'http://127.0.0.1:8124/callback' })).toMatchObject(
    refusedAs('invalid_grant'),
  )
  expect(await redeem(tandem.url, clientId, code, verifier, { resource: `${tandem.url}/api` })).toMatchObject(refusedAs('invalid_target'))
  expect(await redeem(tandem.url, clientId, code, verifier, { code_verifier: undefined })).toMatchObject(refusedAs('invalid_request'))
  expect(await redeem(tandem.url, 'nobody', 'none', verifier)).toMatchObject(refusedAs('invalid_client'))
  expect((await redeem(tandem.url, clientId, code, verifier)).status).toBe(200)

  const late = await allowed()
  seconds(61)
  expect(await redeem(tandem.url, late.clientId, late.code, late.verifier)).toMatchObject(refusedAs('invalid_grant'))
})

test('F85: a code that is used twice ends the tokens that it gave', async () => {
  const { clientId, code, verifier, access, refresh } = await letIn()
  expect((await granted(access)).principal.kind).toBe('agent')
  expect(await redeem(tandem.url, clientId, code, verifier)).toMatchObject(refusedAs('invalid_grant'))
  await expect(granted(access)).rejects.toMatchObject({ code: 'invalid_token' })
  expect(await refreshWith(tandem.url, clientId, refresh)).toMatchObject(refusedAs('invalid_grant'))
})

test('of two who redeem a code at the same time one gets tokens, and they end', async () => {
  const { clientId, code, verifier } = await allowed()
  const answers = await Promise.all([1, 2].map(() => redeem(tandem.url, clientId, code, verifier)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  const token = answers.find((answer) => answer.status === 200)?.body.access_token
  await expect(granted(token)).rejects.toMatchObject({ code: 'invalid_token' })
})

test('a refresh token gives the next pair once; later it ends the family, at the same time it does not', async () => {
  const first = await letIn()
  const next = await refreshWith(tandem.url, first.clientId, first.refresh, { resource: `${tandem.url}/mcp` })
  expect(next).toMatchObject({ status: 200, body: { scope: 'boards:read cards:write' } })
  expect(next.body.refresh_token).not.toBe(first.refresh)

  const together = await Promise.all([1, 2, 3].map(() => refreshWith(tandem.url, first.clientId, next.body.refresh_token)))
  expect(together.map((answer) => answer.status)).toEqual([200, 200, 200])
  seconds(59)
  expect((await refreshWith(tandem.url, first.clientId, next.body.refresh_token)).status).toBe(200)
  seconds(2)
  const active = together[0]?.body.access_token
  expect((await granted(active)).principal.kind).toBe('agent')
  expect(await refreshWith(tandem.url, first.clientId, next.body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  await expect(granted(active)).rejects.toMatchObject({ code: 'invalid_token' })
  for (const { body } of together)
    expect(await refreshWith(tandem.url, first.clientId, body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  const entries = (await ada.get('/api/me/audit')).body as { act: string; outcome: string }[]
  expect(entries).toContainEqual(expect.objectContaining({ act: 'oauth.token.refresh', outcome: 'refresh_reused' }))
})

test('a token that is issued while its grant ends is refused', async () => {
  const { clientId, refresh } = await letIn()
  const drawing = Array.from({ length: 6 }, () => refreshWith(tandem.url, clientId, refresh))
  const ending = postForm(`${tandem.url}/oauth/revoke`, { token: refresh, client_id: clientId })
  drawing.push(...Array.from({ length: 6 }, () => refreshWith(tandem.url, clientId, refresh)))
  const drawn = (await Promise.all(drawing)).filter(({ status }) => status === 200)
  expect((await ending).status).toBe(200)
  for (const { body } of drawn) {
    await expect(granted(body.access_token)).rejects.toMatchObject({ code: 'invalid_token' })
    expect(await refreshWith(tandem.url, clientId, body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  }
})

test('an access token lasts an hour, a refresh token 90 days from its last use', {
  meta: { proves: ['limit.oauth.lifetimes'] },
}, async () => {
  const { clientId, access, refresh } = await letIn()
  seconds(3_601)
  await expect(granted(access)).rejects.toMatchObject({ code: 'invalid_token' })
  days(80)
  const next = await refreshWith(tandem.url, clientId, refresh)
  days(80)
  const last = await refreshWith(tandem.url, clientId, next.body.refresh_token)
  expect(last.status).toBe(200)
  days(91)
  expect(await refreshWith(tandem.url, clientId, last.body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  // A web session does not last that long.
  ada = await tandem.register('Ada')
})

test('a refresh narrows and never widens', async () => {
  const { clientId, refresh } = await letIn()
  expect(await refreshWith(tandem.url, clientId, refresh, { scope: 'boards:read comments:write' })).toMatchObject(
    refusedAs('invalid_scope'),
  )
  const narrow = await refreshWith(tandem.url, clientId, refresh, { scope: 'boards:read offline_access' })
  expect(narrow.body.scope).toBe('boards:read')
  expect([...((await granted(narrow.body.access_token)).principal.grant?.scopes ?? [])]).toEqual(['boards:read'])
  expect((await refreshWith(tandem.url, clientId, narrow.body.refresh_token)).body.scope).toBe('boards:read cards:write')
})

test('a program gives back one access token, or with a refresh token everything', async () => {
  const { clientId, access, refresh } = await letIn()
  const next = (await refreshWith(tandem.url, clientId, refresh)).body
  const revoke = (token: string, more = {}) => postForm(`${tandem.url}/oauth/revoke`, { token, client_id: clientId, ...more })
  expect((await revoke('kbr_unknown')).status).toBe(200)
  expect((await revoke(access, { client_id: 'another' })).status).toBe(400)
  expect((await revoke(access)).status).toBe(200)
  await expect(granted(access)).rejects.toMatchObject({ code: 'invalid_token' })
  expect((await granted(next.access_token)).principal.kind).toBe('agent')
  expect((await revoke(next.refresh_token)).status).toBe(200)
  await expect(granted(next.access_token)).rejects.toMatchObject({ code: 'invalid_token' })
  expect(await refreshWith(tandem.url, clientId, next.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
})

test('a person can deny the request, and the form of another page changes nothing', async () => {
  const clientId = (await registerProgram(tandem.url)).body.client_id as string
  const address = authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge })
  const denied = await consent(address, cookie(), { decision: 'deny' })
  expect(Object.fromEntries(new URL(denied.location).searchParams)).toEqual({ error: 'access_denied', state: 'xyz', iss: tandem.url })

  const { csrf } = formIn((await open(address, cookie())).text)
  const fields = (token: string): [string, string][] => [
    ...([
      ['csrf', token],
      ['decision', 'allow'],
      ['agent', 'made'],
    ] as [string, string][]),
    ...([
      ['leash', 'chosen'],
      ['boards', boardId],
      ['scopes', 'boards:read'],
    ] as [string, string][]),
  ]
  const wider = authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge, more: { scope: 'boards:read boards:write' } })
  for (const [to, token] of [
    [address, ''],
    [address, 'x'.repeat(43)],
    [wider, csrf],
  ] as const)
    expect(await submit(to, cookie(), fields(token))).toMatchObject({ status: 403, location: '' })
  expect(await submit(address, cookie(), fields(csrf), { origin: 'https://evil.example' })).toMatchObject({ status: 403, location: '' })
  expect(await submit(address, cookie(), fields(csrf), { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403, location: '' })
  expect((await submit(address, cookie(), fields(csrf))).status).toBe(303)
})

test('who is not signed in signs in on the way, and comes back to what was asked', async () => {
  const person = await tandem.register('Grace')
  const { email } = (await person.get('/api/me')).body
  const clientId = (await registerProgram(tandem.url)).body.client_id as string
  const address = authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge, more: { state: 'a"b&c' } })
  const page = await open(address, null)
  expect(page).toMatchObject({ status: 401 })
  const request = /name="request" value="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(Object.fromEntries(new URLSearchParams(request))).toEqual(Object.fromEntries(new URL(address).searchParams))

  const signIn = (fields: Record<string, string>) =>
    postForm(`${tandem.url}/oauth/sign-in`, { email, request, ...fields }, { origin: tandem.url })
  const wrong = await signIn({ password: 'a wrong one' })
  expect([wrong.status, wrong.location]).toEqual([401, ''])
  expect(wrong.text).toContain('role="alert"')
  const right = await signIn({ password })
  expect([right.status, new URL(right.location, `${tandem.url}/oauth/sign-in`).href]).toEqual([303, address])
  const fresh = right.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await open(address, fresh)).text).toContain('Grace')

  for (const evil of ['//evil.example', 'https://evil.example', '\r\nlocation: https://evil.example']) {
    const { location } = await signIn({ password, request: evil })
    expect(new URL(location, `${tandem.url}/oauth/sign-in`).origin).toBe(tandem.url)
  }
})

test('a wider request later is put to the person again', async () => {
  const { clientId, access } = await letIn({ scope: 'boards:read' })
  const address = authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge, more: { scope: 'boards:read boards:write' } })
  const page = await open(address, cookie())
  expect([page.status, page.location]).toEqual([200, ''])
  expect(formIn(page.text).scopes).toEqual(['boards:read', 'boards:write'])
  const wider = await letIn({ clientId, scope: 'boards:read boards:write' })
  expect(wider.scope).toBe('boards:read boards:write')
  expect((await granted(wider.access)).principal.actorId).toBe((await granted(access)).principal.actorId)
})
