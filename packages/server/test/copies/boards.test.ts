import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { sampleAttributes } from '../kit/attributes.ts'
import { type Answer, until } from '../kit/http.ts'
import type { Person } from '../kit/service.ts'
import { type Board, created, type FullCard, openWorkshop, type Workshop } from './fixture.ts'

let shop: Workshop
let full: FullCard
beforeAll(async () => {
  shop = await openWorkshop()
  full = await shop.fullCard()
  await shop.ada.patch(`/api/lists/${shop.board.lists[1]}`, { wipLimit: 3, beforeId: null })
  created(await shop.ada.post(`/api/boards/${shop.board.id}/webhooks`, { url: 'http://127.0.0.1:1025/', events: ['*'] }))
})
afterAll(() => shop?.stop())

const copy = (more: object = {}, by: Pick<Person, 'post'> = shop.ada, board: { id: string } = shop.board): Promise<Answer> =>
  by.post(`/api/boards/${board.id}/copy`, more)
const tree = async (id: string, by: Pick<Person, 'get'> = shop.ada) => (await by.get(`/api/boards/${id}`)).body
const boards = async (by: Person = shop.ada) => (await by.get('/api/boards')).body.map((board: { id: string }) => board.id)
const cardsIn = (board: any) => board.lists.flatMap((list: any) => list.cards)
const unfinished = sql<{ id: string }>('select id from boards where deleted_at is not null')

