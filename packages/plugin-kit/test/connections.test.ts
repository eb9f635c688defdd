import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ReceiverLimits } from '../src/connections.ts'
import type { Inbox } from '../src/inbox.ts'
import { createReceiver } from '../src/receiver.ts'
import { createRecorder } from './fixture/recorder.ts'

/** The resources that a caller can hold before its signature is checked. */
const log = pino({ level: 'silent' })
const patience = { timeout: 60_000 }

async function receive(limits: Partial<ReceiverLimits> = {}, times: { headersTimeout?: number; requestTimeout?: number } = {}) {
  const plugin = createRecorder('github-sha256')
  const app = createReceiver({ plugin, installations: new Map(), inbox: {} as Inbox, now: () => 0, log, limits })
  onTestFinished(() => app.close())
  const standing = { headersTimeout: app.server.headersTimeout, requestTimeout: app.server.requestTimeout }
  Object.assign(app.server, times)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  /** A client that never closes its side. */
  const hold = async (text = ''): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    socket.on('error', () => {})
    socket.resume()
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    if (text !== '') socket.write(text)
    return socket
  }
  const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  const live = async () => (await fetch(`http://127.0.0.1:${port}/health/live`)).status
  return { app, hold, open, live, standing }
}

const half = (bytes = 100) => `POST /provider HTTP/1.1\r\nHost: plugin\r\nContent-Length: 25000000\r\n\r\n${'x'.repeat(bytes)}`

test('a client that sends nothing, half a head or half a body is closed in time', {
  meta: { proves: ['integration.receiver.connections'] },
}, async () => {
  const { hold, open, standing } = await receive({}, { headersTimeout: 100, requestTimeout: 200 })
  expect(standing).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 })
  // The last is refused at once, and sends nothing more.
  const tooLong = half().replace('25000000', '99000000')
  await Promise.all([hold(), hold('POST /provider HTTP/1.1\r\nHo'), hold(half()), hold(tooLong)])
  await vi.waitFor(async () => expect(await open()).toBe(0), patience)
})

test('any number of silent ones and of half bodies leave room for others, and no more than the limit are open', {
  meta: { proves: ['integration.receiver.connections'] },
}, async () => {
  const { hold, open, live } = await receive({ connections: 8 })
  for (let n = 0; n < 40; n += 1) {
    await hold(['', 'GET /health/live HTTP/1.1\r\nHo', half()][n % 3])
    expect(await open()).toBeLessThanOrEqual(9)
  }
  expect(await live()).toBe(200)
  await vi.waitFor(async () => expect(await open()).toBeLessThanOrEqual(8), patience)
})

test('bodies under way take no more memory than all of them together may', {
  meta: { proves: ['integration.receiver.connections'] },
}, async () => {
  const { hold, live } = await receive({ bodyBytes: 1_000_000 })
  const first = await hold(half(600_000))
  const second = await hold(half(300_000))
  expect(first.destroyed).toBe(false)
  const closed = new Promise((resolve) => first.once('end', resolve).once('error', resolve))
  second.write('x'.repeat(300_000))
  await closed
  expect(second.destroyed).toBe(false)
  expect(await live()).toBe(200)
})

/** Sends all of the body before it reads a byte of the answer, as simple clients do. Throws when the connection is reset. */
async function sendAll(port: number, head: string, parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port })
  onTestFinished(() => void socket.destroy())
  const failed = new Promise<never>((_, reject) => socket.once('error', reject))
  socket.write(`${head}\r\n\r\n`)
  for (const part of parts) socket.write(part)
  await Promise.race([failed, new Promise((resolve) => socket.write('', resolve))])
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await Promise.race([failed, once(socket, 'end')])
  return answer
}

const large = Buffer.alloc(64 * 1_048_576, 'x')
const length = `Content-Length: ${large.length}`
const chunks = [`${large.length.toString(16)}\r\n`, large, '\r\n0\r\n\r\n']

test.each([
  ['of the provider by length', '/provider', length, [large]],
  ['of the provider by chunks', '/provider', 'Transfer-Encoding: chunked', chunks],
  ['of Tandem by length', '/tandem/one', length, [large]],
  ['to nowhere by length', '/nowhere', length, [large]],
] as const)(
  '64 MiB %s: the refusal can be read, and other bodies are received meanwhile',
  {
    meta: { proves: ['limit.plugins.body'] },
  },
  async (_what, path, framing, parts) => {
    const { app, hold, open } = await receive({ bodyBytes: 40_000_000 })
    const { port } = app.server.address() as AddressInfo
    const other = await hold(half())
    let isClosed = false
    for (const event of ['end', 'error']) other.once(event, () => (isClosed = true))
    const answer = await sendAll(port, `POST ${path} HTTP/1.1\r\nHost: plugin\r\nContent-Type: text/plain\r\n${framing}`, parts)
    expect(answer.split('\r\n')[0]).toContain(' 413 ')
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(answer).toContain('"error"')
    await vi.waitFor(async () => expect(await open()).toBe(1), patience)
    expect(isClosed).toBe(false)
  },
)

test('a delivery of Tandem is 2 MB at most', { meta: { proves: ['limit.plugins.body'] } }, async () => {
  const { app } = await receive()
  const statusOf = async (bytes: number) =>
    (await app.inject({ method: 'POST', url: '/tandem/one', payload: Buffer.alloc(bytes), headers: { 'content-type': 'text/plain' } }))
      .statusCode
  expect([await statusOf(2_000_000), await statusOf(2_000_001)]).toEqual([404, 413])
})
