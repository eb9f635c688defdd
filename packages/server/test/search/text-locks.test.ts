import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scenario } from '../../../../conformance/src/scenario.ts'
import { sql } from '../../src/db/database.ts'
import { createTextIndex } from '../../src/domain/search/text-index.ts'
import { until } from '../kit/http.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
let ada: Person
let listId: string
let cards: [string, string]

/** As a move in a list writes it: the rank is part of a key. */
const moveCard = sql(`update cards set rank = rank || 'V' where id = $1`)
const deleteCard = sql('delete from cards where id = $1')
const queue = sql('insert into unread_texts (card_id, part_id) select id, id from unnest($1::uuid[]) as id')
const kept = sql<{ cardId: string }>('select card_id from card_texts where card_id = any ($1::uuid[]) order by card_id')
const isWaiting = sql<{ waits: boolean }>(`select exists (select from pg_locks where not granted and locktype <> 'advisory') as waits`)

beforeAll(async () => {
  tandem = await startTestService()
  await tandem.service.workers.stop()
  ada = await tandem.register('Ada')
  const board = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  listId = (await ada.get(`/api/boards/${board.id}`)).body.lists[0].id
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  const add = async () => (await ada.post(`/api/lists/${listId}/cards`, { title: 'Pump' })).body.id
  cards = [await add(), await add()]
  await createTextIndex(tandem.database).takeIn()
})

scenario(
  'a transaction that moves two cards does not deadlock with the index, in either order (F113)',
  ['search.index.no-deadlock'],
  async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const)
      await moveBoth(order)
  },
)

async function moveBoth(order: readonly [0 | 1, 0 | 1]) {
  const [one, other] = [cards[order[0]], cards[order[1]]]
  const moving = await tandem.database.begin()
  try {
    await moving.rows(moveCard, [one])
    await tandem.database.rows(queue, [cards])
    let ended = false
    const taking = createTextIndex(tandem.database)
      .takeIn()
      .finally(() => (ended = true))
    taking.catch(() => {})
    await until(async () => ended || (await tandem.database.row(isWaiting))?.waits)
    await moving.rows(moveCard, [other])
    await moving.commit()
    expect(await taking).toBe(2)
  } catch (error) {
    await moving.rollback()
    throw error
  }
  expect(await brokenIn(tandem.database)).toEqual([])
}

test('of a card that is deleted while its text is taken in nothing is kept', async () => {
  const [gone, stays] = cards
  const index = createTextIndex(tandem.database)
  const deleting = await tandem.database.begin()
  await deleting.rows(deleteCard, [gone])
  await tandem.database.rows(queue, [cards])
  expect(await index.takeIn()).toBe(2)
  await deleting.commit()
  expect(await index.takeIn()).toBe(1)
  expect((await tandem.database.rows(kept, [cards])).map((row) => row.cardId)).toEqual([stays])
})
