import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { cookieOf, type Person, password, startTestService, type TestService } from '../kit/service.ts'

/** A transaction that holds the lock of a board refers to an actor whose act waits for that board: the actor's row must not be locked. */
describe('what waits for a board', () => {
  let tandem: TestService
  let ada: Person
  let boardId: string
  let other: pg.Client

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
    other = new pg.Client(tandem.address)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin')
    await other.query('select id from boards where id = $1 for no key update', [boardId])
  })

  const someoneWaits = () =>
    until(async () => {
      const text = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await tandem.database.pool.query(text)).rows.length > 0
    })
  const letGo = () => other.query('commit')

  test('with a new handle lets others make rows of the actor', async () => {
    const changing = ada.patch('/api/me', { handle: 'countess' })
    await someoneWaits()
    await other.query('select id from actors where id = $1 for key share nowait', [ada.actorId])
    await letGo()
    expect((await changing).body.handle).toBe('countess')
  })

  test('with a new handle for an agent lets others make rows of the agent', async () => {
    const agent = (await ada.post('/api/agents', { name: 'Robo' })).body
    await other.query('commit')
    await ada.post(`/api/boards/${boardId}/members`, { actorId: agent.id, role: 'member' })
    await other.query('begin')
    await other.query('select id from boards where id = $1 for no key update', [boardId])
    const changing = ada.patch(`/api/agents/${agent.id}`, { handle: 'robot' })
    await someoneWaits()
    await other.query('select id from actors where id = $1 for key share nowait', [agent.id])
    await letGo()
    expect((await changing).body.handle).toBe('robot')
  })

  test('to register by an invitation has taken no handle yet', async () => {
    await letGo()
    const email = 'newcomer@example.com'
    const { inviteUrl } = (await ada.post(`/api/boards/${boardId}/members`, { email, role: 'member' })).body
    const hedy = await tandem.register('Hedy')
    await other.query('begin')
    await other.query('select id from boards where id = $1 for no key update', [boardId])
    const body = { email, password, name: 'Newcomer', handle: 'taken-meanwhile', inviteToken: inviteUrl.split('/invite/')[1] }
    const registering = tandem.anonymous.post('/api/auth/register', body)
    await someoneWaits()
    await other.query(`set local lock_timeout = '1s'`)
    await other.query(`update actors set handle = 'taken-meanwhile' where id = $1`, [hedy.actorId])
    await letGo()
    expect((await registering).status).toBe(409)
    const joined = await tandem.anonymous.post('/api/auth/register', { ...body, handle: 'free' })
    expect(joined.status).toBe(201)
    expect((await tandem.anonymous.get(`/api/boards/${boardId}`, { cookie: cookieOf(joined) })).status).toBe(200)
  })

  test('to deactivate a person lets others make rows of that person', async () => {
    await letGo()
    const mal = await tandem.register('Mal')
    await ada.post(`/api/boards/${boardId}/members`, { actorId: mal.actorId, role: 'admin' })
    await mal.post(`/api/boards/${boardId}/members`, { email: 'ghost@example.com', role: 'admin' })
    await other.query('begin')
    await other.query('select id from boards where id = $1 for no key update', [boardId])
    const deactivating = ada.patch(`/api/admin/actors/${mal.actorId}`, { deactivated: true })
    await someoneWaits()
    await other.query('select id from actors where id = $1 for key share nowait', [mal.actorId])
    await letGo()
    expect((await deactivating).status).toBe(200)
    expect((await ada.get(`/api/boards/${boardId}/invitations`)).body).toEqual([])
  })
})
