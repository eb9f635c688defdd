import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../attachments/files.ts'
import { until } from '../kit/http.ts'
import { startWorld, type World } from '../rest/world.ts'

/** Clients that send or read slowly, over real sockets (F79). The soak test measures their cost for other clients. */
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.service.stop())

const headOf = (request: string, ...more: string[]) => {
  const who = Object.entries(world.member.headers).map(([name, value]) => `${name}: ${value}`)
  return [`${request} HTTP/1.1`, 'Host: localhost', ...who, ...more].join('\r\n')
}

/** A socket that sends `text` and then waits. `read` false: it reads nothing of the answer. */
async function slow(text: string, { reads = true } = {}): Promise<Socket> {
  const { hostname, port } = new URL(world.service.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  if (reads) socket.resume()
  else socket.pause()
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const openOnServer = () =>
  new Promise<number>((resolve) => world.service.service.app.server.getConnections((_error, count) => resolve(count)))
const answersOthers = async () => expect((await world.member.get('/api/me')).status).toBe(200)

/** Reads as many bytes as it is asked to; otherwise it leaves the answer unread. */
function sipper(socket: Socket) {
  const state = { received: 0, ended: false, sip: (_bytes: number) => {} }
  let thirst = 0
  socket.on('data', (chunk: Buffer) => {
    state.received += chunk.length
    thirst -= chunk.length
    if (thirst <= 0) socket.pause()
  })
  socket.once('end', () => (state.ended = true))
  socket.pause()
  state.sip = (bytes) => {
    thirst = bytes
    socket.resume()
  }
  return state
}

test('an answer that is not read is cut off; a slow reader gets all of it', async () => {
  const bytes = Buffer.alloc(24 * 1_048_576, 'x')
  const { body } = await upload(world, world.member, bytes, { name: 'large.bin' })
  const request = `${headOf(`GET ${body.url}`, 'Connection: close')}\r\n\r\n`
  const before = await openOnServer()
  const deaf = await Promise.all(Array.from({ length: 40 }, () => slow(request, { reads: false })))
  const slowly = sipper(await slow(request, { reads: false }))
  await until(async () => (await openOnServer()) > before + deaf.length)
  // After some checks the service has closed the connections that read nothing, and kept the slow reader's.
  await until(async () => {
    slowly.sip(262_144)
    await answersOthers()
    world.service.clock.advance(10_000)
    return (await openOnServer()) <= before + 1
  })
  expect(slowly.received).toBeLessThan(bytes.length)
  slowly.sip(Infinity)
  await until(() => slowly.ended)
  expect(slowly.received).toBeGreaterThan(bytes.length)
  for (const socket of deaf) socket.destroy()
})

test('a connection on which nothing was sent closes without an answer, one with half a head says that it was late', async () => {
  const received = async (text: string) => {
    const socket = await slow(text, { reads: false })
    return (await socket.setEncoding('utf8').toArray()).join('')
  }
  const [unused, late] = await Promise.all([received(''), received(headOf('GET /api/me'))])
  expect(unused).toBe('')
  expect(late).toMatch(/^HTTP\/1\.1 400 .*"reason":"requestTimedOut"/s)
})

test('a thousand senders that stop in the middle of head or body are sent away, and others are served all the while (F79)', async () => {
  const before = await openOnServer()
  const body = headOf(`POST /api/lists/${world.board.lists[0]}/cards`, 'Content-Type: application/json', 'Content-Length: 500')
  const senders = [`${body}\r\n\r\n{"title": "`, `${headOf('GET /api/me')}\r\nX-Slow: `]
  const sockets = await Promise.all(Array.from({ length: 1_000 }, (_, n) => slow(senders[n % 2] ?? '')))
  await answersOthers()
  // The limit of bodies follows the clock of the test; that of heads is kept by node:http in real time, 10 s.
  await until(async () => {
    world.service.clock.advance(1_000)
    return (await openOnServer()) <= before
  })
  await answersOthers()
  expect(sockets.filter(({ bytesRead }) => bytesRead === 0)).toEqual([])
})