describe('a copy of a board', () => {
  test('has its lists, limits, labels, fields, description and guidance, and neither its people, cards nor webhooks', async () => {
    const from = await tree(shop.board.id)
    const made = created(await copy())
    expect(made).toMatchObject({
      name: 'Engine (copy)',
      description: 'What drips',
      agentGuidance: 'Be brief.',
      role: 'admin',
      version: 1,
      archivedAt: null,
      keyPrefix: expect.stringMatching(/^ENG\d+$/),
    })
    const to = await tree(made.id)
    const parts = (board: any) => ({
      lists: board.lists.map(({ name, rank, wipLimit, category }: any) => [name, rank, wipLimit, category]),
      labels: board.labels.map(({ name, color }: any) => [name, color]),
      fields: board.fields.map(({ name, type, options }: any) => [name, type, options]),
    })
    expect(parts(to)).toEqual(parts(from))
    expect(to.lists.map((list: any) => [list.name, list.wipLimit])).toEqual([
      ['In progress', 3],
      ['To do', null],
      ['Done', null],
    ])
    expect(cardsIn(to)).toEqual([])
    expect(to.members.map((member: any) => [member.actorId, member.role])).toEqual([[shop.ada.actorId, 'admin']])
    expect((await shop.ada.get(`/api/boards/${made.id}/webhooks`)).body).toEqual([])
    expect(await tree(shop.board.id)).toEqual(from)
    const ids = new Set([...from.lists, ...from.labels, ...from.fields].map((one: any) => one.id))
    for (const { id } of [...to.lists, ...to.labels, ...to.fields]) expect(ids).not.toContain(id)
  })

  test('begins its log with what it is a copy of, and is a board like any other', async () => {
    const made = created(await copy({ name: 'Boiler', keyPrefix: 'BOIL', withCards: true }))
    const log = (await shop.ada.get(`/api/boards/${made.id}/activity?since=2020-01-01&limit=200`)).body
    expect(log[0]).toMatchObject({ seq: 1, verb: 'board.created', payload: { name: 'Boiler', copiedFrom: shop.board.id } })
    const verbs = Object.entries(Object.groupBy(log, ({ verb }: any) => verb)).map(([verb, rows]) => [verb, rows?.length])
    const from = await tree(shop.board.id)
    expect(Object.fromEntries(verbs)).toEqual({
      'board.created': 1,
      'list.created': 3,
      'label.created': from.labels.length,
      'field.created': from.fields.length,
      'card.created': cardsIn(from).length,
    })
    const [list] = (await tree(made.id)).lists
    const count = cardsIn(from).length
    expect(created(await shop.ada.post(`/api/lists/${list.id}/cards`, { title: 'New' }))).toMatchObject({ key: `BOIL-${count + 1}` })
    await shop.join(made, shop.mia, 'member')
    expect((await tree(made.id, shop.mia)).name).toBe('Boiler')
  })

  test('with cards has them open and unticked, in their places, with what can go along', async () => {
    const made = created(await copy({ withCards: true }))
    const [from, to] = [await tree(shop.board.id), await tree(made.id)]
    const places = (board: any) =>
      board.lists.map((list: any) => list.cards.map(({ title, rank, priority }: any) => [title, rank, priority]))
    expect(places(to)).toEqual(places(from))
    const face = cardsIn(to).find((card: any) => card.title === 'Fix the pump')
    const card = (await shop.ada.get(`/api/cards/${face.id}`)).body.card
    const original = (await shop.ada.get(`/api/cards/${full.id}`)).body.card
    expect(card).toMatchObject({
      description: original.description,
      ...sampleAttributes,
      completedAt: null,
      comments: [],
      sessions: [],
      watchers: [],
      links: [],
      delegation: null,
      assigneeActorIds: [shop.ada.actorId],
      checklist: { done: 0, total: 2 },
      attachmentCount: 2,
      commentCount: 0,
      createdBy: shop.ada.actorId,
      version: 1,
    })
    expect(card.checklistItems.map(({ text, done, assigneeActorId }: any) => [text, done, assigneeActorId])).toEqual([
      ['Oil', false, null],
      ['Bolts', false, null],
    ])
    expect(new Set(card.attachments.map((one: any) => one.name))).toEqual(new Set(['plan.txt', 'Pump']))
    const named = (of: any, ids: string[]) => ids.map((id) => of.find((one: any) => one.id === id).name).toSorted()
    expect(named(to.labels, card.labelIds)).toEqual(named(from.labels, original.labelIds))
    const values = (of: any, board: any) => of.fieldValues.map(({ fieldId, value }: any) => [named(board.fields, [fieldId])[0], value])
    expect(values(card, to)).toEqual(values(original, from))
    const other = cardsIn(to).find((one: any) => one.title === 'Other')
    expect([card.blocked, card.relations.map((relation: any) => relation.card?.id ?? relation.cardId ?? relation.otherCardId)]).toEqual([
      true,
      [other.id],
    ])
    const [newest] = (await shop.ada.get(`/api/cards/${card.id}/activity`)).body
    expect(newest).toMatchObject({ verb: 'card.created', payload: { copiedFrom: full.id } })
    const found = (await shop.ada.get(`/api/search/cards?q=pump&boardId=${made.id}`)).body
    expect(found.map((one: any) => one.id)).toContain(card.id)
  })

  test('with cards has what is attached in its order', async () => {
    const from = await shop.makeBoard()
    const card = created(await shop.ada.post(`/api/lists/${from.lists[0]}/cards`, { title: 'Sources' }))
    const names = Array.from({ length: 9 }, (_, at) => `Source ${at}`)
    for (const name of names) created(await shop.ada.post(`/api/cards/${card.id}/attachments`, { name, url: 'https://example.org/' }))
    const [face] = cardsIn(await tree(created(await copy({ withCards: true }, shop.ada, from)).id))
    expect((await shop.ada.get(`/api/cards/${face.id}`)).body.card.attachments.map((one: any) => one.name)).toEqual(names)
  })

  test('cuts a long name before its last character, not within it', async () => {
    const { id } = created(await shop.ada.post('/api/boards', { name: `${'x'.repeat(192)}🛠 works` }))
    expect(created(await copy({}, shop.ada, { id })).name).toBe(`${'x'.repeat(192)} (copy)`)
  })

  test('leaves archived cards and lists where they are, and may be made of an archived board', async () => {
    const from = await shop.makeBoard()
    for (const title of ['a', 'b']) created(await shop.ada.post(`/api/lists/${from.lists[0]}/cards`, { title }))
    created(await shop.ada.post(`/api/lists/${from.lists[1]}/cards`, { title: 'c' }))
    const [a] = cardsIn(await tree(from.id))
    await shop.ada.patch(`/api/cards/${a.id}`, { archived: true })
    await shop.ada.patch(`/api/lists/${from.lists[1]}`, { archived: true })
    await shop.ada.patch(`/api/boards/${from.id}`, { archived: true })
    const made = created(await copy({ withCards: true }, shop.ada, from))
    const to = (await shop.ada.get(`/api/boards/${made.id}?archived=true`)).body
    expect([made.archivedAt, to.lists.map((list: any) => [list.name, list.cards.map((card: any) => card.key)])]).toEqual([
      null,
      [
        ['To do', [`${made.keyPrefix}-1`]],
        ['Done', []],
      ],
    ])
  })

  test('can be made by everyone who can read the board and create boards; a leashed token may not', async () => {
    const made = created(await copy({ withCards: true }, shop.vic))
    expect((await tree(made.id, shop.vic)).members.map((member: any) => member.actorId)).toEqual([shop.vic.actorId])
    expect((await shop.ada.get(`/api/boards/${made.id}`)).status).toBe(404)
    expect(cardsIn(await tree(made.id, shop.vic)).flatMap((card: any) => card.assigneeActorIds)).toEqual([])
    const before = await boards()
    const token = async (...scopes: string[]) =>
      shop.tandem.withToken(created(await shop.ada.post('/api/tokens', { label: 'x', scopes })).token)
    expect((await copy({}, shop.eve)).status).toBe(404)
    expect((await copy({}, await token('cards:write', 'boards:read'))).status).toBe(403)
    expect((await copy({}, await token('boards:write', `board:${shop.board.id}`))).status).toBe(403)
    expect((await copy({}, shop.tandem.anonymous)).status).toBe(401)
    expect((await copy({}, shop.ada, { id: crypto.randomUUID() })).status).toBe(404)
    for (const wrong of [{ name: '' }, { keyPrefix: 'x' }, { keyPrefix: 'TOOLONGPREFIX' }]) expect((await copy(wrong)).status).toBe(400)
    created(await copy({ keyPrefix: 'TAKEN' }, await token('boards:write')))
    expect((await copy({ keyPrefix: 'TAKEN' })).body.error.code).toBe('conflict')
    expect(await boards()).toHaveLength(before.length + 1)
  })

  test('is made once under its clientMutationId, however often and at once it is asked for', async () => {
    const before = await boards()
    const again = { withCards: true, clientMutationId: crypto.randomUUID() }
    const answers = await Promise.all(Array.from({ length: 6 }, () => copy(again)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    const later = await copy({ clientMutationId: again.clientMutationId })
    expect([later.body, later.headers.get('idempotency-replayed')]).toEqual([answers[0]?.body, 'true'])
    expect(await boards()).toHaveLength(before.length + 1)
    const other = await shop.makeBoard()
    expect((await copy(again, shop.ada, other)).body.error.code).toBe('conflict')
    const made = answers[0]?.body
    await shop.ada.patch(`/api/boards/${made.id}`, { archived: true })
    await shop.ada.delete(`/api/boards/${made.id}?name=${encodeURIComponent(made.name)}`)
    expect((await copy(again)).status).toBe(404)
  })

  test('with one prefix is made once; boards of other attempts have no members and are removed an hour later', async () => {
    const { boardRemoval } = shop.tandem.service.workers
    const removeAll = async () => {
      shop.tandem.clock.advance(2 * 3_600_000)
      await boardRemoval.runOnce()
      await until(async () => (await shop.tandem.database.rows(unfinished)).length === 0)
    }
    await removeAll()
    const before = await boards()
    const answers = await Promise.all(Array.from({ length: 4 }, () => copy({ keyPrefix: 'RACE', withCards: true })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await boards()).toHaveLength(before.length + 1)
    // A request after the first is done is refused before anything is created.
    const left = (await shop.tandem.database.rows(unfinished)).length
    expect(left).toBeLessThanOrEqual(3)
    expect([await boardRemoval.runOnce(), (await shop.tandem.database.rows(unfinished)).length]).toEqual([0, left])
    await removeAll()
  })

  test('blocks no writer, may include or miss concurrent moves and additions, and holds every card once', async () => {
    const from = await shop.makeBoard(shop.ada, { name: 'Busy' })
    await fill(from, 3_000)
    const [first] = cardsIn(await tree(from.id))
    let done = false
    const copied = copy({ withCards: true }, shop.ada, from).finally(() => {
      done = true
    })
    let changes = 0
    while (!done) {
      const listId = from.lists[changes % 3]
      expect((await shop.ada.patch(`/api/cards/${first.id}`, { listId, beforeId: null })).status).toBe(200)
      created(await shop.ada.post(`/api/lists/${listId}/cards`, { title: `late ${changes}` }))
      changes += 1
    }
    expect(changes).toBeGreaterThan(0)
    const cards = cardsIn(await tree(created(await copied).id))
    expect(new Set(cards.map((card: any) => card.title)).size).toBe(cards.length)
    // Which of the cards added meanwhile come along depends on when the copy read the board.
    const before = cards.filter((card: any) => !card.title.startsWith('late '))
    expect(before).toHaveLength(3_000)
    expect(before.every((card: any) => card.checklist.total === 1 && card.labelIds.length === 1)).toBe(true)
  })

  test('without cards is made of any board; with them it has a most', { meta: { proves: ['limit.copy.cards'] } }, async () => {
    const from = await shop.makeBoard(shop.ada, { name: 'Vast' })
    await fill(from, 20_001)
    expect((await copy({ withCards: true }, shop.ada, from)).body.error.code).toBe('conflict')
    created(await copy({}, shop.ada, from))
  })
})

const addCards =
  sql(`insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at, checklist_total)
  select $1, uuid_at(now()), (array[$2, $3, $4]::uuid[])[n % 3 + 1], n, 'Card ' || n, '', 'f' || lpad(n::text, 6, '0'), 'none', $5, now(), now(), 1
  from generate_series($6::int, $7::int) as n`)
const addItems = sql(`insert into checklist_items (board_id, id, card_id, text, rank, created_at)
  select board_id, uuid_at(now()), id, 'Oil', 'a0', now() from cards where board_id = $1 and number between $2 and $3`)
const addLabels = sql(`insert into card_labels (board_id, card_id, label_id)
  select board_id, id, $4 from cards where board_id = $1 and number between $2 and $3`)
/** The log tells nothing of the cards: `spreads` has the tree read anew. */
const raiseNumber = sql('update boards set last_card_number = $2, spreads = spreads + 1 where id = $1')
/** The service ends statements that take long, and a busy machine needs seconds for all cards at once. */
const cardsAtOnce = 1_000

/** Cards with an item and a label each: more than requests would make in time. */
async function fill(board: Board, cards: number): Promise<void> {
  const { database } = shop.tandem
  const label = created(await shop.ada.post(`/api/boards/${board.id}/labels`, { name: 'Red', color: 'red' })).id
  for (let first = 1; first <= cards; first += cardsAtOnce) {
    const last = Math.min(cards, first + cardsAtOnce - 1)
    await database.rows(addCards, [board.id, ...board.lists, shop.ada.actorId, first, last])
    await database.rows(addItems, [board.id, first, last])
    await database.rows(addLabels, [board.id, first, last, label])
  }
  await database.rows(raiseNumber, [board.id, cards])
}
