import { randomUUID } from 'node:crypto'
import { systemActorId } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, password, startTestService, type TestService } from '../kit/service.ts'

describe('the instance admin', () => {
  let tandem: TestService
  let ada: Person
  let grace: Person
  let email: string

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    email = `${randomUUID()}@example.com`
    grace = await tandem.register('Grace', { email })
  })

  const admit = (person: Person, actorId: string, body: object) => person.patch(`/api/admin/actors/${actorId}`, body)
  const isAdmin = async (person: Person) => (await person.get('/api/me')).body.isInstanceAdmin
  const firstBoard = async (person: Person) => (await person.post('/api/boards', { name: 'Engine' })).body.id as string

  test('alone sees and changes all actors, with a session and never with a token', async () => {
    const { body } = await ada.post('/api/tokens', { label: 'all', scopes: ['admin', 'tokens:write'] })
    const byToken = tandem.withToken(body.token)
    for (const other of [grace, byToken]) {
      expect((await other.get('/api/admin/actors')).status).toBe(403)
      expect((await other.get('/api/admin/audit')).status).toBe(403)
      expect((await admit(other as Person, grace.actorId, { isInstanceAdmin: true })).status).toBe(403)
    }
    expect(await isAdmin(grace)).toBe(false)
    const list = await ada.get('/api/admin/actors?limit=1')
    expect(list.body[0]).toMatchObject({ id: grace.actorId, email })
    expect(list.headers.get('link')).toMatch(/cursor=/)
  })

  test('finds actors by a part of their name, handle or e-mail, and takes no character for a pattern', async () => {
    const found = async (q: string) =>
      (await ada.get(`/api/admin/actors?q=${encodeURIComponent(q)}`)).body.map(({ id }: { id: string }) => id)
    const handle = `percy-${randomUUID().slice(0, 8)}`
    await grace.patch('/api/me', { handle, name: '100% Grace' })
    expect(await found(email.slice(0, 12).toUpperCase())).toEqual([grace.actorId])
    expect(await found(handle.slice(2))).toEqual([grace.actorId])
    expect(await found('100% gr')).toEqual([grace.actorId])
    expect(await found('1%G')).toEqual([])
    expect(await found('')).toContain(ada.actorId)
  })

  test('pages through every actor once', async () => {
    const ids: string[] = []
    for (let path: string | undefined = '/api/admin/actors?limit=2'; path; ) {
      const page = await ada.get(path)
      ids.push(...page.body.map((actor: { id: string }) => actor.id))
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    }
    const { rows } = await tandem.database.pool.query('select id from actors order by id desc')
    expect(ids).toEqual(rows.map((row) => row.id))
  })

  test('deactivates a person: sessions end, sign-in fails, tokens of theirs and of their agents stop (F66)', async () => {
    const board = await firstBoard(grace)
    const agent = await tandem.agent(grace, 'Robo', [board])
    const own = tandem.withToken((await grace.post('/api/tokens', { label: 'own', scopes: ['boards:read'] })).body.token)
    for (const caller of [grace, agent, own]) expect((await caller.get('/api/me')).status).toBe(200)
    const answer = await admit(ada, grace.actorId, { deactivated: true })
    expect(answer.body.deactivatedAt).not.toBeNull()
    expect((await grace.get('/api/me')).body.error.code).toBe('unauthorized')
    for (const caller of [agent, own]) expect((await caller.get('/api/me')).body.error.code).toBe('invalid_token')
    expect((await tandem.anonymous.post('/api/auth/login', { email, password })).body.error.code).toBe('invalid_credentials')
    const shared = await firstBoard(ada)
    expect((await ada.post(`/api/boards/${shared}/members`, { actorId: grace.actorId, role: 'member' })).status).toBe(400)
    expect((await admit(ada, grace.actorId, { deactivated: false })).body.deactivatedAt).toBeNull()
    expect((await grace.get('/api/me')).status).toBe(401)
    expect((await tandem.anonymous.post('/api/auth/login', { email, password })).status).toBe(200)
    expect((await own.get('/api/me')).status).toBe(200)
  })

  test('deactivates an agent as its owner would', async () => {
    const agent = await tandem.agent(grace, 'Robo', [await firstBoard(grace)])
    expect((await admit(ada, agent.actorId, { deactivated: true })).status).toBe(200)
    expect((await agent.get('/api/me')).status).toBe(401)
    expect((await admit(ada, agent.actorId, { deactivated: false })).status).toBe(200)
    expect((await agent.get('/api/me')).status).toBe(401)
    expect((await admit(ada, agent.actorId, { isInstanceAdmin: true })).status).toBe(400)
  })

  test('the last one can neither step down nor be deactivated', async () => {
    for (const body of [{ isInstanceAdmin: false }, { deactivated: true }]) {
      const refused = await admit(ada, ada.actorId, body)
      expect([refused.status, refused.body.error.code]).toEqual([400, 'validation'])
    }
    expect((await admit(ada, grace.actorId, { isInstanceAdmin: true })).body.isInstanceAdmin).toBe(true)
    expect((await admit(ada, grace.actorId, { deactivated: true })).status).toBe(200)
    expect((await admit(ada, ada.actorId, { isInstanceAdmin: false })).status).toBe(400)
  })

  test('two that step down or demote each other at once: one stays', async () => {
    for (let round = 0; round < 6; round++) {
      await admit(ada, grace.actorId, { isInstanceAdmin: true })
      const crossed = round % 2 === 1
      const answers = await Promise.all([
        admit(ada, crossed ? grace.actorId : ada.actorId, { isInstanceAdmin: false }),
        admit(grace, crossed ? ada.actorId : grace.actorId, { isInstanceAdmin: false }),
      ])
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
      expect([400, 403]).toContain(answers.find((answer) => answer.status !== 200)?.status)
      const { rows } = await tandem.database.pool.query('select id from actors where is_instance_admin and deactivated_at is null')
      expect(rows).toHaveLength(1)
      if (rows[0].id !== ada.actorId) [ada, grace] = [grace, ada]
    }
  })

  test('the service’s own actor is not among those that can be changed', async () => {
    for (const id of [systemActorId, randomUUID(), 'nobody']) expect((await admit(ada, id, { deactivated: true })).status).toBe(404)
  })

  test('reads the audit log of all, or of one actor; it holds failures and no secret', async () => {
    await tandem.anonymous.post('/api/auth/login', { email, password: 'not the password' })
    await tandem.anonymous.post('/api/auth/login', { email: 'nobody@example.com', password: 'not the password' })
    const { body: minted } = await grace.post('/api/tokens', { label: 'audited', scopes: ['boards:read'] })
    const all = await ada.get('/api/admin/audit?limit=200')
    const failures = all.body.filter((entry: { outcome: string }) => entry.outcome === 'invalid_credentials')
    expect(failures.map((entry: { actorId: string }) => entry.actorId)).toEqual(expect.arrayContaining([grace.actorId, null]))
    const hers = await ada.get(`/api/admin/audit?actorId=${grace.actorId}`)
    expect(hers.body.map((entry: { act: string }) => entry.act)).toEqual(['token.create', 'auth.login', 'auth.register'])
    expect(hers.body[0]).toMatchObject({ detail: { label: 'audited', scopes: ['boards:read'] }, credential: 'session' })
    for (const secret of [minted.token, password, 'not the password', grace.cookie?.split('=')[1] ?? '-'])
      expect(all.text).not.toContain(secret)
  })
})
