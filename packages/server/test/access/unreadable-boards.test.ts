import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sender } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** A word that only the hidden board contains: an answer with this word leaks something of that board. */
const [secret, before] = ['zephyrine', 'marmalade']

describe('no request tells anything about a board that the caller cannot read (F67)', () => {
  let tandem: TestService
  let ada: Person
  let mia: Person
  /** Callers who can read the other board, but not this one. */
  let askers: [string, Sender][]
  let open: { id: string; listId: string }
  let hidden: { id: string; listId: string }
  let hiddenCard: { id: string; key: string }
  let movedCard: { id: string; key: string }
  let keptCard: { id: string }

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    mia = await tandem.register('Mia')
    open = await makeBoard('Open')
    hidden = await makeBoard(`Hidden ${secret}`)
    await ada.post(`/api/boards/${open.id}/members`, { actorId: mia.actorId, role: 'member' })
    hiddenCard = (await ada.post(`/api/lists/${hidden.listId}/cards`, { title: secret, description: `@${mia.handle} ${secret}` })).body
    movedCard = (await ada.post(`/api/lists/${open.listId}/cards`, { title: before, assigneeActorIds: [mia.actorId] })).body
    keptCard = (await ada.post(`/api/lists/${open.listId}/cards`, { title: 'Kept' })).body
    await mia.put(`/api/cards/${movedCard.id}/watch`)
    await ada.put(`/api/cards/${keptCard.id}/relations/${hiddenCard.id}`, { kind: 'blocks' })
    await ada.put(`/api/cards/${hiddenCard.id}/relations/${keptCard.id}`, { kind: 'parent' })
    expect((await ada.patch(`/api/cards/${movedCard.id}`, { listId: hidden.listId })).status).toBe(200)
    // Changes to the card on the other board, which a person who saw all its events so far must not see.
    await ada.patch(`/api/cards/${movedCard.id}`, { title: `${secret} moved`, completedAt: '2026-11-21T09:00:00Z' })
    for (const cardId of [hiddenCard.id, movedCard.id])
      expect((await ada.post(`/api/cards/${cardId}/comments`, { body: `@${mia.handle} ${secret}` })).status).toBe(201)
    const own = (await mia.post('/api/boards', { name: 'Own' })).body.id
    const minted = await mia.post('/api/tokens', { label: 'x', scopes: ['admin', 'notifications:write', 'sessions:write'] })
    const leashed = await ada.post('/api/tokens', {
      label: 'x',
      scopes: ['admin', 'notifications:write', 'sessions:write', `board:${open.id}`],
    })
    const agent = await tandem.agent(mia, 'Robo', [own])
    await tandem.lend(mia, agent, ada, open.id)
    askers = [
      ['a member of another board', mia],
      ['her token of all scopes', tandem.withToken(minted.body.token)],
      ['her agent', agent],
      ['a token of the admin of both, leashed to the other board', tandem.withToken(leashed.body.token)],
    ]
  })
  afterAll(() => tandem?.stop())

  async function makeBoard(name: string) {
    const { id } = (await ada.post('/api/boards', { name, template: 'kanban' })).body
    return { id, listId: (await ada.get(`/api/boards/${id}`)).body.lists[0].id }
  }

  const everywhere = () => [
    `/api/search/cards?q=${secret}`,
    '/api/search/cards?q=moved',
    '/api/search/cards?completed=true',
    '/api/search/cards',
    `/api/search/cards?q=${secret.slice(0, 6)}`,
    '/api/search/cards?assignee=me',
    '/api/search/cards?sort=updated&limit=1',
    '/api/notifications?limit=200',
    '/api/me/work',
    '/api/boards',
    '/api/boards?archived=true',
    '/api/sessions/mine',
    `/api/boards/${open.id}`,
    `/api/boards/${open.id}?archived=true`,
    `/api/boards/${open.id}/activity?limit=200`,
    `/api/boards/${open.id}/activity?since=2020-01-01&limit=200`,
    `/api/boards/${open.id}/sessions`,
    `/api/cards/${keptCard.id}`,
    `/api/cards/${keptCard.id}/activity`,
    `/api/boards/${open.id}/archive`,
  ]
  const closed = () => [
    `/api/cards/by-key/${hiddenCard.key}`,
    `/api/cards/by-key/${movedCard.key}`,
    `/api/cards/by-key/${movedCard.key.toLowerCase()}`,
    ...[hiddenCard.id, movedCard.id].flatMap((id) => ['', '/activity', '/comments', '/sessions'].map((of) => `/api/cards/${id}${of}`)),
    ...['', '/activity', '/members', '/labels', '/fields', '/views', '/sessions', '/archive'].map((of) => `/api/boards/${hidden.id}${of}`),
  ]

  test('lists, searches, inboxes and logs hold no word of it, also after a card has gone there', async () => {
    for (const [who, asker] of askers) {
      for (const path of everywhere()) {
        const answer = await asker.get(path)
        expect([who, path, answer.status]).toEqual([who, path, 200])
        expect(answer.text, `${who}: ${path}`).not.toContain(secret)
      }
    }
  })

  test('the admin of both finds all of it: it was there to be found', async () => {
    const found = (await ada.get(`/api/search/cards?q=${secret}`)).body
    expect(found.map((card: { id: string }) => card.id).toSorted()).toEqual([hiddenCard.id, movedCard.id].toSorted())
    for (const path of closed()) expect([path, (await ada.get(path)).status]).toEqual([path, 200])
  })

  test('F59: asked for by name it is not there, or beyond the leash; a search says the same', async () => {
    for (const [who, asker] of askers) {
      const isLeashed = who.includes('leashed')
      for (const path of [...closed(), `/api/search/cards?boardId=${hidden.id}`]) {
        const { status, text } = await asker.get(path)
        expect([who, path, status]).toEqual([who, path, isLeashed ? 403 : 404])
        expect(text).not.toContain(secret)
      }
      expect([who, (await asker.get(`/api/search/cards?listId=${hidden.listId}`)).body]).toEqual([who, []])
    }
  })

  test('a person who lost the board gets no more notifications of its card, and their inbox shows nothing of its current state', async () => {
    const rows = (await mia.get('/api/notifications?limit=200')).body
    expect(rows.map((row: { boardId: string }) => row.boardId)).toEqual(rows.map(() => open.id))
    const ofMoved = rows.filter((row: { cardId: string }) => row.cardId === movedCard.id)
    expect(ofMoved.length).toBeGreaterThan(0)
    for (const row of ofMoved) expect(row).toMatchObject({ cardTitle: null, cardKey: null })
  })

  test('a mention does not notify people who cannot read the board', async () => {
    const log = (await ada.get(`/api/boards/${hidden.id}/activity?limit=200`)).body
    expect(log.some((row: { payload: object }) => JSON.stringify(row.payload).includes(`@${mia.handle}`))).toBe(true)
    expect(log.filter((row: { verb: string }) => row.verb.endsWith('.mentioned'))).toEqual([])
  })

  test('a relation to a hidden card is shown to those who can read both', async () => {
    const relations = async (by: Sender) => (await by.get(`/api/cards/${keptCard.id}`)).body.card.relations.length
    expect(await relations(ada)).toBe(2)
    for (const [who, asker] of askers) expect([who, await relations(asker)]).toEqual([who, 0])
  })
})
