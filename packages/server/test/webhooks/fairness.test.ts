import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { hookedBoard, receive, settled } from './fixture/hooked-board.ts'
import { hangs } from './fixture/receiver.ts'

test('F44, small: nineteen receivers that hang with a backlog do not hold up a healthy one', async () => {
  const board = await hookedBoard()
  const stuck = await receive(hangs)
  for (let at = 0; at < 19; at++)
    await board.ada.post(`/api/boards/${board.boardId}/webhooks`, { url: `${stuck.url}/${at}`, events: ['card.created'] })
  for (let card = 0; card < 30; card++) await board.addCard()
  await settled(board, 30, 'delivered')
  const perHook = Map.groupBy(stuck.received, ({ path }) => path)
  expect(perHook.size).toBe(19)
  for (const attempts of perHook.values()) expect(attempts.length).toBeLessThanOrEqual(4)
  expect(stuck.received.length).toBeLessThanOrEqual(64)
})

test('a backlog on a working receiver drains without waiting for the sweep, in the order of the log at first', async () => {
  const board = await hookedBoard({ environment: { WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS: '3600000' } })
  await Promise.all(Array.from({ length: 200 }, (_, at) => board.addCard(`Card ${at}`)))
  await settled(board, 200, 'delivered')
  expect(new Set(board.receiver.received.map(({ headers }) => headers['x-kanban-delivery-id'])).size).toBe(200)
  const seqs = board.receiver.received.map(({ body }) => Number(body.seq))
  for (const [at, seq] of seqs.entries()) expect(Math.abs(seq - (seqs.toSorted((a, b) => a - b)[at] ?? 0))).toBeLessThanOrEqual(8)
})

test('a receiver whose last try failed is tried by one delivery at a time', async () => {
  const board = await hookedBoard({ answers: [500, hangs] })
  await board.addCard()
  await until(async () => (await board.deliveries())[0]?.last_status === 500)
  for (let card = 0; card < 6; card++) await board.addCard()
  await until(() => board.receiver.received.length === 2)
  board.tandem.clock.advance(5_000)
  await board.addCard()
  await until(async () => (await board.deliveries()).length === 8)
  expect(board.receiver.received.length).toBe(2)
})

test('two instances on one database make no attempt twice', async () => {
  const fresh = await freshDatabase()
  const options = { address: fresh.address, environment: { INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') } }
  const [one, two] = [await startTestService(options), await startTestService(options)]
  onTestFinished(async () => {
    await Promise.all([one.stop(), two.stop()])
    await fresh.drop()
  })
  const receivers = await Promise.all([receive(), receive(), receive()])
  const ada = await one.register('Ada')
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  const list = (await ada.post(`/api/boards/${boardId}/lists`, { name: 'To do' })).body.id
  for (const { url } of receivers) await ada.post(`/api/boards/${boardId}/webhooks`, { url, events: ['card.created'] })
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 6 }, () => ada.post(`/api/lists/${list}/cards`, { title: 'A card' })))
    two.service.workers.poke()
  }
  await until(() => receivers.every(({ received }) => received.length >= 60))
  for (const { received } of receivers) {
    expect(received.length).toBe(60)
    expect(new Set(received.map(({ headers }) => headers['x-kanban-delivery-id'])).size).toBe(60)
  }
})

test('stopping hands back what is under way: it is due at once and no try is lost', async () => {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const tandem = await startTestService({ address: fresh.address })
  const receiver = await receive(hangs)
  const ada = await tandem.register('Ada')
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  await ada.post(`/api/boards/${boardId}/webhooks`, { url: receiver.url, events: ['list.created'] })
  await ada.post(`/api/boards/${boardId}/lists`, { name: 'To do' })
  await until(() => receiver.received.length === 1)
  await tandem.service.workers.stop()
  const { rows } = await tandem.database.pool.query('select state, attempts, next_attempt_at from deliveries')
  expect(rows).toMatchObject([{ state: 'pending', attempts: 0 }])
  expect(Date.parse(rows[0].next_attempt_at)).toBeLessThanOrEqual(tandem.clock.now())
  await tandem.stop()
})
