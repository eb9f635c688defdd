import { expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type HookedBoard, hookedBoard, receive, settled } from './fixture/hooked-board.ts'

const hour = 3_600_000

async function only(board: HookedBoard) {
  const [delivery] = await board.deliveries()
  if (!delivery) throw new Error('no delivery')
  return delivery
}

const again = async (board: HookedBoard) => board.ada.post(`${board.path}/deliveries/${(await only(board)).id}/redeliver`)

test('a delivery is sent again at once under its own id, with the same bytes and a fresh time and signature', async () => {
  const board = await hookedBoard()
  await board.addCard()
  await settled(board, 1, 'delivered')
  board.tandem.clock.advance(2_000)
  const answer = await again(board)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ id: (await only(board)).id, verb: 'card.created', status: 'pending', finishedAt: null })
  const [first, second] = await until(() => (board.receiver.received.length === 2 ? board.receiver.received : null))
  expect(second?.rawBody.equals(first?.rawBody ?? Buffer.of())).toBe(true)
  expect(second?.headers['x-kanban-delivery-id']).toBe(first?.headers['x-kanban-delivery-id'])
  expect(second?.headers['x-kanban-timestamp']).not.toBe(first?.headers['x-kanban-timestamp'])
  expect(second?.headers['x-signature']).not.toBe(first?.headers['x-signature'])
  await settled(board, 1, 'delivered')
  expect(await only(board)).toMatchObject({ attempts: 2 })
})

test('one that failed days ago is sent again, with all its tries before it', async () => {
  const board = await hookedBoard({ answers: [404, 500, 200] })
  await board.addCard()
  await settled(board, 1, 'failed')
  board.tandem.clock.advance(100 * hour)
  expect((await again(board)).body).toMatchObject({ status: 'pending', attempts: 1 })
  await until(async () => (await only(board)).last_status === 500)
  board.tandem.clock.advance(2_500)
  await settled(board, 1, 'delivered')
  expect(await only(board)).toMatchObject({ attempts: 3 })
})

test('what is sent again counts towards no streak, whether it works or fails', async () => {
  const board = await hookedBoard({ answers: [404] })
  await board.addCard()
  await settled(board, 1, 'failed')
  for (let sent = 2; sent < 14; sent++) {
    expect((await again(board)).status).toBe(200)
    await until(async () => (await only(board)).state === 'failed' && (await only(board)).attempts === sent)
  }
  expect(await board.shown()).toMatchObject({ active: true, consecutiveFailures: 1 })
  board.receiver.answers = [200]
  await again(board)
  await settled(board, 1, 'delivered')
  expect(await board.shown()).toMatchObject({ active: true, consecutiveFailures: 1 })
})

test('a pending delivery is not sent again, nor one of a webhook that is off, nor one of another webhook', async () => {
  const board = await hookedBoard({ answers: [500] })
  await board.addCard()
  await until(async () => (await only(board)).last_status === 500)
  const pending = await again(board)
  expect([pending.status, pending.body.error.code]).toEqual([409, 'conflict'])
  await board.ada.patch(board.path, { active: false })
  expect((await again(board)).status).toBe(409)
  const other = await receive()
  const { webhook } = (await board.ada.post(`/api/boards/${board.boardId}/webhooks`, { url: other.url, events: ['*'] })).body
  const foreign = `/api/boards/${board.boardId}/webhooks/${webhook.id}/deliveries/${(await only(board)).id}/redeliver`
  expect((await board.ada.post(foreign)).status).toBe(404)
  await board.ada.patch(board.path, { active: true })
  board.receiver.answers = [200]
  expect((await again(board)).status).toBe(200)
  await settled(board, 1, 'delivered')
})

test('a delivery that was tried a thousand times is not sent again', { meta: { proves: ['limit.deliveries.tries'] } }, async () => {
  const board = await hookedBoard()
  await board.addCard()
  await settled(board, 1, 'delivered')
  await board.tandem.database.pool.query('update deliveries set attempts = 1000')
  expect((await again(board)).status).toBe(409)
  await settled(board, 1, 'delivered')
})
