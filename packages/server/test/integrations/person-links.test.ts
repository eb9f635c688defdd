import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { install, type Plugin } from './plugin.ts'

let tandem: TestService
let ada: Person
let mia: Person
let boardId: string
let plugin: Plugin

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  mia = await tandem.register('Mia')
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  boardId = (await ada.post('/api/boards', { name: 'Engine & <b>Co</b>', template: 'kanban' })).body.id
  await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'viewer' })
  plugin = await install(tandem, ada, boardId, { type: 'slack', name: 'Slack <i>' })
})

const minutes = (count: number) => tandem.clock.advance(count * 60_000)

async function ask(more: Record<string, unknown> = {}) {
  const input = { externalUserId: 'U024BE7LH', displayName: 'mia "the" <viewer>', ...more }
  const { status, body } = await plugin.post('/api/integrations/self/person-links', input)
  expect(status).toBe(201)
  return { id: body.id as string, path: new URL(body.url, tandem.url).pathname, expiresAt: body.expiresAt as string }
}
const claim = (id: string, by: Plugin = plugin) => by.post(`/api/integrations/self/person-links/${id}/claim`)

/** As a browser that shows the page does. */
function browse(method: 'GET' | 'POST', path: string, who: Person | null, headers: Record<string, string> = {}) {
  const cookie: Record<string, string> = who?.cookie ? { cookie: who.cookie } : {}
  const form: Record<string, string> = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded', origin: tandem.url } : {}
  return fetch(tandem.url + path, { method, headers: { ...cookie, ...form, ...headers }, ...(method === 'POST' && { body: '' }) })
}

test('a person sees who asks, confirms once, and the plugin takes a token of theirs once', {
  meta: { proves: ['integration.people.listed', 'integration.person-link.page'] },
}, async () => {
  const { id, path } = await ask()
  expect(await claim(id)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
  const page = await browse('GET', path, mia)
  const text = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const shown of ['mia &quot;the&quot; &lt;viewer&gt;', 'U024BE7LH', 'Slack &lt;i&gt;', 'Engine &amp; &lt;b&gt;Co&lt;/b&gt;'])
    expect(text).toContain(shown)
  for (const markup of ['<i>', '<b>', '<viewer>', '<script']) expect(text).not.toContain(markup)
  expect((await browse('POST', path, mia)).status).toBe(200)
  expect((await browse('POST', path, mia)).status).toBe(404)
  expect((await browse('GET', path, mia)).status).toBe(404)

  const taken = await claim(id)
  expect(taken).toMatchObject({ status: 200, body: { actorId: mia.actorId, externalUserId: 'U024BE7LH', expiresAt: null } })
  expect(taken.body.scopes).toEqual(['boards:read', 'notifications:read', 'sessions:write', `board:${boardId}`])
  expect((await claim(id)).status).toBe(409)
  const people = `/api/boards/${boardId}/integrations/${plugin.integrationId}/people`
  expect((await ada.get(people)).body).toMatchObject([{ actorId: mia.actorId, lastUsedAt: null }])
  expect((await mia.get(people)).status).toBe(403)
  const asMia = tandem.withToken(taken.body.token)
  expect((await asMia.get('/api/me')).body).toMatchObject({ id: mia.actorId, kind: 'human' })
  const listed = (await mia.get('/api/tokens')).body as { id: string }[]
  expect(listed.map((token) => token.id)).toContain(taken.body.id)
  expect((await ada.get('/api/tokens')).body.map((token: { id: string }) => token.id)).not.toContain(taken.body.id)
  expect((await mia.delete(`/api/tokens/${taken.body.id}`)).status).toBe(204)
  expect((await asMia.get('/api/me')).status).toBe(401)
})

test('the page is in the language that the browser prefers', async () => {
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
  const { path } = await ask()
  const page = await browse('GET', path, mia, german)
  expect([page.status, page.headers.get('content-language'), page.headers.get('vary')]).toEqual([200, 'de', 'accept-language'])
  const text = await page.text()
  expect(text).toContain('<html lang="de">')
  expect(text).toContain('<h1>Slack &lt;i&gt; erlauben, für dich zu handeln?</h1>')
  expect(text).toContain('kann dieses Konto <strong>in deinem Namen</strong> das Board lesen')
  expect(await (await browse('GET', path, mia, { 'accept-language': 'nl' })).text()).toContain('<html lang="en">')
  const done = await browse('POST', path, mia, german)
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('<h1>Verbunden</h1>')])
  const gone = await browse('GET', path, mia, { 'accept-language': 'es' })
  expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('Este enlace ya se usó, ha caducado')])
  const stranger = await browse('GET', path, null, german)
  expect([stranger.status, await stranger.text()]).toEqual([401, expect.stringContaining('<h1>Melde dich zuerst an</h1>')])
})

test('a long name is cut before its last character, not within it', async () => {
  const displayName = `${'x'.repeat(199 - 'Slack <i>: '.length)}🛠`
  const { id, path } = await ask({ displayName })
  await browse('POST', path, mia)
  expect((await claim(id)).body.label).toBe(`Slack <i>: ${displayName.slice(0, -2)}`)
})

