import { expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { attemptDue } from './fixture/attempts.ts'
import { type HookedBoard, hookedBoard, settled } from './fixture/hooked-board.ts'

const log = async (board: HookedBoard, query = '') => (await board.ada.get(`${board.path}/deliveries${query}`)).body

test('a delivery is shown with its state, its tries, the last answer and its times', async () => {
  const board = await hookedBoard({ answers: [(response) => response.writeHead(404).end('who are you?')] })
  await board.addCard()
  await settled(board, 1, 'failed')
  const [activity] = (await board.ada.get(`/api/boards/${board.boardId}/activity?limit=1`)).body
  expect(await log(board)).toEqual([
    {
      id: board.receiver.received[0]?.headers['x-kanban-delivery-id'],
      webhookId: board.webhook.id,
      boardId: board.boardId,
      activityId: activity.id,
      verb: 'card.created',
      status: 'failed',
      attempts: 1,
      nextAttemptAt: null,
      responseStatus: 404,
      error: 'http_404',
      durationMs: expect.any(Number),
      responseBody: null,
      createdAt: activity.createdAt,
      finishedAt: expect.any(String),
    },
  ])
})

test('F39: a try without an answer is shown by the class of its error, and when it is tried again', async () => {
  const board = await hookedBoard({ answers: [(response) => response.destroy()] })
  await board.addCard()
  const shown = await until(async () => (await log(board, '?status=pending')).find((one: { error: unknown }) => one.error !== null))
  expect(shown).toMatchObject({ status: 'pending', error: 'reset', responseStatus: null, finishedAt: null })
  expect(Date.parse(shown.nextAttemptAt)).toBeGreaterThan(board.tandem.clock.now())
})

test('the log is read newest first, page by page, and by state', async () => {
  const board = await hookedBoard({ answers: [200, 404, 200, 404, 200] })
  for (let card = 1; card <= 5; card++) {
    await board.addCard(`Card ${card}`)
    await until(async () => (await board.deliveries('pending')).length === 0)
  }
  const all: { id: string; status: string }[] = await log(board)
  expect(all.map(({ status }) => status)).toEqual(['delivered', 'failed', 'delivered', 'failed', 'delivered'])
  expect((await log(board, '?status=failed')).map(({ id }: { id: string }) => id)).toEqual([all[1]?.id, all[3]?.id])
  const seen: string[] = []
  let next: string | undefined = `${board.path}/deliveries?limit=2`
  while (next) {
    const { body, headers } = await board.ada.get(next)
    expect(body.length).toBeLessThanOrEqual(2)
    seen.push(...body.map(({ id }: { id: string }) => id))
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.replace(/^https?:\/\/[^/]+/, '')
  }
  expect(seen).toEqual(all.map(({ id }) => id))
  expect((await board.ada.get(`${board.path}/deliveries?status=lost`)).status).toBe(400)
})

test('F54: only admins of the board see the log', async () => {
  const board = await hookedBoard()
  const [member, stranger] = [await board.tandem.register('Mia'), await board.tandem.register('Eve')]
  await board.ada.post(`/api/boards/${board.boardId}/members`, { actorId: member.actorId, role: 'member' })
  expect((await member.get(`${board.path}/deliveries`)).status).toBe(403)
  expect((await stranger.get(`${board.path}/deliveries`)).status).toBe(404)
})

test('what a receiver answers is kept when it is on the public internet, and without the bytes that no text may hold', async () => {
  const board = await hookedBoard()
  await board.tandem.service.workers.stop()
  await board.addCard('Public')
  await board.addCard('Private')
  const answered = { status: 400, retryAfter: null, bodyExcerpt: 'no\0 such hook' }
  let calls = 0
  expect(await attemptDue(board, async () => ({ ...answered, isPublic: calls++ === 0 }))).toBe(2)
  const bodies: (string | null)[] = (await log(board)).map((one: { responseBody: string | null }) => one.responseBody)
  expect(new Set(bodies)).toEqual(new Set(['no such hook', null]))
})

test('one delivery is shown with the bytes that it sends, and to the webhook that it belongs to alone', {
  meta: { proves: ['delivery.log.one'] },
}, async () => {
  const board = await hookedBoard()
  await board.addCard()
  await settled(board, 1, 'delivered')
  const [{ id }] = await log(board)
  const { body } = await board.ada.get(`${board.path}/deliveries/${id}`)
  expect(body).toMatchObject({ delivery: { id, status: 'delivered' }, request: { url: board.receiver.url } })
  expect(body.request.body).toBe(board.receiver.received[0]?.rawBody.toString())
  for (const header of ['X-Kanban-Delivery-Id', 'X-Kanban-Log-Head'])
    expect(body.request.headers[header]).toBe(board.receiver.received[0]?.headers[header.toLowerCase()])
  const ping = (await board.ada.post(`${board.path}/ping`)).body
  await settled(board, 2, 'delivered')
  expect((await board.ada.get(`${board.path}/deliveries/${ping.id}`)).body.request.body).toBe(
    board.receiver.received[1]?.rawBody.toString(),
  )
  const other = (await board.ada.post(`/api/boards/${board.boardId}/webhooks`, { url: board.receiver.url, events: ['*'] })).body.webhook
  expect((await board.ada.get(`/api/boards/${board.boardId}/webhooks/${other.id}/deliveries/${id}`)).status).toBe(404)
})
