import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

const titlesOf = (answer: { body: { title: string }[] }) => answer.body.map(({ title }) => title)

test('pages of a list go on where they were when all of its cards have got new ranks meanwhile', async () => {
  const { id: boardId } = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const [list] = (await ada.get(`/api/boards/${boardId}/outline`)).body.lists
  for (const title of ['a', 'b', 'c', 'd']) await ada.post(`/api/lists/${list.id}/cards`, { title })
  const first = await ada.get(`/api/lists/${list.id}/cards?limit=2`)
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
  expect(titlesOf(first)).toEqual(['a', 'b'])
  await tandem.database.pool.query(`update cards set rank = 'Z' || rank where list_id = $1`, [list.id])
  await tandem.database.pool.query('update boards set spreads = spreads + 1 where id = $1', [boardId])
  const second = await ada.get(`/api/lists/${list.id}/cards?limit=2&cursor=${cursor}`)
  expect([titlesOf(second), second.headers.get('link')]).toEqual([['c', 'd'], null])
  const wrong = await ada.get(`/api/lists/${list.id}/cards?cursor=b`)
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'validation'])
})
