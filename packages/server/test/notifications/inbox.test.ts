import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../kit/service.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

describe('the inbox', () => {
  let team: Team
  let reader: Person
  let cardId: string
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  beforeEach(async () => {
    reader = await team.tandem.register('Reader')
    created(await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: reader.actorId, role: 'member' }))
    cardId = await team.newCard({ assigneeActorIds: [reader.actorId] })
  })

  const say = async (body: string, by = team.bob, card = cardId) => created(await by.post(`/api/cards/${card}/comments`, { body }))
  const list = async (query = '', by: Pick<Person, 'get'> = reader) => (await by.get(`/api/notifications${query}`)).body
  const reasons = async () => (await list()).map((row: { reason: string }) => row.reason)

  test('shows rows newest first, in the shape that was agreed', async () => {
    await say('It drips')
    const { key } = (await reader.get(`/api/cards/${cardId}`)).body.card
    const rows = await list()
    expect(rows.map((row: { reason: string }) => row.reason)).toEqual(['commented', 'assigned'])
    const [activity] = (await team.ada.get(`/api/cards/${cardId}/activity?limit=1`)).body
    expect(rows[0]).toEqual({
      id: expect.any(String),
      actorId: reader.actorId,
      activityId: activity.id,
      boardId: team.boardId,
      boardName: 'Engine',
      cardId,
      cardKey: key,
      cardTitle: 'Fix the pump',
      sessionId: null,
      reason: 'commented',
      verb: 'comment.added',
      actor: { id: team.bob.actorId, name: 'Bob', kind: 'human' },
      excerpt: 'It drips',
      readAt: null,
      createdAt: activity.createdAt,
    })
  })

  test('quotes the first 280 characters of what was said, and no half of one', {
    meta: { proves: ['limit.notifications.excerpt'] },
  }, async () => {
    await say('y'.repeat(281))
    expect((await list())[0].excerpt).toMatch(/^y{279}[y…]$/)
    await say(`${'x'.repeat(279)}🛠 and more`)
    expect((await list())[0].excerpt).toBe('x'.repeat(279))
  })

  test('is never filled by one’s own acts', async () => {
    await say('Mine', reader)
    await reader.post(`/api/cards/${await team.newCard()}/assignees`, { actorId: reader.actorId })
    expect(await reasons()).toEqual(['assigned'])
  })

  test('pages by the last id seen, and the pages join without gap or repeat', async () => {
    for (let n = 0; n < 6; n++) await say(`Note ${n}`)
    const all = await list()
    const paged: unknown[] = []
    let path: string | undefined = '/api/notifications?limit=3'
    while (path !== undefined) {
      const answer = await reader.get(path)
      paged.push(...answer.body)
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.replace(team.tandem.url, '')
    }
    expect(all).toHaveLength(7)
    expect(paged).toEqual(all)
    expect(await list(`?cursor=${all[4].id}`)).toEqual(all.slice(5))
    expect((await reader.get('/api/notifications?cursor=x')).status).toBe(400)
    expect((await reader.get('/api/notifications?limit=0')).status).toBe(400)
  })

  test('marks one row as read, once, and only an own one', async () => {
    await say('It drips')
    const [row, other] = await list()
    const read = (id: string, by: Pick<Person, 'post'> = reader) => by.post(`/api/notifications/${id}/read`)
    expect((await read(row.id, team.bob)).status).toBe(404)
    expect((await read('nonsense')).status).toBe(404)
    const first = (await read(row.id)).body
    expect(first).toEqual({ ...row, readAt: expect.any(String) })
    team.tandem.clock.advance(5_000)
    expect((await read(row.id)).body).toEqual(first)
    for (const query of ['?unread', '?unread=1', '?unread=true']) expect(await list(query)).toEqual([other])
    expect(await list('?unread=false')).toHaveLength(2)
  })

  test('marks everything as read, says how much, and does it again without effect', async () => {
    await say('It drips')
    expect((await reader.post('/api/notifications/read-all')).body).toEqual({ marked: 2 })
    expect((await reader.post('/api/notifications/read-all')).body).toEqual({ marked: 0 })
    expect(await list('?unread')).toEqual([])
    expect(await list()).toHaveLength(2)
  })

  test('hides the rows of a board that the reader has left, and leaves them as they are', async () => {
    await say('It drips')
    const [row] = await list()
    await team.ada.delete(`/api/boards/${team.boardId}/members/${reader.actorId}`)
    expect(await list()).toEqual([])
    expect((await reader.get('/api/me/work')).body.notifications).toEqual([])
    expect((await reader.post(`/api/notifications/${row.id}/read`)).status).toBe(404)
    expect((await reader.post('/api/notifications/read-all')).body).toEqual({ marked: 0 })
    await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: reader.actorId, role: 'viewer' })
    expect(await list('?unread')).toContainEqual(row)
  })

  test('shows a leashed token its boards alone, and asks tokens for their scope', async () => {
    const other = (await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
    await team.ada.post(`/api/boards/${other}/members`, { actorId: reader.actorId, role: 'member' })
    const listId = (await team.ada.get(`/api/boards/${other}`)).body.lists[0].id
    await team.ada.post(`/api/lists/${listId}/cards`, { title: 'There', assigneeActorIds: [reader.actorId] })
    const token = async (...scopes: string[]) =>
      team.tandem.withToken(created(await reader.post('/api/tokens', { label: 't', scopes })).token)
    const leashed = await token('notifications:write', `board:${other}`)
    expect((await list('', leashed)).map((row: { boardId: string }) => row.boardId)).toEqual([other])
    expect(await list()).toHaveLength(2)
    const [, here] = await list()
    expect((await leashed.post(`/api/notifications/${here.id}/read`)).status).toBe(404)
    expect((await leashed.post('/api/notifications/read-all')).body).toEqual({ marked: 1 })
    expect(await list('?unread')).toEqual([here])
    const [onlyRead, none] = [await token('notifications:read'), await token('cards:write')]
    expect((await onlyRead.get('/api/notifications')).status).toBe(200)
    expect((await onlyRead.post('/api/notifications/read-all')).status).toBe(403)
    expect((await none.get('/api/notifications')).status).toBe(403)
    expect((await team.tandem.anonymous.get('/api/notifications')).status).toBe(401)
  })

  test('repeats the first result for a repeated clientMutationId', async () => {
    const body = { clientMutationId: crypto.randomUUID() }
    expect((await reader.post('/api/notifications/read-all', body)).body).toEqual({ marked: 1 })
    await say('It drips')
    expect((await reader.post('/api/notifications/read-all', body)).body).toEqual({ marked: 1 })
    expect(await list('?unread')).toHaveLength(1)
  })

  test('repeats a result that tells of a board only to who may see that board then', async () => {
    const there = (await team.ada.post('/api/boards', { name: 'Other' })).body.id
    await team.ada.post(`/api/boards/${there}/members`, { actorId: reader.actorId, role: 'viewer' })
    const minted = created(await reader.post('/api/tokens', { label: 't', scopes: ['notifications:write', `board:${there}`] }))
    const leashed = team.tandem.withToken(minted.token)
    const [row] = await list()
    const read = (by: Pick<Person, 'post'>) => by.post(`/api/notifications/${row.id}/read`, { clientMutationId: `read ${row.id}` })
    const first = await read(reader)
    expect(first.body).toMatchObject({ cardTitle: 'Fix the pump', boardName: 'Engine' })
    expect((await read(reader)).body).toEqual(first.body)
    const beyondLeash = await read(leashed)
    expect([beyondLeash.status, beyondLeash.text]).toEqual([403, expect.not.stringContaining('pump')])
    await team.ada.delete(`/api/boards/${team.boardId}/members/${reader.actorId}`)
    const removed = await read(reader)
    expect([removed.status, removed.text]).toEqual([404, expect.not.stringContaining('pump')])
    await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: reader.actorId, role: 'viewer' })
    expect((await read(reader)).body).toEqual(first.body)
  })

  test('gets one row per activity, also for concurrent changes', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => say(`@${reader.handle} ${n}`)))
    const rows = await list('?limit=200')
    expect(rows).toHaveLength(31)
    expect(new Set(rows.map((row: { activityId: string }) => row.activityId)).size).toBe(31)
    expect(rows.filter((row: { reason: string }) => row.reason === 'mentioned')).toHaveLength(30)
  })
})
