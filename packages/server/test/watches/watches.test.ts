import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('watching', () => {
  let tandem: TestService
  let ada: Person
  let vic: Person
  let robo: Person
  let boardId: string
  let lists: string[]
  let cardId: string

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    vic = await tandem.register('Vic')
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    lists = (await ada.get(`/api/boards/${boardId}`)).body.lists.map((list: { id: string }) => list.id)
    cardId = (await ada.post(`/api/lists/${lists[0]}/cards`, { title: 'Pump' })).body.id
    await ada.post(`/api/boards/${boardId}/members`, { actorId: vic.actorId, role: 'viewer' })
    robo = await tandem.agent(ada, 'Robo', [boardId])
  })

  const watch = () => vic.put(`/api/cards/${cardId}/watch`)
  const inbox = async () =>
    (await vic.get('/api/notifications')).body.map((row: { reason: string; verb: string }) => [row.reason, row.verb]).toReversed()

  test('is allowed for everyone who can read the card, has no effect when repeated, and records nothing', async () => {
    const { seq } = (await ada.get(`/api/boards/${boardId}`)).body
    expect([(await watch()).status, (await watch()).status]).toEqual([204, 204])
    expect((await ada.get(`/api/cards/${cardId}`)).body.card.watchers).toEqual([vic.actorId])
    const off = () => vic.delete(`/api/cards/${cardId}/watch`)
    expect([(await off()).status, (await off()).status]).toEqual([204, 204])
    const { card } = (await ada.get(`/api/cards/${cardId}`)).body
    expect([card.watchers, card.version]).toEqual([[], 1])
    expect((await ada.get(`/api/boards/${boardId}`)).body.seq).toBe(seq)
    expect((await (await tandem.register('Eve')).put(`/api/cards/${cardId}/watch`)).status).toBe(404)
  })

  test('is a private act: the audit of the watcher tells of it, and of nothing that was refused', async () => {
    const token = async (scopes: string[]) => tandem.withToken((await vic.post('/api/tokens', { label: 'x', scopes })).body.token)
    const { id: otherId } = (await vic.post('/api/boards', { name: 'Other' })).body
    const refused = [
      await tandem.anonymous.put(`/api/cards/${cardId}/watch`),
      await vic.put(`/api/cards/${crypto.randomUUID()}/watch`),
      await vic.put('/api/cards/pump/watch'),
      await (await token(['notifications:write'])).put(`/api/cards/${cardId}/watch`),
      await (await token(['boards:read', `board:${otherId}`])).put(`/api/cards/${cardId}/watch`),
    ]
    expect(refused.map((answer) => answer.status)).toEqual([401, 404, 404, 403, 403])
    expect((await (await token(['boards:read', `board:${boardId}`])).put(`/api/cards/${cardId}/watch`)).status).toBe(204)
    await vic.delete(`/api/cards/${cardId}/watch`)
    const cardKey = (await ada.get(`/api/cards/${cardId}`)).body.card.key
    const entries = (await vic.get('/api/me/audit')).body.filter((entry: { act: string }) => entry.act.startsWith('watch.'))
    expect(entries).toMatchObject([
      { act: 'watch.clear', outcome: 'ok', actorId: vic.actorId, detail: { cardId, cardKey, boardId } },
      { act: 'watch.set', outcome: 'ok', actorId: vic.actorId, detail: { cardId, cardKey, boardId } },
    ])
    expect((await ada.get('/api/me/audit')).body.filter((entry: { act: string }) => entry.act.startsWith('watch.'))).toEqual([])
  })

  test('is refused on a retry after the board is lost, and leaves nothing behind when both happen at once', async () => {
    const key = { 'idempotency-key': 'once' }
    const put = () => vic.put(`/api/cards/${cardId}/watch`, {}, key)
    expect((await put()).status).toBe(204)
    await vic.delete(`/api/cards/${cardId}/watch`)
    expect((await put()).headers.get('idempotency-replayed')).toBe('true')
    for (let round = 0; round < 10; round++) {
      const [watched, left] = await Promise.all([watch(), ada.delete(`/api/boards/${boardId}/members/${vic.actorId}`)])
      expect([204, 404]).toContain(watched.status)
      expect(left.status).toBe(204)
      expect((await put()).status).toBe(404)
      expect((await ada.get(`/api/cards/${cardId}`)).body.card.watchers).toEqual([])
      await ada.post(`/api/boards/${boardId}/members`, { actorId: vic.actorId, role: 'viewer' })
    }
  })

  test('tells of moves, completion, comments, questions and the end of a session; not of the rest, nor of own acts', async () => {
    await watch()
    await ada.put(`/api/cards/${cardId}/watch`)
    await ada.patch(`/api/cards/${cardId}`, { title: 'Valve' })
    await ada.patch(`/api/cards/${cardId}`, { listId: lists[1] })
    await ada.patch(`/api/cards/${cardId}`, { completedAt: '2026-11-21T09:00:00Z' })
    await ada.patch(`/api/cards/${cardId}`, { completedAt: null })
    await ada.post(`/api/cards/${cardId}/comments`, { body: 'Look' })
    const { id } = (await robo.post(`/api/cards/${cardId}/sessions`)).body
    await robo.post(`/api/sessions/${id}/events`, { op: 'ask_human', question: 'Which?' })
    await robo.post(`/api/sessions/${id}/events`, { op: 'complete', summary: 'Done' })
    const verbs = ['card.moved', 'card.updated', 'comment.added', 'agent_session.question', 'agent_session.completed']
    expect(await inbox()).toEqual(verbs.map((verb) => ['watching', verb]))
    const own = (await ada.get('/api/notifications')).body
    const watching = own.filter((row: { reason: string }) => row.reason === 'watching')
    expect(watching.map((row: { verb: string; actor: { id: string } }) => [row.verb, row.actor.id])).toEqual([
      ['agent_session.completed', robo.actorId],
    ])
  })

  test('is the least of reasons: who is mentioned hears that, once', async () => {
    await watch()
    await ada.post(`/api/cards/${cardId}/comments`, { body: `@${vic.handle} look` })
    expect(await inbox()).toEqual([['mentioned', 'comment.added']])
  })

  test('ends for people who cannot read the board any more', async () => {
    await watch()
    await ada.delete(`/api/boards/${boardId}/members/${vic.actorId}`)
    await ada.post(`/api/cards/${cardId}/comments`, { body: 'Look' })
    await ada.post(`/api/boards/${boardId}/members`, { actorId: vic.actorId, role: 'viewer' })
    expect(await inbox()).toEqual([])
  })

  test('can be kept out of the inbox, and so can any other reason but a question', async () => {
    const settings = '/api/me/notification-settings'
    expect((await vic.get(settings)).body.reasons).toMatchObject({
      watching: { inbox: true, email: false },
      question: { inbox: true, email: true },
      mentioned: { inbox: true, email: true },
    })
    const changed = await vic.patch(settings, { reasons: { watching: { inbox: false }, mentioned: { email: false } } })
    expect(changed.body.reasons).toMatchObject({ watching: { inbox: false, email: false }, mentioned: { inbox: true, email: false } })
    expect((await vic.get(settings)).body).toEqual(changed.body)
    await watch()
    await ada.post(`/api/cards/${cardId}/comments`, { body: 'Look' })
    await ada.post(`/api/cards/${cardId}/comments`, { body: `@${vic.handle} look` })
    expect(await inbox()).toEqual([['mentioned', 'comment.added']])
    expect((await vic.patch(settings, { reasons: { gossip: { inbox: false } } })).status).toBe(400)
  })
})
