import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { install, type Plugin } from '../integrations/plugin.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
let ada: Person
let mia: Person
let boardId: string
let lists: string[]
let plugin: Plugin

beforeAll(async () => {
  tandem = await startTestService({ environment: { WEBHOOK_MAX_PER_BOARD: '100' } })
  ada = await tandem.register('Ada')
  mia = await tandem.register('Mia')
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'member' })
  lists = (await ada.get(`/api/boards/${boardId}`)).body.lists.map((list: { id: string }) => list.id)
  plugin = await install(tandem, ada, boardId)
})

const makeCard = async (): Promise<string> => (await ada.post(`/api/lists/${lists[0]}/cards`, { title: 'Card' })).body.id
const pull = (number = 7, more = {}) => ({
  externalSystem: 'github',
  externalId: `acme/engine#${number}`,
  externalUrl: `https://github.com/acme/engine/pull/${number}`,
  ...more,
})
const linksOf = async (cardId: string) => (await ada.get(`/api/cards/${cardId}`)).body.card.links
async function recorded(act: () => Promise<unknown>) {
  const before = (await ada.get(`/api/boards/${boardId}`)).body.seq
  await act()
  const newest = (await ada.get(`/api/boards/${boardId}/activity?limit=200`)).body as {
    seq: number
    verb: string
    cardId: string
    origin: unknown
  }[]
  return newest.filter((row) => row.seq > before).toReversed()
}

test('a link is made, found and shown under both names; put again it is the same link and appends nothing (F120)', async () => {
  const cardId = await makeCard()
  const put = () => plugin.put(`/api/cards/${cardId}/links`, pull(7, { title: 'Pumps', state: 'open' }))
  const rows = await recorded(async () => {
    const [first, again] = [await put(), await put()]
    expect(first).toMatchObject({ status: 200, body: { cardId, integrationId: plugin.integrationId, title: 'Pumps', state: 'open' } })
    expect(again.body).toEqual(first.body)
  })
  expect(rows.map((row) => [row.verb, row.origin])).toEqual([
    ['card.linked', { integrationId: plugin.integrationId, externalId: 'acme/engine#7' }],
  ])
  const [link] = await linksOf(cardId)
  expect(link).toMatchObject({ system: 'github', externalSystem: 'github', linkId: link.id, url: link.externalUrl })
  expect((await plugin.get('/api/links?externalSystem=github&externalId=acme%2Fengine%237')).body).toEqual([link])
  expect((await plugin.get('/api/links?externalSystem=gitlab')).body).toEqual([])
})

test('what is left out of a second put stays, null clears it, and each change is one activity (F120)', async () => {
  const cardId = await makeCard()
  await plugin.put(`/api/cards/${cardId}/links`, pull(7, { title: 'Pumps', state: 'open' }))
  const rows = await recorded(() => plugin.put(`/api/cards/${cardId}/links`, pull(7, { state: 'merged' })))
  const link = { externalSystem: 'github', externalId: 'acme/engine#7', title: 'Pumps', state: 'merged' }
  expect(rows).toMatchObject([{ verb: 'card.updated', cardId, payload: { link, previous: { link: { state: 'open' } } } }])
  expect(await linksOf(cardId)).toMatchObject([{ title: 'Pumps', state: 'merged' }])
  await plugin.put(`/api/cards/${cardId}/links`, pull(7, { title: null }))
  expect(await linksOf(cardId)).toMatchObject([{ title: null, state: 'merged' }])
})

test('a link that is put on another card moves there: unlinked and linked in one step', async () => {
  const [one, other] = [await makeCard(), await makeCard()]
  const { id } = (await plugin.put(`/api/cards/${one}/links`, pull())).body
  const rows = await recorded(() => plugin.put(`/api/cards/${other}/links`, pull()))
  expect(rows.map((row) => [row.verb, row.cardId])).toEqual([
    ['card.unlinked', one],
    ['card.linked', other],
  ])
  expect([await linksOf(one), await linksOf(other)]).toMatchObject([[], [{ id, cardId: other }]])
})

test('of puts of one triple to two cards at once, one card has the link in the end, and the log tells how', async () => {
  const cards = [await makeCard(), await makeCard()]
  const rows = await recorded(() =>
    Promise.all(Array.from({ length: 10 }, (_, at) => plugin.put(`/api/cards/${cards[at % 2]}/links`, pull()))),
  )
  const links = await Promise.all(cards.map(linksOf))
  expect(links.flat()).toHaveLength(1)
  const balance = (cardId: string) =>
    rows.reduce((sum, row) => (row.cardId === cardId ? sum + (row.verb === 'card.linked' ? 1 : -1) : sum), 0)
  expect(cards.map(balance)).toEqual(links.map((of) => of.length))
})

