import { Readable } from 'node:stream'
import { verifyV2 } from '@tandem/contract'
import { expect, onTestFinished, test } from 'vitest'
import type { PostInput } from '../../src/outbound/post.ts'
import { leaseMs } from '../../src/workers/deliveries/claim.ts'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { attemptDue } from './fixture/attempts.ts'
import { deliveriesOf, type HookedBoard, hookedBoard, receive, settled } from './fixture/hooked-board.ts'
import type { Received } from './fixture/receiver.ts'

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function verify(board: HookedBoard, { headers, rawBody }: Received, secret = board.webhook.secret) {
  return verifyV2({ secret, headers, rawBody, nowSeconds: board.tandem.clock.now() / 1_000 })
}

/** Waits until attempt number `attempts` has failed and the next is due in about `plannedMs`, longer than a lease; moves the clock there. */
async function nextTry(board: HookedBoard, attempts: number, plannedMs: number): Promise<void> {
  const { tandem } = board
  await until(async () => {
    const { rows } = await tandem.database.pool.query('select next_attempt_at from deliveries where attempts = $1', [attempts])
    const waitMs = rows[0] ? Date.parse(rows[0].next_attempt_at) - tandem.clock.now() : 0
    return waitMs > 0.8 * plannedMs - 2_000 && waitMs <= 1.2 * plannedMs
  })
  tandem.clock.advance(1.2 * plannedMs + 100)
}

test('F33: a delivery verifies over its raw bytes and carries the canonical activity', {
  meta: { proves: ['log.head.delivery'] },
}, async () => {
  const board = await hookedBoard()
  const { receiver, tandem, ada, boardId } = board
  await board.addCard('Boiler – Kessel №1')
  const received = await until(() => receiver.received[0])
  expect(await verify(board, received)).toMatchObject({ ok: true })
  expect(await verify(board, received, 'whsec_another')).toEqual({ ok: false, reason: 'wrong_signature' })
  const { headers } = received
  expect(headers['x-signature']).toMatch(/^v2=[0-9a-f]{64}$/)
  expect(headers['x-kanban-delivery-id']).toMatch(uuidV7)
  expect(headers['x-kanban-timestamp']).toMatch(/^\d{10}$/)
  expect(Math.abs(Number(headers['x-kanban-timestamp']) - tandem.clock.now() / 1_000)).toBeLessThan(5)
  expect(headers['content-type']).toBe('application/json')
  expect(headers['user-agent']).toMatch(/^Tandem-Webhooks\/\d/)
  expect(headers.cookie ?? headers.authorization).toBeUndefined()
  const [newest] = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body
  expect(received.body).toEqual(newest)
  expect(headers['x-kanban-log-head']).toBe(`${newest.seq}:${newest.hash}`)
  await settled(board, 1, 'delivered')
})

test('a subscription hears the verbs, families and * that it names, and nothing of itself', async () => {
  const board = await hookedBoard({ events: ['list.*'] })
  const { ada, boardId, receiver } = board
  const all = await receive()
  const made = await ada.post(`/api/boards/${boardId}/webhooks`, { url: all.url, events: ['*'] })
  await ada.patch(`/api/boards/${boardId}/webhooks/${made.body.webhook.id}`, { events: ['*', 'card.created'] })
  await board.addCard()
  await ada.post(`/api/boards/${boardId}/lists`, { name: 'Done' })
  await ada.patch(`/api/boards/${boardId}`, { name: 'Engine room' })
  await until(() => receiver.received.length === 1 && all.received.length === 3)
  expect(receiver.received.map(({ body }) => body.verb)).toEqual(['list.created'])
  expect(all.received.map(({ body }) => body.verb).toSorted()).toEqual(['board.updated', 'card.created', 'list.created'])
})

test('F34: after 500, 500, 200 there were three tries of the same id and bytes with fresh time and signature, then silence', async () => {
  const board = await hookedBoard({ answers: [500, 500, 200] })
  const { receiver, tandem } = board
  await board.addCard()
  await nextTry(board, 1, 2_000)
  await nextTry(board, 2, 10_000)
  await settled(board, 1, 'delivered')
  tandem.clock.advance(86_400_000)
  await settled(board, 1, 'delivered')
  const { received } = receiver
  expect(received.length).toBe(3)
  expect(new Set(received.map(({ headers }) => headers['x-kanban-delivery-id'])).size).toBe(1)
  expect(new Set(received.map(({ rawBody }) => rawBody.toString('hex'))).size).toBe(1)
  expect(new Set(received.map(({ headers }) => headers['x-kanban-timestamp'])).size).toBe(3)
  expect(new Set(received.map(({ headers }) => headers['x-signature'])).size).toBe(3)
  expect(await board.shown()).toMatchObject({ active: true, consecutiveFailures: 0 })
})

test.each([404, 408, 410, 429])('F35: %d is permanent: one try, one failure', async (status) => {
  const board = await hookedBoard({ answers: [status] })
  await board.addCard()
  await settled(board, 1, 'failed')
  board.tandem.clock.advance(3_600_000)
  expect(await board.deliveries()).toMatchObject([{ attempts: 1, last_status: status, last_error: `http_${status}` }])
  expect(await board.shown()).toMatchObject({ active: true, consecutiveFailures: 1 })
  expect(board.receiver.received.length).toBe(1)
})

test.each([301, 302, 307, 308])('F36: a %d is a failed try and is not followed', async (status) => {
  const canary = await receive()
  const board = await hookedBoard({ answers: [(response) => response.writeHead(status, { location: canary.url }).end()] })
  await board.addCard()
  await nextTry(board, 1, 2_000)
  await until(() => board.receiver.received.length === 2)
  expect(canary.received).toEqual([])
  expect(await board.deliveries('failed')).toEqual([])
})

