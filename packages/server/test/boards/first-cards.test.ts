import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
let ada: Person
let boardId: string
let lists: { id: string }[]
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  lists = (await ada.get(`/api/boards/${boardId}/outline`)).body.lists
})
afterAll(() => tandem?.stop())

const treeOf = async (query = '') => (await ada.get(`/api/boards/${boardId}${query}`)).body
const add = async (at: number, count: number) => {
  const made: { id: string }[] = []
  for (let n = 0; n < count; n++) made.push((await ada.post(`/api/lists/${lists[at]?.id}/cards`, { title: `Card ${n}` })).body)
  return made
}

test('a board of 500 cards comes whole, one of more with the first of each list, in one state', { timeout: 120_000 }, async () => {
  const [first] = await add(0, 495)
  await add(1, 5)
  const small = await ada.get(`/api/boards/${boardId}?firstCards=3`)
  expect(small.body).toEqual(await treeOf())
  expect(small.headers.get('etag')).not.toBeNull()
  const [extra] = await add(2, 2)
  await ada.patch(`/api/cards/${first?.id}`, { title: 'Changed', priority: 'high' })
  const whole = await treeOf()
  const part = (count: number, of = whole) => ({
    ...of,
    lists: of.lists.map((list: any) => ({ ...list, cards: list.cards.slice(0, count), ...(list.cards.length > count && { more: true }) })),
  })
  expect(await treeOf('?firstCards=3')).toEqual(part(3))
  expect((await treeOf('?firstCards=3')).lists.map((list: any) => [list.cards.length, list.more])).toEqual([
    [3, true],
    [3, true],
    [2, undefined],
  ])
  expect(await treeOf('?firstCards=1000')).toEqual(part(200))
  // Without a kept tree too.
  await ada.patch(`/api/cards/${first?.id}`, { title: 'Changed again' })
  expect((await treeOf('?firstCards=3')).lists.map((list: any) => list.cards.length)).toEqual([3, 3, 2])
  // Archived cards count where they are shown.
  for (const { id } of [first, extra] as { id: string }[]) await ada.patch(`/api/cards/${id}`, { archived: true })
  expect(await treeOf('?firstCards=1')).toEqual(await treeOf())
  expect(await treeOf('?firstCards=1')).toEqual(await treeOf())
  expect(await treeOf('?firstCards=1&archived=true')).toEqual(part(1, await treeOf('?archived=true')))
})

test('of very many lists each shows fewer cards', { timeout: 120_000 }, async () => {
  await tandem.database.pool.query(
    `insert into lists (board_id, id, name, rank, created_at)
       select board_id, gen_random_uuid(), 'More ' || n, rank || 'V' || lpad(n::text, 4, '0'), created_at from lists, generate_series(1, 700) as n where id = $1`,
    [lists[0]?.id],
  )
  const wide = (await ada.get(`/api/boards/${boardId}?firstCards=50&archived=true`)).body
  expect(wide.lists.map((list: any) => list.cards.length).filter((count: number) => count > 0)).toEqual([2, 2, 2])
})

test('a stranger gets none of it, and a number of cards has to be one', async () => {
  const eve = await tandem.register('Eve')
  expect((await eve.get(`/api/boards/${boardId}?firstCards=1`)).status).toBe(404)
  for (const wrong of ['0', '-1', 'x', '1.5']) expect((await ada.get(`/api/boards/${boardId}?firstCards=${wrong}`)).status).toBe(400)
})
