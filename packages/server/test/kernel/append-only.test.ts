import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
beforeAll(async () => {
  tandem = await startTestService()
  const ada = await tandem.register('Ada')
  await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
})
afterAll(() => tandem?.stop())

test.each(['update activities set actor_id = actor_id', 'delete from activities'])(
  'the role of the service cannot: %s (F93)',
  async (statement) => {
    await expect(tandem.database.pool.query(statement)).rejects.toThrow('append-only')
  },
)
