import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { open, type TestSocket } from '../kit/socket.ts'

const id = fc.oneof(fc.uuid(), fc.string(), fc.integer(), fc.constantFrom(null, {}, [], '__proto__', '0'.repeat(36)))
/** Almost valid frames: they get further than random ones. */
const frame = fc.record(
  {
    type: fc.oneof(fc.constantFrom('subscribe', 'unsubscribe', 'presence', 'ping', 'event', 'subscribed'), fc.string()),
    boardId: id,
    cardId: id,
    since: fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constantFrom(null, -1, Number.MAX_SAFE_INTEGER, 1e308)),
  },
  { requiredKeys: ['type'] },
)
const message = fc.oneof(
  frame.map((value) => JSON.stringify(value)),
  fc.json(),
  fc.json({ maxDepth: 200 }),
  fc.string({ unit: 'binary', maxLength: 2_000 }),
  fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
)

test('any input of a socket is answered or closes it; other sockets are not affected (F82)', async () => {
  const tandem = await startTestService()
  onTestFinished(() => tandem.stop())
  const ada = await tandem.register('Ada')
  const mallory = await tandem.register('Mallory')
  const boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  const listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  const neighbour = await open(tandem.url, { cookie: ada.cookie ?? '' })
  await neighbour.subscribe(boardId)
  const dials = () => open(tandem.url, { cookie: mallory.cookie ?? '' })
  let socket: TestSocket | null = null

  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 20 }), async (messages) => {
      if (!socket || socket.closed) socket = await dials()
      const { frames, say } = socket
      const before = frames.length
      for (const one of messages) say(one)
      say({ type: 'ping' })
      const pings = 1 + messages.filter((one) => isPing(one)).length
      const pongs = () => frames.slice(before).filter(({ type }) => type === 'pong').length
      await until(() => socket?.closed || pongs() >= pings)
      // The answers contain nothing of Ada's board, and no internal error.
      const told = JSON.stringify(frames.slice(before))
      expect(told).not.toContain(boardId)
      expect(told).not.toContain('"internal"')
    }),
    { numRuns: 150 },
  )

  const [card] = [await ada.post(`/api/lists/${listId}/cards`, { title: 'x' })]
  await neighbour.next('event', ({ activity }) => activity.cardId === card.body.id)
  expect(neighbour.frames.filter(({ type }) => type === 'event')).toHaveLength(1)
  neighbour.close()
})

function isPing(one: string | Buffer): boolean {
  try {
    return JSON.parse(one.toString()).type === 'ping'
  } catch {
    return false
  }
}
