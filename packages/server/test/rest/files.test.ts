import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.service.stop())

test('what is refused in place of a file comes as an error, not as a download', async () => {
  const url = `/api/boards/${world.board.id}/export`
  const answers = await Promise.all(Array.from({ length: 12 }, () => world.admin.get(url)))
  const [given, refused] = [answers.filter(({ status }) => status === 200), answers.filter(({ status }) => status === 503)]
  expect(given.length + refused.length).toBe(answers.length)
  expect(given.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of given) expect(headers.get('content-disposition')).toMatch(/^attachment; filename="board-/)
  for (const { headers, body } of refused) {
    expect(body.error.code).toBe('unavailable')
    expect([headers.get('content-disposition'), headers.get('etag'), headers.get('cache-control')]).toEqual([null, null, 'no-store'])
  }
})