test('F37: a try has 15 seconds, 5 of them to connect; one that is cut then is tried again', async () => {
  const board = await hookedBoard()
  await board.tandem.service.workers.stop()
  await board.addCard()
  const allowed: PostInput[] = []
  await attemptDue(board, async (_url, input) => {
    allowed.push(input)
    return { status: null, errorClass: 'timeout', retryAfter: null, isPublic: false, bodyExcerpt: '' }
  })
  expect(allowed).toMatchObject([{ timeoutMs: 15_000, connectTimeoutMs: 5_000, readAtMostBytes: 65_536 }])
  expect(await board.deliveries()).toMatchObject([{ state: 'pending', attempts: 1, last_status: null, last_error: 'timeout' }])
})

test('F50: a name that leads to loopback by the time of the delivery is a failed try, marked as blocked, and is tried again', async () => {
  let address = '93.184.216.34'
  const tandem = await startTestService({ environment: { OUTBOUND_ALLOW_PRIVATE: 'false' }, resolve: async () => [address] })
  onTestFinished(() => tandem.stop())
  const canary = await receive()
  const ada = await tandem.register('Ada')
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  const body = { url: `http://rebinding.example:${new URL(canary.url).port}/`, events: ['list.created'] }
  const made = await ada.post(`/api/boards/${boardId}/webhooks`, body)
  expect(made.status).toBe(201)
  address = '127.0.0.1'
  await ada.post(`/api/boards/${boardId}/lists`, { name: 'To do' })
  const deliveries = () => deliveriesOf(tandem, made.body.webhook.id)
  await until(async () => (await deliveries())[0]?.last_error === 'blocked')
  expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 1, last_status: null }])
  expect(canary.received).toEqual([])
})

test('F38: 200 with an endless body is a success, and its socket is cut', async () => {
  let sent = 0
  let cut = false
  const board = await hookedBoard({
    answers: [
      (response) => {
        response.writeHead(200)
        const endless = new Readable({
          read() {
            sent += 16_384
            this.push(Buffer.alloc(16_384))
          },
        })
        endless.pipe(response)
        response.on('close', () => {
          cut = true
          endless.destroy()
        })
      },
    ],
  })
  await board.addCard()
  await settled(board, 1, 'delivered')
  await until(() => cut)
  expect(sent).toBeLessThan(16 * 1_048_576)
})

test('F39: a connection that is reset is a failed try, tried again', async () => {
  const board = await hookedBoard({ answers: [(response) => response.destroy(), 200] })
  await board.addCard()
  await until(async () => (await board.deliveries())[0]?.last_error === 'reset')
  await nextTry(board, 1, 2_000)
  await settled(board, 1, 'delivered')
})

test('after ten tries a delivery has failed for good, once', async () => {
  const board = await hookedBoard({ answers: [500] })
  await board.addCard()
  const plannedSeconds = [2, 10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400]
  for (const [at, seconds] of plannedSeconds.entries()) await nextTry(board, at + 1, seconds * 1_000)
  await settled(board, 1, 'failed')
  board.tandem.clock.advance(86_400_000)
  expect(await board.deliveries()).toMatchObject([{ attempts: 10, last_status: 500 }])
  expect(board.receiver.received.length).toBe(10)
  expect(await board.shown()).toMatchObject({ active: true, consecutiveFailures: 1 })
})

test('Retry-After moves the next try, to twice the delay at most', async () => {
  const board = await hookedBoard({ answers: [(response) => response.writeHead(503, { 'retry-after': '3600' }).end(), 200] })
  await board.addCard()
  const atMs = await until(async () => {
    const { rows } = await board.tandem.database.pool.query('select next_attempt_at from deliveries where last_status = 503')
    return rows[0] && Date.parse(rows[0].next_attempt_at)
  })
  const waitMs = atMs - board.tandem.clock.now()
  expect(waitMs).toBeGreaterThan(2_000)
  expect(waitMs).toBeLessThanOrEqual(4_800)
  board.tandem.clock.advance(4_800)
  await settled(board, 1, 'delivered')
})

test('what has waited for 72 hours ends as a failure without another try', { meta: { proves: ['limit.deliveries.wait'] } }, async () => {
  const board = await hookedBoard({ answers: [500] })
  await board.addCard()
  await until(async () => (await board.deliveries())[0]?.last_status === 500)
  board.tandem.clock.advance(73 * 3_600_000)
  await settled(board, 1, 'failed')
  expect(await board.deliveries()).toMatchObject([{ last_error: 'expired' }])
  expect(board.receiver.received.length).toBe(1)
})

test('a delivery whose worker died is sent when its lease ends', async () => {
  const board = await hookedBoard({ answers: [500, 200] })
  await board.addCard()
  await until(async () => (await board.deliveries())[0]?.last_status === 500)
  const leaseEnd = new Date(board.tandem.clock.now() + leaseMs).toISOString()
  await board.tandem.database.pool.query('update deliveries set attempts = 2, next_attempt_at = $1', [leaseEnd])
  board.tandem.clock.advance(leaseMs - 2_000)
  expect(board.receiver.received.length).toBe(1)
  board.tandem.clock.advance(8_000)
  await settled(board, 1, 'delivered')
  expect(await board.deliveries()).toMatchObject([{ attempts: 3 }])
})

test('a refused mutation queues no delivery', async () => {
  const board = await hookedBoard({ events: ['*'] })
  const cardId = await board.addCard()
  const refused = await board.ada.patch(`/api/cards/${cardId}`, { listId: cardId })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(await board.deliveries()).toMatchObject([{ seq: expect.any(Number) }])
})
