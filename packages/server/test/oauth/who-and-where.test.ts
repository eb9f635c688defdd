import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authorizeUrl, connect, consent, formIn, open, pkce, redeem, refreshWith, registerProgram } from '../kit/oauth.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { at } from './granted.ts'

let tandem: TestService
let root: Person
let ada: Person
let mia: Person
let boardId: string
let shared: string

beforeAll(async () => {
  tandem = await startTestService()
  root = await tandem.register('Root')
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  ada = await tandem.register('Ada')
  mia = await tandem.register('Mia')
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  shared = (await mia.post('/api/boards', { name: 'Shared', template: 'kanban' })).body.id
  await mia.post(`/api/boards/${shared}/members`, { actorId: ada.actorId, role: 'member' })
})

const cookieOf = (person: Person) => person.cookie ?? ''
const letIn = (pick: Parameters<typeof connect>[2] = {}, person = ada) => connect(tandem.url, cookieOf(person), pick)
async function tries(pick: Parameters<typeof consent>[2], person = ada) {
  const clientId = (await registerProgram(tandem.url)).body.client_id
  return consent(authorizeUrl(tandem.url, { clientId, challenge: pkce().challenge }), cookieOf(person), pick)
}
const boardsSeen = async (token: string) =>
  (await (await at(tandem, token)).does('board.list', {})).map((board: { id: string }) => board.id).sort()
const isDead = async (token: string) =>
  at(tandem, token).then(
    () => false,
    (error) => error.code === 'invalid_token',
  )
const secondLater = () => tandem.clock.advance(1_001)

test('one agent is made for a program and reused, one for each person', async () => {
  const first = await letIn({ boardIds: [boardId] })
  const again = await letIn({ boardIds: [boardId], clientId: first.clientId })
  const [one, other] = [await at(tandem, first.access), await at(tandem, again.access)]
  expect(other.principal.actorId).toBe(one.principal.actorId)
  const unheard = (await registerProgram(tandem.url)).body.client_id
  const together = await Promise.all([1, 2, 3].map(() => letIn({ boardIds: [boardId], clientId: unheard })))
  const actors = await Promise.all(together.map(async ({ access }) => (await at(tandem, access)).principal.actorId))
  expect(new Set(actors).size).toBe(1)
  const hers = await letIn({ boardIds: [shared], clientId: first.clientId }, mia)
  expect((await at(tandem, hers.access)).principal.actorId).not.toBe(one.principal.actorId)
  const agents = (await ada.get('/api/agents')).body as { id: string; name: string }[]
  expect(agents.map(({ id, name }) => [id, name]).toSorted()).toEqual(
    [one.principal.actorId, actors[0]].toSorted().map((id) => [id, 'Robot']),
  )

  await ada.delete(`/api/agents/${one.principal.actorId}`)
  const anew = await letIn({ boardIds: [boardId], clientId: first.clientId })
  expect((await at(tandem, anew.access)).principal.actorId).not.toBe(one.principal.actorId)
})

test('another agent of the person can act; one of somebody else cannot', async () => {
  const own = await tandem.agent(ada, 'Scout', [boardId])
  const foreign = await tandem.agent(mia, 'Foreign', [shared])
  const { access } = await letIn({ boardIds: [boardId], agent: own.actorId })
  expect((await at(tandem, access)).principal.actorId).toBe(own.actorId)
  for (const agent of [foreign.actorId, mia.actorId, ada.actorId, own.actorId.toUpperCase(), 'scout'])
    expect(await tries({ boardIds: [boardId], agent })).toMatchObject({ status: 400 })
})

