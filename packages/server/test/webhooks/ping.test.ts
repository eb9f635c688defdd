import { verifyV2 } from '@tandem/contract'
import { expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { hookedBoard, settled } from './fixture/hooked-board.ts'

test('a ping goes out at once, signed like any other delivery, and the log tells who sent it', async () => {
  const board = await hookedBoard()
  const { ada, path, receiver, tandem, webhook } = board
  const pinged = await ada.post(`${path}/ping`)
  expect(pinged.status).toBe(200)
  expect(pinged.body).toMatchObject({ webhookId: webhook.id, activityId: null, verb: 'ping', status: 'pending', attempts: 0 })
  const received = await until(() => receiver.received[0])
  const { headers, rawBody } = received
  expect(await verifyV2({ secret: webhook.secret, headers, rawBody, nowSeconds: tandem.clock.now() / 1_000 })).toMatchObject({ ok: true })
  expect(headers['x-kanban-delivery-id']).toBe(pinged.body.id)
  expect(received.body).toEqual({
    id: pinged.body.id,
    boardId: board.boardId,
    seq: 0,
    cardId: null,
    actorId: ada.actorId,
    verb: 'ping',
    payload: { webhookId: webhook.id },
    createdAt: pinged.body.createdAt,
  })
  await settled(board, 1, 'delivered')
  expect((await ada.get(`${path}/deliveries`)).body).toMatchObject([{ id: pinged.body.id, verb: 'ping', status: 'delivered', attempts: 1 }])
  const [newest] = (await ada.get(`/api/boards/${board.boardId}/activity?limit=1`)).body
  const payload = { webhookId: webhook.id, deliveryId: pinged.body.id }
  expect(newest).toMatchObject({ verb: 'webhook.pinged', actorId: ada.actorId, payload })
})

test('a ping is tried once, and its failure counts towards no streak', async () => {
  const board = await hookedBoard({ answers: [500] })
  await board.ada.post(`${board.path}/ping`)
  await settled(board, 1, 'failed')
  board.tandem.clock.advance(3_600_000)
  expect(await board.deliveries()).toMatchObject([{ attempts: 1, last_status: 500 }])
  expect(await board.shown()).toMatchObject({ active: true, consecutiveFailures: 0 })
})

test('a ping that works does not clear the streak of real deliveries', async () => {
  const board = await hookedBoard({ answers: [404, 200] })
  await board.addCard()
  await settled(board, 1, 'failed')
  await board.ada.post(`${board.path}/ping`)
  await settled(board, 1, 'delivered')
  expect(await board.shown()).toMatchObject({ consecutiveFailures: 1 })
})

test('a webhook that is off is not pinged', async () => {
  const board = await hookedBoard()
  await board.ada.patch(board.path, { active: false })
  const refused = await board.ada.post(`${board.path}/ping`)
  expect(refused.status).toBe(409)
  expect(refused.body.error.code).toBe('conflict')
  expect(await board.deliveries()).toEqual([])
})

test('a repeated request pings once', async () => {
  const board = await hookedBoard()
  const clientMutationId = crypto.randomUUID()
  const first = await board.ada.post(`${board.path}/ping`, { clientMutationId })
  const second = await board.ada.post(`${board.path}/ping`, { clientMutationId })
  expect(second.body.id).toBe(first.body.id)
  await settled(board, 1, 'delivered')
  expect(board.receiver.received.length).toBe(1)
})
