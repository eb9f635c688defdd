import { verifyV2 } from '@tandem/contract'
import { expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { hookedBoard, settled } from './fixture/hooked-board.ts'

test('F33: a delivery verifies over its raw bytes and carries the canonical activity', async () => {
  const board = await hookedBoard()
  const { receiver, tandem, ada, boardId } = board
  await board.addCard('Boiler')
  await until(() => receiver.received.length === 1)
  const [received] = receiver.received
  if (!received) throw new Error('nothing came')
  const { headers, rawBody } = received
  const verified = await verifyV2({
    secret: board.webhook.secret,
    headers,
    rawBody,
    nowSeconds: tandem.clock.now() / 1000,
  })
  expect(verified).toMatchObject({ ok: true })
  expect(headers['x-signature']).toMatch(/^v2=[0-9a-f]{64}$/)
  expect(headers['x-kanban-delivery-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Math.abs(Number(headers['x-kanban-timestamp']) - tandem.clock.now() / 1000)).toBeLessThan(5)
  expect(headers['content-type']).toBe('application/json')
  expect(headers['user-agent']).toMatch(/^Tandem-Webhooks\/\d/)
  const [newest] = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body
  expect(received.body).toEqual(newest)
  await settled(board, 1, 'delivered')
})
