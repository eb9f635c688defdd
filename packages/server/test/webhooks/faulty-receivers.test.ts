import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type Fault, startFaultProxy } from '../kit/servers/fault-proxy.ts'
import { type HookedBoard, hookedBoard, settled } from './fixture/hooked-board.ts'
import { selfSigned } from './fixture/self-signed.ts'

async function redirect(board: HookedBoard, url: string): Promise<void> {
  expect((await board.ada.patch(board.path, { url })).status).toBe(200)
}

/** Waits until the delivery is pending after this error; returns it as its board shows it. */
function waiting(board: HookedBoard, error: string) {
  return until(async () => {
    const [delivery] = (await board.ada.get(`${board.path}/deliveries`)).body
    return delivery?.error === error && delivery.status === 'pending' && delivery
  })
}

const laterThanTheNextTryMs = 3_000

test.each<[string, Fault, string]>([
  ['takes the event and resets the connection before its answer', 'reset on answer', 'reset'],
  ['answers what is no HTTP', 'corrupt answers', 'protocol'],
])('F39: a receiver that %s is tried again under the same id', async (_, fault, error) => {
  const board = await hookedBoard()
  const { receiver } = board
  const proxy = await startFaultProxy({ port: Number(new URL(receiver.url).port), host: '127.0.0.1' })
  onTestFinished(() => proxy.stop())
  await redirect(board, `http://127.0.0.1:${proxy.port}/hook`)
  proxy.set(fault)
  await board.addCard()
  expect(await waiting(board, error)).toMatchObject({ attempts: 1, responseStatus: null })
  proxy.set('none')
  board.tandem.clock.advance(laterThanTheNextTryMs)
  await settled(board, 1, 'delivered')
  expect(receiver.received).toHaveLength(2)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-kanban-delivery-id'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ rawBody }) => rawBody.toString())).size).toBe(1)
})

test('F39: a receiver that is only slow has its event once', async () => {
  const board = await hookedBoard()
  const proxy = await startFaultProxy({ port: Number(new URL(board.receiver.url).port), host: '127.0.0.1' })
  onTestFinished(() => proxy.stop())
  await redirect(board, `http://127.0.0.1:${proxy.port}/hook`)
  proxy.set({ delayMs: 300 })
  await board.addCard()
  await settled(board, 1, 'delivered')
  expect(board.receiver.received).toHaveLength(1)
})

test('F39: a receiver with an untrusted certificate gets nothing; the event arrives once the address is fixed', async () => {
  const board = await hookedBoard()
  let asked = 0
  const server = createServer(selfSigned, (_request, response) => {
    asked += 1
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  await redirect(board, `https://localhost:${(server.address() as AddressInfo).port}/`)
  await board.addCard()
  await waiting(board, 'tls')
  expect(asked).toBe(0)
  await redirect(board, board.receiver.url)
  board.tandem.clock.advance(laterThanTheNextTryMs)
  await settled(board, 1, 'delivered')
  expect(board.receiver.received).toHaveLength(1)
})
