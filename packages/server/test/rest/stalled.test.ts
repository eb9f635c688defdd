import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendBytes } from '../../src/surfaces/http/bytes.ts'
import { cutStalledReaders } from '../../src/surfaces/http/stalled.ts'
import { handClock } from '../kit/clock.ts'
import { until } from '../kit/http.ts'

const large = Buffer.alloc(8 * 1_048_576, 'x')
const lookMs = 10_000

/** On a unix socket: its kernel buffers are small and have a constant size, so the server notices soon that the client has read. */
async function serve() {
  const directory = await mkdtemp(join(tmpdir(), 'tandem-slow-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const clock = handClock()
  const app = Fastify({ forceCloseConnections: true })
  cutStalledReaders(app, clock)
  app.get('/at-once', (_request, reply) => reply.send(large))
  app.get('/in-pieces', (request, reply) => sendBytes(request, reply, large, undefined))
  app.get('/as-a-file', (_request, reply) => reply.send(Readable.from(Array.from({ length: 128 }, () => large.subarray(0, 65_536)))))
  const path = join(directory, 'http')
  await app.listen({ path })
  onTestFinished(() => app.close())
  return { clock, path, server: app.server }
}

/** Reads `bytesPerLook` of the answer between two checks of the server. Returns the bytes received and the time until the connection closed. */
async function readSlowly({ clock, path, server }: Awaited<ReturnType<typeof serve>>, url: string, bytesPerLook: number) {
  let [received, tookMs, closed] = [0, 0, false]
  server.once('connection', (connection) => connection.once('close', () => (closed = true)))
  const socket = connect(path)
  socket.on('error', () => {})
  socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await once(socket, 'readable')
  while (!closed && tookMs < 3_600_000) {
    const goal = received + bytesPerLook
    await until(() => {
      received += (socket.read(Math.min(socket.readableLength, goal - received)) as Buffer | null)?.length ?? 0
      return received >= goal || closed
    })
    // Lets the server fill the buffers again.
    for (let turns = 0; turns < 20; turns += 1) await turn()
    clock.advance(lookMs)
    tookMs += lookMs
  }
  if (!closed) socket.destroy()
  socket.on('data', (chunk: Buffer) => (received += chunk.length))
  await once(socket, 'close')
  return { received, tookMs }
}

test.each(['/at-once', '/in-pieces', '/as-a-file'])('a steady reader on a slow line gets all of %s', async (url) => {
  const { received } = await readSlowly(await serve(), url, 100_000)
  expect(received).toBeGreaterThan(large.length)
})

test('a client that reads almost nothing is cut off, as is one that reads nothing', async () => {
  const served = await serve()
  for (const [url, bytesPerLook] of [
    ['/as-a-file', 20_000],
    ['/in-pieces', 20_000],
    ['/in-pieces', 0],
  ] as const) {
    const { received, tookMs } = await readSlowly(served, url, bytesPerLook)
    expect(received).toBeLessThan(large.length / 4)
    expect(tookMs).toBeLessThan(400_000)
  }
})

test('a large answer says how long it is, and to HEAD nothing else', async () => {
  const app = Fastify({ exposeHeadRoutes: true })
  app.get('/', (request, reply) => sendBytes(request, reply, large, '"1"'))
  const [got, head] = [await app.inject('/'), await app.inject({ method: 'HEAD', url: '/' })]
  expect(got.rawPayload.equals(large)).toBe(true)
  for (const { headers } of [got, head]) expect(headers).toMatchObject({ 'content-length': `${large.length}`, etag: '"1"' })
  expect(head.rawPayload).toHaveLength(0)
  await app.close()
})