test('an answer by that token is the answer of the person, and no act of the integration', async () => {
  const robo = await tandem.agent(ada, 'Robo', [boardId])
  const listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  const cardId = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Card' })).body.id
  const sessionId = (await robo.post(`/api/cards/${cardId}/sessions`)).body.id
  await robo.post(`/api/sessions/${sessionId}/events`, { op: 'ask_human', question: 'Which?' })
  const { id, path } = await ask()
  await browse('POST', path, mia)
  const asMia = tandem.withToken((await claim(id)).body.token)
  expect((await plugin.post(`/api/sessions/${sessionId}/answer`, { answer: 'No' })).status).toBe(403)
  expect((await asMia.post(`/api/sessions/${sessionId}/answer`, { answer: 'That one' })).status).toBe(200)
  const [newest] = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body
  expect(newest).toMatchObject({ verb: 'agent_session.answered', actorId: mia.actorId, payload: { answeredByActorId: mia.actorId } })
  expect(newest.origin).toBeUndefined()
})

test('a link expires after ten minutes, and so does a confirmation that the plugin does not collect', async () => {
  const late = await ask()
  minutes(11)
  expect((await browse('GET', late.path, mia)).status).toBe(404)
  expect((await browse('POST', late.path, mia)).status).toBe(404)
  expect((await claim(late.id)).status).toBe(404)
  const inTime = await ask()
  minutes(9)
  expect((await browse('POST', inTime.path, mia)).status).toBe(200)
  minutes(9)
  expect((await claim(inTime.id)).status).toBe(200)
  const forgotten = await ask()
  await browse('POST', forgotten.path, mia)
  minutes(11)
  expect((await claim(forgotten.id)).status).toBe(404)
})

test('only who is on the board confirms, signed in, on a page of ours that stands in no frame', {
  meta: { proves: ['integration.person-link.page'] },
}, async () => {
  const eve = await tandem.register('Eve')
  const { id, path } = await ask()
  const token = path.split('/').at(-1) ?? ''
  expect((await browse('GET', path, null)).status).toBe(401)
  expect((await browse('POST', path, null)).status).toBe(401)
  for (const method of ['GET', 'POST'] as const) expect((await browse(method, path, eve)).status).toBe(404)
  for (const [name, value] of [
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
  ] as const)
    expect((await browse('POST', path, mia, { [name]: value })).status).toBe(403)
  const bearer = (await mia.post('/api/tokens', { label: 'all', scopes: ['admin', 'tokens:write', 'sessions:write'] })).body.token
  expect((await browse('POST', path, null, { authorization: `Bearer ${bearer}` })).status).toBe(403)
  expect((await plugin.get(`/api/person-links/${token}`)).status).toBe(403)
  const headers = (await browse('GET', path, mia)).headers
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/)
  expect([headers.get('x-frame-options'), headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
    'DENY',
    'no-store',
    'same-origin',
  ])
  expect((await claim(id)).status).toBe(409)
  expect((await mia.get(`/api/person-links/${token}`)).body).toMatchObject({ board: { id: boardId }, externalUserId: 'U024BE7LH' })
  expect((await mia.post(`/api/person-links/${token}/confirm`)).status).toBe(204)
  const other = await install(tandem, ada, boardId)
  expect((await claim(id, other)).status).toBe(404)
  expect((await ada.post('/api/integrations/self/person-links', { externalUserId: 'x', displayName: 'x' })).status).toBe(404)
  expect((await claim(id)).status).toBe(200)
})

test('of two who confirm at once one does, and of two claims one gets the token', {
  meta: { proves: ['integration.person-link.once'] },
}, async () => {
  const { id, path } = await ask()
  const confirmed = await Promise.all([ada, mia, ada, mia].map((who) => browse('POST', path, who)))
  expect(confirmed.map((answer) => answer.status).toSorted()).toEqual([200, 404, 404, 404])
  const claimed = await Promise.all([claim(id), claim(id), claim(id)])
  expect(claimed.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409])
})

const living = sql<{ count: number }>('select count(*)::int as count from tokens where integration_id = $1 and revoked_at is null')

test('removing the integration ends every token that it took, also one that is taken at that moment', async () => {
  for (let round = 0; round < 5; round++) {
    plugin = await install(tandem, ada, boardId)
    const [first, second] = [await ask(), await ask()]
    for (const { path } of [first, second]) expect((await browse('POST', path, mia)).status).toBe(200)
    const asMia = tandem.withToken((await claim(first.id)).body.token)
    const [removed, late] = await Promise.all([ada.delete(`/api/boards/${boardId}/integrations/${plugin.integrationId}`), claim(second.id)])
    expect(removed.status).toBe(204)
    expect([200, 401]).toContain(late.status)
    expect((await asMia.get('/api/me')).status).toBe(401)
    if (late.status === 200) expect((await tandem.withToken(late.body.token).get('/api/me')).status).toBe(401)
    expect(await tandem.database.row(living, [plugin.integrationId])).toEqual({ count: 0 })
  }
})
