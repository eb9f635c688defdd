import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('connections to the database', () => {
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())

  const one = sql<{ one: number }>('select 1 as one')

  test('outlive a refusal: a search that is refused costs none', async () => {
    await ada.get('/api/search/cards')
    let made = 0
    const count = () => void (made += 1)
    tandem.database.pool.on('connect', count)
    for (let at = 0; at < 20; at++) expect((await ada.get('/api/search/cards?cursor=x')).status).toBe(400)
    tandem.database.pool.off('connect', count)
    expect(made).toBeLessThan(5)
  })

  test('do nothing for a transaction that is over: the next one may have them', async () => {
    for (const end of ['commit', 'rollback'] as const) {
      const tx = await tandem.database.begin()
      expect(await tx.row(one)).toEqual({ one: 1 })
      const ended = tx[end]()
      await expect(tx.row(one)).rejects.toThrow('over')
      await ended
      await expect(tx.row(one)).rejects.toThrow('over')
    }
    let kept: Parameters<Parameters<typeof tandem.database.snapshot>[0]>[0] | undefined
    await tandem.database.snapshot(async (reader) => {
      kept = reader
    })
    await expect(kept?.row(one)).rejects.toThrow('over')
  })

  test('notice that a migration has changed a table that they have prepared statements for', async () => {
    const { body: board } = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
    const listId = (await ada.get(`/api/boards/${board.id}`)).body.lists[0].id
    const { body: card } = await ada.post(`/api/lists/${listId}/cards`, { title: 'Pump' })
    const { body: comment } = await ada.post(`/api/cards/${card.id}/comments`, { body: 'first' })
    const edit = (body: string) => ada.patch(`/api/comments/${comment.id}`, { body })
    const read = () => ada.get(`/api/cards/${card.id}`)
    await Promise.all(Array.from({ length: 8 }, (_, at) => [edit(`before ${at}`), read()]).flat())
    await tandem.database.pool.query('alter table comments add column migrated int')
    for (let at = 0; at < 20; at++) expect([(await edit(`after ${at}`)).status, (await read()).status]).toEqual([200, 200])
    expect((await read()).body.card.comments[0].body).toBe('after 19')
  })
})
