import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { freshDatabase } from '../kit/database.ts'
import { startTestService } from '../kit/service.ts'
import { startCommitBreaker } from './rig/commit-breaker.ts'

test('the answer to a commit is lost: what was sent without an id happens at most once, what has one exactly once when it is sent again', async () => {
  const fresh = await freshDatabase()
  const database = 'connectionString' in fresh.address ? new URL(fresh.address.connectionString).pathname.slice(1) : fresh.address.database
  const breaker = await startCommitBreaker(inject('postgres').server, database)
  const tandem = await startTestService({ address: breaker.address })
  try {
    const ada = await tandem.register('Ada')
    const boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    const listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
    const cards = Array.from({ length: 30 }, (_, n) => ({ title: `card ${n}`, ...(n % 2 === 0 && { clientMutationId: randomUUID() }) }))
    const create = (card: object) => ada.post(`/api/lists/${listId}/cards`, card)

    breaker.breakNext(2)
    const answers = await Promise.all(cards.map(create))
    expect(breaker.broken).toBe(2)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    }
    const again = await Promise.all(cards.filter((card) => 'clientMutationId' in card).map(create))
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 201))

    const titles: string[] = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].cards.map((card: { title: string }) => card.title)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
    expect(titles).toHaveLength(30)
  } finally {
    await tandem.stop()
    await breaker.close()
    await fresh.drop()
  }
})
