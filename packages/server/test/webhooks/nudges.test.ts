import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bound } from '../../src/db/database.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { hookedBoard, receive, settled } from './fixture/hooked-board.ts'

const noSweep = { WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS: '3600000' }

/** Counts the queries for due deliveries from now on. Polls after commits have a minimum distance; moving the clock ends the wait. */
function countClaims(tandem: TestService): () => number {
  const rows = vi.spyOn(tandem.database, 'rows')
  onTestFinished(() => rows.mockRestore())
  return () => rows.mock.calls.filter(([asked]) => /update deliveries d set attempts/.test(bound(asked).statement.text)).length
}

async function boardWithList(ada: Person): Promise<{ boardId: string; listId: string }> {
  const boardId: string = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  return { boardId, listId: (await ada.post(`/api/boards/${boardId}/lists`, { name: 'To do' })).body.id }
}

test('a commit that queues no delivery makes the worker look for none, one that queues some does at once', async () => {
  const board = await hookedBoard({ events: ['card.created'], environment: noSweep })
  const { ada, boardId, receiver, tandem } = board
  const claims = countClaims(tandem)
  const other = await boardWithList(ada)
  expect((await ada.post(`/api/lists/${other.listId}/cards`, { title: 'On a board without a subscription' })).status).toBe(201)
  expect((await ada.post(`/api/boards/${boardId}/lists`, { name: 'Of a verb without a subscription' })).status).toBe(201)
  expect((await ada.patch(board.path, { events: ['card.*'] })).status).toBe(200)
  expect((await ada.patch(`/api/boards/${boardId}`, { name: ' ' })).status).toBe(400)
  tandem.clock.advance(60_000)
  expect(claims()).toBe(0)
  await board.addCard()
  await settled(board, 1, 'delivered')
  expect(claims()).toBeGreaterThan(0)
  expect(receiver.received.length).toBe(1)
})

test('a private act that records on boards makes the worker look when that queues a delivery', async () => {
  const board = await hookedBoard({ events: ['member.*'], environment: noSweep })
  const { ada, boardId, tandem } = board
  const bob = await tandem.register('Bob')
  await ada.post(`/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'member' })
  await settled(board, 1, 'delivered')
  const claims = countClaims(tandem)
  expect((await ada.patch('/api/me', { name: 'Ada L.' })).status).toBe(200)
  await settled(board, 2, 'delivered')
  expect(claims()).toBeGreaterThan(0)
})

test('what an instance queued that died between commit and nudge is sent by the sweep of another', async () => {
  const environment = { ...noSweep, INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') }
  const one = await startTestService({ environment })
  onTestFinished(() => one.stop())
  const two = await startTestService({ address: one.address, clock: one.clock, environment })
  onTestFinished(() => two.stop())
  const receiver = await receive()
  const ada = await one.register('Ada')
  const { boardId, listId } = await boardWithList(ada)
  await ada.post(`/api/boards/${boardId}/webhooks`, { url: receiver.url, events: ['card.created'] })
  await one.service.workers.stop()
  expect((await ada.post(`/api/lists/${listId}/cards`, { title: 'A card' })).status).toBe(201)
  const claims = countClaims(two)
  const bob = await two.register('Bob')
  expect((await bob.post('/api/boards', { name: 'Another' })).status).toBe(201)
  one.clock.advance(60_000)
  expect([claims(), receiver.received.length]).toEqual([0, 0])
  one.clock.advance(3_600_000)
  await until(() => receiver.received.length === 1)
})
