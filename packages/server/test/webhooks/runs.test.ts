import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Posted } from '../../src/outbound/post.ts'
import { leaseMs } from '../../src/workers/deliveries/claim.ts'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { sendRun } from './fixture/attempts.ts'
import { deliveriesOf, type HookedBoard, hookedBoard } from './fixture/hooked-board.ts'

const answered = (status: number): Posted => ({ status, retryAfter: null, isPublic: false, bodyExcerpt: '' })

/** A board with due deliveries; no worker runs. */
async function waiting(cards: number): Promise<HookedBoard> {
  const board = await hookedBoard()
  await board.tandem.service.workers.stop()
  for (let card = 0; card < cards; card++) await board.addCard()
  return board
}

const dueTimes = async ({ tandem }: HookedBoard) =>
  (await tandem.database.pool.query('select next_attempt_at::text as due from deliveries order by seq')).rows.map(({ due }) => due)

test('deliveries to a receiver that works go out in the order of the log, one after the other', async () => {
  const board = await waiting(6)
  const seqs: number[] = []
  let underWay = 0
  const last = await sendRun(board, async ({ body }) => {
    underWay += 1
    await new Promise(setImmediate)
    seqs.push(underWay === 1 ? JSON.parse(String(body)).seq : Number.NaN)
    underWay -= 1
    return answered(200)
  })
  expect(last.pace).toBe('fast')
  const rows = await board.deliveries()
  expect(seqs).toEqual(rows.map(({ seq }) => seq))
  expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(Array.from({ length: 6 }, () => ['delivered', 1]))
})

test('what waits behind a failure is handed back: no try is counted, and it keeps its place', async () => {
  const board = await waiting(5)
  const before = await dueTimes(board)
  let calls = 0
  expect(await sendRun(board, async () => answered(calls++ === 0 ? 200 : 500))).toMatchObject({ pace: 'failing' })
  expect(calls).toBe(2)
  const rows = await board.deliveries()
  expect(rows.map(({ state, attempts, last_status }) => [state, attempts, last_status])).toEqual([
    ['delivered', 1, 200],
    ['pending', 1, 500],
    ['pending', 0, null],
    ['pending', 0, null],
    ['pending', 0, null],
  ])
  const truncated = (due: string) => Date.parse(due)
  expect((await dueTimes(board)).slice(2).map(truncated)).toEqual(before.slice(2).map(truncated))
})

test('a claim made before the URL was changed goes to the old one, a later one of the same run to the new one', async () => {
  const board = await waiting(4)
  const urls: string[] = []
  await sendRun(
    board,
    async (_input, url) => {
      urls.push(url)
      return answered(200)
    },
    (claims) => {
      for (const claim of claims.slice(2)) claim.webhook = { ...claim.webhook, url: 'http://new.example/' }
    },
  )
  expect(urls.slice(2)).toEqual(['http://new.example/', 'http://new.example/'])
  expect(new Set(urls.slice(0, 2)).size).toBe(1)
  expect(urls[0]).not.toBe(urls[2])
})

test('what has waited long since its claim is claimed anew, but for the first of a lane', async () => {
  const board = await waiting(3)
  let calls = 0
  const end = await sendRun(
    board,
    async () => {
      calls += 1
      return answered(200)
    },
    (claims) => {
      for (const claim of claims) claim.claimedAtMs -= 300
    },
  )
  expect([calls, end.handedBack]).toEqual([1, true])
  expect((await board.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['delivered', 1],
    ['pending', 0],
    ['pending', 0],
  ])
})

test('what was queued again since its claim is not handed back', async () => {
  const board = await waiting(2)
  await sendRun(board, async () => {
    await board.tandem.database.pool.query('update deliveries set tried_before = attempts')
    return answered(500)
  })
  expect((await board.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['pending', 1],
    ['pending', 1],
  ])
})

test('a delivery whose lease has ended before its turn is not sent', async () => {
  const board = await waiting(3)
  let calls = 0
  await sendRun(
    board,
    async () => {
      calls += 1
      return answered(200)
    },
    (claims) => {
      for (const claim of claims.slice(1)) claim.leaseEndMs -= leaseMs
    },
  )
  expect(calls).toBe(1)
  expect((await board.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['delivered', 1],
    ['pending', 0],
    ['pending', 0],
  ])
})

test('a backlog goes to a working receiver over fewer connections than it has deliveries', async () => {
  let connections = 0
  const ids = new Set<string>()
  const server = createServer((request, response) => {
    ids.add(String(request.headers['x-kanban-delivery-id']))
    request.resume().on('end', () => response.writeHead(204).end())
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const environment = { INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') }
  const board = await hookedBoard({ environment, events: ['card.archived'] })
  const { address, clock } = board.tandem
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await board.tandem.service.workers.stop()
  const made = await board.ada.post(`/api/boards/${board.boardId}/webhooks`, { url, events: ['card.created'] })
  for (let card = 0; card < 60; card++) await board.addCard()
  const sender = await startTestService({ address, clock, environment })
  onTestFinished(() => sender.stop())
  await until(async () => (await deliveriesOf(sender, made.body.webhook.id, 'delivered')).length === 60)
  expect(ids.size).toBe(60)
  expect(connections).toBeLessThan(60)
})
