import { expect, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { createBoardQueues } from '../../src/kernel/board/queue.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'

test('2,000 changes of any boards may wait behind the running one; one more is refused at once', {
  meta: { proves: ['limit.changes.waiting'] },
}, async () => {
  const lost = Promise.withResolvers<never>()
  const database = { begin: () => lost.promise } as unknown as Database
  const queues = createBoardQueues({ database, nudge: () => {}, metrics: createMetrics() })
  const change = (boardId = 'one') => queues.run(boardId, { load: async () => {}, perform: async () => {} })
  const waiting = Array.from({ length: 2_001 }, () => change())
  const outcome = Promise.allSettled(waiting)
  for (const boardId of ['one', 'another'])
    await expect(change(boardId)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 1,
      message: /Too many changes are waiting/,
    })
  lost.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
  expect(new Set((await outcome).map(({ status }) => status))).toEqual(new Set(['rejected']))
  // All mutations are answered, so the queue has room again.
  await expect(change()).rejects.toMatchObject({ message: /database cannot be reached/ })
})