test('boards of others can be chosen for an agent that is on them; else the page says whom to ask', async () => {
  const page = await tries({ boardIds: [shared] })
  expect([page.status, page.location]).toEqual([400, ''])
  expect(page.text).toMatch(/role="alert">[^<]*Shared[^<]*Ask Mia/)
  expect(page.text).toContain('no agent of yours is a member. Ask Mia to add one.')
  expect(formIn(page.text).boards).toEqual([boardId])

  const scout = await tandem.agent(ada, 'Scout')
  await tandem.lend(ada, scout, mia, shared, 'viewer')
  const { access } = await letIn({ boardIds: [boardId, shared], agent: scout.actorId })
  expect(await boardsSeen(access)).toEqual([boardId, shared].sort())
  expect((await tries({ boardIds: [shared] })).status).toBe(400)
  for (const boardIds of [[], [crypto.randomUUID()], ['nonsense']]) expect((await tries({ boardIds })).status).toBe(400)
  expect((await tries({ boardIds: [boardId], scopes: [] })).status).toBe(400)
  const strangers = (await mia.post('/api/boards', { name: 'Hers alone' })).body.id
  expect((await tries({ boardIds: [strangers] })).status).toBe(400)
})

test('a program never gets to do more than the person: the role is looked up whenever it comes', async () => {
  const scout = await tandem.agent(ada, 'Scout')
  await tandem.lend(ada, scout, mia, shared)
  const { access } = await letIn({ boardIds: [boardId, shared], agent: scout.actorId })
  const listId = (await mia.post(`/api/boards/${shared}/lists`, { name: 'Now' })).body.id
  expect(await boardsSeen(access)).toEqual([boardId, shared].sort())
  const card = { listId, title: 'By a program' }
  await (await at(tandem, access)).does('card.create', card)
  await mia.patch(`/api/boards/${shared}/members/${ada.actorId}`, { role: 'viewer' })
  expect(await (await at(tandem, access)).isRefused('card.create', card)).toBe('forbidden')
  await mia.patch(`/api/boards/${shared}/members/${ada.actorId}`, { role: 'member' })
  await mia.patch(`/api/boards/${shared}/members/${scout.actorId}`, { role: 'admin' })
  await (await at(tandem, access)).does('card.create', card)
  expect(await (await at(tandem, access)).isRefused('board.update', { boardId: shared, name: 'Mine' })).toBe('forbidden')
})

test('all boards of the agent are those of today and tomorrow on which the person is too', async () => {
  const { access } = await letIn({ all: true })
  const { actorId } = (await at(tandem, access)).principal
  expect(await boardsSeen(access)).toEqual([])
  await ada.post(`/api/boards/${boardId}/members`, { actorId, role: 'member' })
  secondLater()
  expect(await boardsSeen(access)).toEqual([boardId])
  expect(await (await at(tandem, access)).isRefused('board.create', { name: 'x' })).toBe('forbidden')
  const hers = (await mia.post('/api/boards', { name: 'Hers' })).body.id
  await mia.post(`/api/boards/${hers}/members`, { actorId, role: 'member' })
  secondLater()
  expect(await boardsSeen(access)).toEqual([boardId])
})

test('a program loses a board when its person is removed from it', async () => {
  const scout = await tandem.agent(ada, 'Scout')
  await tandem.lend(ada, scout, mia, shared)
  const { access } = await letIn({ boardIds: [shared], agent: scout.actorId })
  expect(await boardsSeen(access)).toEqual([shared])
  await mia.delete(`/api/boards/${shared}/members/${ada.actorId}`)
  expect(await boardsSeen(access)).toEqual([])
  expect(await (await at(tandem, access)).isRefused('board.tree', { boardId: shared })).toBe('not_found')
})

test('a grant ends when its person or its agent is deactivated', async () => {
  const hers = await letIn({ boardIds: [boardId] })
  await root.patch(`/api/admin/actors/${ada.actorId}`, { deactivated: true })
  expect(await isDead(hers.access)).toBe(true)
  expect((await refreshWith(tandem.url, hers.clientId, hers.refresh)).body.error).toBe('invalid_grant')

  const his = await letIn({ boardIds: [shared] }, mia)
  const { actorId } = (await at(tandem, his.access)).principal
  await mia.delete(`/api/agents/${actorId}`)
  expect(await isDead(his.access)).toBe(true)
  expect((await refreshWith(tandem.url, his.clientId, his.refresh)).body.error).toBe('invalid_grant')
  expect((await mia.get('/api/oauth/clients')).body).toEqual([])
  // Reactivating an agent does not restore its grants.
  expect((await root.patch(`/api/admin/actors/${actorId}`, { deactivated: false })).status).toBe(200)
  expect(await isDead(his.access)).toBe(true)
  expect((await refreshWith(tandem.url, his.clientId, his.refresh)).body.error).toBe('invalid_grant')
  expect((await mia.get('/api/oauth/clients')).body).toEqual([])
})