test('two integrations own links to one object each, and neither sees, moves or removes that of the other', async () => {
  const [one, other] = [await makeCard(), await makeCard()]
  const second = await install(tandem, ada, boardId, { type: 'gitlab' })
  const { id } = (await plugin.put(`/api/cards/${one}/links`, pull())).body
  const theirs = (await second.put(`/api/cards/${other}/links`, pull())).body
  expect([await linksOf(one), await linksOf(other)]).toMatchObject([[{ id }], [{ id: theirs.id }]])
  expect((await second.get('/api/links?externalSystem=github')).body).toMatchObject([{ id: theirs.id }])
  expect((await second.delete(`/api/cards/${one}/links/${id}`)).status).toBe(403)
  expect((await second.delete(`/api/cards/${other}/links/${id}`)).status).toBe(204)
  expect(await linksOf(one)).toHaveLength(1)
  expect((await mia.delete(`/api/cards/${one}/links/${id}`)).status).toBe(403)
  expect((await plugin.delete(`/api/cards/${one}/links/${id}`)).status).toBe(204)
  expect((await ada.delete(`/api/cards/${other}/links/${theirs.id}`)).status).toBe(204)
  expect((await ada.delete(`/api/cards/${other}/links/${theirs.id}`)).status).toBe(204)
})

test('only an integration links, with a scope for it, on its own board, to http addresses', async () => {
  const cardId = await makeCard()
  const path = `/api/cards/${cardId}/links`
  for (const who of [ada, mia]) expect((await who.put(path, pull())).status).toBe(403)
  const weak = await tandem.agent(ada, 'Weak', [boardId])
  expect((await weak.put(path, pull())).status).toBe(403)
  expect((await ada.get('/api/links?externalSystem=github')).status).toBe(403)
  expect((await plugin.put(path, pull(7, { externalUrl: 'javascript:alert(1)' }))).status).toBe(400)
  const elsewhere = (await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
  const foreign = (await ada.get(`/api/boards/${elsewhere}`)).body.lists[0].id
  const foreignCard = (await ada.post(`/api/lists/${foreign}/cards`, { title: 'x' })).body.id
  expect((await plugin.put(`/api/cards/${foreignCard}/links`, pull())).status).toBe(404)
})

test('links are paged, and found by the prefix that those of one pull request share', async () => {
  const cards = [await makeCard(), await makeCard(), await makeCard()]
  for (const [at, cardId] of cards.entries())
    await plugin.put(`/api/cards/${cardId}/links`, pull(7, { externalId: `acme/engine#7:ENG-${at + 1}` }))
  await plugin.put(`/api/cards/${cards[0]}/links`, pull(71, { externalId: 'acme/engine#71:ENG-1' }))
  const prefix = `externalSystem=github&externalIdPrefix=${encodeURIComponent('acme/engine#7:')}`
  const first = await plugin.get(`/api/links?${prefix}&limit=2`)
  expect(first.body.map((link: { cardId: string }) => link.cardId)).toEqual(cards.slice(0, 2))
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await plugin.get(next)
  expect(second.body.map((link: { cardId: string }) => link.cardId)).toEqual(cards.slice(2))
  expect(second.headers.get('link')).toBeNull()
})

test('a card that goes to another board leaves its links behind, and its old board is told', async () => {
  const cardId = await makeCard()
  await plugin.put(`/api/cards/${cardId}/links`, pull())
  const elsewhere = (await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
  const listId = (await ada.get(`/api/boards/${elsewhere}`)).body.lists[0].id
  const rows = await recorded(() => ada.patch(`/api/cards/${cardId}`, { listId }))
  expect(rows.map((row) => row.verb)).toEqual(['card.unlinked', 'card.moved'])
  expect(await linksOf(cardId)).toEqual([])
  expect((await plugin.get('/api/links?externalSystem=github')).body).toEqual([])
})

test('every verb of a code host is appended to the card, with where it came from', async () => {
  const cardId = await makeCard()
  const kinds = ['branch_created', 'pr_drafted', 'pr_opened', 'review_requested', 'pr_approved', 'pr_merged', 'pr_closed']
  for (const kind of kinds) {
    const input = { verb: `vcs.${kind}`, ...pull(), title: 'Pumps', ...(kind === 'pr_merged' && { targetBranch: 'main' }) }
    const told = await plugin.post(`/api/cards/${cardId}/events`, input)
    expect(told.status).toBe(201)
    const [newest] = (await ada.get(`/api/cards/${cardId}/activity?limit=1`)).body
    expect(newest).toEqual(told.body)
    expect(newest).toMatchObject({
      verb: `vcs.${kind}`,
      cardId,
      actorId: plugin.actorId,
      payload: { filters: kind === 'pr_merged' ? { targetBranch: 'main' } : {}, externalId: 'acme/engine#7', title: 'Pumps' },
      origin: { integrationId: plugin.integrationId, externalId: 'acme/engine#7' },
    })
  }
  const byAda = await ada.post(`/api/cards/${cardId}/events`, { verb: 'vcs.pr_opened' })
  expect(byAda).toMatchObject({ status: 201, body: { payload: { filters: {} } } })
  expect(byAda.body.origin).toBeUndefined()
  expect((await plugin.post(`/api/cards/${cardId}/events`, { verb: 'card.moved' })).status).toBe(400)
  const weak = await tandem.agent(ada, 'Weak', [boardId])
  expect((await weak.post(`/api/cards/${cardId}/events`, { verb: 'vcs.pr_opened' })).status).toBe(403)
})
