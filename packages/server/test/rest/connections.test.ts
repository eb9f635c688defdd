import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectionLimits, roomForConnections } from '../../src/surfaces/http/connection-limits.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { open as openSocket, tryToOpen } from '../kit/socket.ts'

/** Tests with a small maximum; faults/held-connections tests a real limit of descriptors. */
const most = 16
let tandem: TestService
let ada: Person
beforeAll(async () => {
  tandem = await startTestService({ environment: { CONNECTIONS_MAX: `${most}` } })
  ada = await tandem.register('Ada')
})
afterAll(() => tandem.stop())

/** A client that never closes its side. */
async function hold(text = ''): Promise<Socket> {
  const { hostname, port } = new URL(tandem.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  onTestFinished(() => void socket.destroy())
  return socket
}

const openOnServer = () => new Promise<number>((resolve) => tandem.service.app.server.getConnections((_error, count) => resolve(count)))
const post = (who: Person) => `POST /api/boards HTTP/1.1\r\nHost: localhost\r\nCookie: ${who.cookie}\r\nContent-Type: application/json\r\n`

describe('more connections than there may be', () => {
  test('silent ones and halves of requests make room, and everybody else is served (F100)', {
    meta: { proves: ['edge.connections.limit'] },
  }, async () => {
    const halves = [
      '',
      'GET /api/me HTTP/1.1\r\nHost: loc',
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{',
    ]
    for (let n = 0; n < 4 * most; n += 1) {
      await hold(halves[n % halves.length])
      expect(await openOnServer()).toBeLessThanOrEqual(most)
    }
    expect((await tandem.anonymous.get('/health/ready')).status).toBe(200)
    const { text } = await ada.get('/metrics')
    expect(text).toMatch(/^tandem_connections_open \d+$/m)
    expect(text).toMatch(/^tandem_connections_cut_total\{limit="all",how="closed"\} \d\d/m)
    expect((await ada.post('/api/boards', { name: 'Engine' })).status).toBe(201)
  })

  test('a request with a valid credential that is on its way is closed after all that carry none', {
    meta: { proves: ['edge.connections.limit'] },
  }, async () => {
    const upload = await hold(`${post(ada)}Content-Length: 15\r\n\r\n{"name":`)
    await until(async () => (await ada.get('/metrics')).text.includes('tandem_http_requests_under_way 2'))
    for (let n = 0; n < 2 * most; n += 1) await hold()
    const answered = once(upload, 'data')
    upload.write('"Slow"}')
    expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 201 /)
  })

  test('live sockets leave room for requests', async () => {
    const bob = await tandem.register('Bob')
    const open = []
    for (let n = 0; n < (most * 3) / 4; n += 1) open.push(await openSocket(tandem.url, { cookie: (n % 2 ? ada : bob).cookie ?? '' }))
    for (let n = 0; n < 2 * most; n += 1) await hold()
    expect((await ada.get('/api/me')).status).toBe(200)
    expect(await tryToOpen(tandem.url, { cookie: ada.cookie ?? '' })).toEqual({ status: 503, code: 'unavailable' })
    expect(open.every(({ closed }) => closed === null)).toBe(true)
    for (const socket of open) socket.close()
  })
})

describe('how many there may be', () => {
  const settings = { CONNECTIONS_MAX: undefined, CONNECTIONS_MAX_PER_ADDRESS: undefined, DATABASE_POOL_SIZE: 16, TRUST_PROXY: 'false' }

  test('follows from the limit of open files, and leaves room for the database, deliveries and files', {
    meta: { proves: ['edge.connections.limit'] },
  }, () => {
    expect(roomForConnections(1_024, 16)).toBe(324)
    expect(connectionLimits(settings, 1_024).most).toBe(324)
    expect(connectionLimits(settings, 1_048_576).most).toBe(20_000)
    expect(connectionLimits({ ...settings, CONNECTIONS_MAX: 50_000 }, 1_048_576).most).toBe(50_000)
    expect(connectionLimits({ ...settings, CONNECTIONS_MAX: 50_000 }, 1_024).most).toBe(324)
    expect(connectionLimits(settings, 100).most).toBe(64)
    expect(connectionLimits(settings, Infinity).most).toBe(20_000)
  })

  test('one address may have a quarter of them; not so trusted proxies and this machine', {
    meta: { proves: ['edge.connections.proxies'] },
  }, () => {
    const { most, perAddress } = connectionLimits({ ...settings, TRUST_PROXY: '10.0.0.0/8, 192.0.2.7, uniquelocal' }, 1_024)
    expect(perAddress('203.0.113.9')).toBe(most / 4)
    expect(perAddress('::ffff:203.0.113.9')).toBe(most / 4)
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd00::1', ''])
      expect([address, perAddress(address)]).toEqual([address, Infinity])
    for (const TRUST_PROXY of ['true', '2'])
      expect(connectionLimits({ ...settings, TRUST_PROXY }, 1_024).perAddress('203.0.113.9')).toBe(Infinity)
    expect(connectionLimits({ ...settings, CONNECTIONS_MAX_PER_ADDRESS: 20 }, 1_024).perAddress('2001:db8::1')).toBe(20)
  })
})