test('the code of a person who was deactivated meanwhile is refused', async () => {
  const clientId = (await registerProgram(tandem.url)).body.client_id
  const { verifier, challenge } = pkce()
  const { location } = await consent(authorizeUrl(tandem.url, { clientId, challenge }), cookieOf(ada), { boardIds: [boardId] })
  await root.patch(`/api/admin/actors/${ada.actorId}`, { deactivated: true })
  const answer = await redeem(tandem.url, clientId, new URL(location).searchParams.get('code') ?? '', verifier)
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a person lists the programs that they let in, and shuts one out', {
  meta: { proves: ['oauth.clients.listed', 'oauth.clients.shut-out'] },
}, async () => {
  const one = await letIn({ boardIds: [boardId] })
  const other = await letIn({ boardIds: [boardId], scope: 'boards:read' })
  const again = await letIn({ boardIds: [boardId], clientId: one.clientId, scope: 'comments:write' })
  const { actorId } = (await at(tandem, one.access)).principal
  const listed = (await ada.get('/api/oauth/clients')).body
  expect(listed).toHaveLength(2)
  expect(listed.find((client: { clientId: string }) => client.clientId === one.clientId)).toEqual({
    clientId: one.clientId,
    name: 'Robot',
    agentActorId: actorId,
    boardIds: [boardId],
    scopes: ['comments:write', 'boards:read', 'cards:write'],
    createdAt: expect.any(String),
    lastUsedAt: expect.any(String),
  })
  expect((await mia.get('/api/oauth/clients')).body).toEqual([])
  expect((await ada.get('/api/tokens')).body).toEqual([])

  expect((await mia.delete(`/api/oauth/clients/${one.clientId}`)).status).toBe(404)
  expect((await ada.delete(`/api/oauth/clients/${one.clientId}`)).status).toBe(204)
  for (const { access, refresh, clientId } of [one, again]) {
    expect(await isDead(access)).toBe(true)
    expect((await refreshWith(tandem.url, clientId, refresh)).body.error).toBe('invalid_grant')
  }
  expect(await isDead(other.access)).toBe(false)
  expect((await ada.delete(`/api/oauth/clients/${one.clientId}`)).status).toBe(404)
  expect((await ada.get('/api/oauth/clients')).body).toHaveLength(1)
  expect(await open(`${tandem.url}/api/oauth/clients`, null)).toMatchObject({ status: 401 })
})

test('programs without a grant are deleted after a day, ended grants a day after their end', async () => {
  const unused = (await registerProgram(tandem.url)).body.client_id
  const { clientId, refresh } = await letIn({ boardIds: [boardId] })
  const count = async (table: string, is: string) =>
    Number((await tandem.database.pool.query(`select count(*) from ${table} where ${is}`)).rows[0].count)
  tandem.clock.advance(25 * 3_600_000)
  await tandem.service.workers.retention.runOnce()
  expect(await count('oauth_clients', `id = '${unused}'`)).toBe(0)
  expect(await count('oauth_clients', `id = '${clientId}'`)).toBe(1)
  expect(await count('tokens', 'oauth_grant_id is not null and expires_at < now()')).toBe(0)
  expect((await refreshWith(tandem.url, clientId, refresh)).status).toBe(200)
  tandem.clock.advance(92 * 86_400_000)
  await tandem.service.workers.retention.runOnce()
  expect(await count('oauth_grants', `client_id = '${clientId}'`)).toBe(0)
  expect(await count('oauth_refresh_tokens', 'true')).toBe(0)
})
