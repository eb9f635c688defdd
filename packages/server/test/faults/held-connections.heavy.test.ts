import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { scratchFolder } from '../embedded/fixture/scratch.ts'
import { freshDatabase, urlOf } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { ask, isAnswer } from './rig/ask.ts'
import { endStarted, freePort, startTandem, type Tandem } from './rig/tandem.ts'

/** Clients that hold connections and never close their side, under `ulimit -n 1024`. */
const openFiles = 1_024
const clients = 2_000
const held: Socket[] = []
afterEach(async () => {
  for (const socket of held.splice(0)) socket.destroy()
  await endStarted()
})

async function hold(tandem: Tandem, text: string, halfClosed = false, reads = true): Promise<void> {
  const { hostname, port } = new URL(tandem.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  held.push(socket)
  socket.on('error', () => {})
  if (reads) socket.resume()
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {})
  if (halfClosed) socket.end(text)
  else if (text !== '') socket.write(text)
}

const head = (line: string, cookie: string) => `${line} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n`

/** The bytes that such a client sends, and whether it then closes its side. */
const kinds: [name: string, text: (cookie: string) => string, halfClosed?: boolean, reads?: boolean][] = [
  ['nothing', () => ''],
  ['half a header', () => 'GET /health/ready HTTP/1.1\r\nHost: localhost\r\nX-Sl'],
  [
    'half a body',
    () => 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"email',
  ],
  [
    'half a body with a credential',
    (cookie) => `${head('POST /api/boards', cookie)}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"na`,
  ],
  ['a request, and closes its side', () => 'GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n', true],
  ['a request, and never reads on', () => 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n', false, false],
  ['a request that is refused, and goes on', () => 'POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{'],
  [
    'a handshake, and answers no ping',
    (cookie) =>
      `${head('GET /ws', cookie)}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  ],
]

const descriptorsOf = async (tandem: Tandem) => (await readdir(`/proc/${tandem.pid}/fd`)).length

test(`${clients} of them, of every kind at once: health stays 200, people write, and all of them are gone in the end (F100)`, {
  timeout: 600_000,
  meta: { proves: ['edge.connections.held'] },
}, async ({ skip }) => {
  skip(process.platform !== 'linux', 'descriptors are counted in /proc')
  const { address, drop } = await freshDatabase()
  const environment = {
    DATABASE_URL: urlOf(address),
    DATA_DIR: await scratchFolder(),
    INTEGRATION_SECRET_KEY: randomBytes(32).toString('hex'),
  }
  const tandem = startTandem({ ...environment, PORT: String(await freePort()) }, { openFiles })
  await tandem.ready()
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
  const registered = await ask(tandem.url, { method: 'POST', path: '/api/auth/register', body: ada })
  const cookie = isAnswer(registered) ? (registered.headers['set-cookie']?.[0]?.split(';')[0] ?? '') : ''
  const isServing = async () => {
    const health = await ask(tandem.url, { method: 'GET', path: '/health/ready' })
    const write = await ask(tandem.url, { method: 'PATCH', path: '/api/me', headers: { cookie }, body: { name: 'Ada' } })
    expect([isAnswer(health) && health.status, isAnswer(write) && write.status]).toEqual([200, 200])
  }
  await isServing()
  const before = await descriptorsOf(tandem)
  for (let n = 0; n < clients; n += kinds.length) {
    await Promise.all(kinds.map(([, text, halfClosed, reads]) => hold(tandem, text(cookie), halfClosed, reads)))
    if (n % 200 === 0) await isServing()
  }
  expect(held.length).toBe(clients)
  await isServing()
  // The service cuts heads after 10 s, bodies after 30 s, live sockets after two pings of 30 s.
  await until(async () => {
    await isServing()
    return (await descriptorsOf(tandem)) <= before + 20
  }, 150_000)
  expect(tandem.hasEnded()).toBe(false)
  expect(tandem.failures()).toEqual([])
  await drop().catch(() => {})
})
