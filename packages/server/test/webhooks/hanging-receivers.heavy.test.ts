import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limits, slowAfterMs } from '../../src/workers/deliveries/pools.ts'
import { movableClock } from '../kit/clock.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { scrape } from '../metrics/scrape.ts'
import { attemptDue } from './fixture/attempts.ts'
import { hookedBoard } from './fixture/hooked-board.ts'

/**
 * One host and port. What comes with TLS never gets a handshake, `/hangs` no answer, `/headers` headers without an end; all else is
 * answered at once.
 */
async function startHost(): Promise<{ port: number; healthy(): number; held(): number }> {
  const counts = { healthy: 0, held: 0 }
  const sockets = new Set<Socket>()
  const http: Server = createServer((request, response) => {
    request.resume().on('end', () => answer(request.url ?? '', response))
  })
  const tcp = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', (chunk: Buffer) => {
      if (chunk[0] === tlsHandshake) return hold()
      http.emit('connection', socket)
      socket.unshift(chunk)
    })
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    tcp.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = tcp.address() as AddressInfo
  return { port, healthy: () => counts.healthy, held: () => counts.held }

  function answer(path: string, response: ServerResponse): void {
    if (path.startsWith('/headers')) response.writeHead(500, { 'content-length': '10' }).flushHeaders()
    if (path !== '/healthy') return hold()
    counts.healthy += 1
    response.writeHead(204).end()
  }

  function hold(): void {
    counts.held += 1
  }
}

const tlsHandshake = 0x16

/** A person with a board of their own, all of whose subscriptions lead to these addresses. */
async function boardOf(person: Person, urls: readonly string[]): Promise<() => Promise<void>> {
  const boardId = (await person.post('/api/boards', { name: 'Engine' })).body.id
  const listId = (await person.post(`/api/boards/${boardId}/lists`, { name: 'To do' })).body.id
  for (const url of urls) expect((await person.post(`/api/boards/${boardId}/webhooks`, { url, events: ['card.created'] })).status).toBe(201)
  return async () => {
    expect((await person.post(`/api/lists/${listId}/cards`, { title: 'A card' })).status).toBe(201)
  }
}

async function owners(tandem: TestService, count: number, urls: readonly string[]): Promise<(() => Promise<void>)[]> {
  const acts: (() => Promise<void>)[] = []
  for (let owner = 0; owner < count; owner++) acts.push(await boardOf(await tandem.register(`Owner ${owner}`), urls))
  return acts
}

test.each([
  { boards: 20, how: 'never answer', url: (port: number) => `http://127.0.0.1:${port}/hangs` },
  { boards: 5, how: 'send headers and no more', url: (port: number) => `http://127.0.0.1:${port}/headers` },
  { boards: 5, how: 'never finish the TLS handshake', url: (port: number) => `https://127.0.0.1:${port}/tls` },
])(
  'F44: $boards boards with 20 subscriptions each that $how delay a healthy one on their host by a second or two (F116)',
  { meta: { proves: ['delivery.isolation.same-host'] } },
  async ({ boards, url }) => {
    // An exchange counts against its pool until the test moves the clock, however long a busy machine takes for what is between.
    const clock = movableClock(Date.now, slowAfterMs)
    const tandem = await startTestService({ clock, environment: { METRICS_TOKEN } })
    onTestFinished(() => tandem.stop())
    const host = await startHost()
    const noisy = await owners(tandem, boards, Array<string>(20).fill(url(host.port)))
    const addCard = await boardOf(await tandem.register('Ada'), [`http://127.0.0.1:${host.port}/healthy`])
    for (let card = 0; card < 3; card++) for (const act of noisy) await act()

    const waits: number[] = []
    for (let sample = 0; sample < 20; sample++) {
      const before = host.healthy()
      await addCard()
      waits.push(await secondsUntilTried(tandem))
      await until(() => host.healthy() > before)
      tandem.clock.advance(slowAfterMs + 1)
    }
    expect(waits.toSorted((a, b) => a - b)[18]).toBeLessThanOrEqual(1)
    expect(Math.max(...waits)).toBeLessThanOrEqual(3)
    expect(host.held()).toBeGreaterThanOrEqual(20 * boards)
  },
)

test('F44: sixty new subscriptions of six people that hang do not delay one that works on their host, not even for their first second', {
  meta: { proves: ['delivery.isolation.same-host'] },
}, async () => {
  const tandem = await startTestService({ clock: movableClock(Date.now, slowAfterMs) })
  onTestFinished(() => tandem.stop())
  const host = await startHost()
  const addCard = await boardOf(await tandem.register('Ada'), [`http://127.0.0.1:${host.port}/healthy`])
  await addCard()
  await until(async () => (await tandem.database.pool.query(`select from deliveries where state = 'delivered'`)).rowCount === 1)
  for (const act of await owners(tandem, 6, Array<string>(10).fill(`http://127.0.0.1:${host.port}/hangs`))) await act()
  await until(() => host.held() === limits.unproven.perHost)
  for (let card = 2; card < 12; card++) {
    await addCard()
    await until(() => host.healthy() === card)
  }
  // The clock stood still: none of those that hang has left its pool, and none of the others has been attempted.
  expect(host.held()).toBe(limits.unproven.perHost)
})

test('an exchange that is cut off to make room is a timeout, and is tried again', async () => {
  const board = await hookedBoard()
  await board.tandem.service.workers.stop()
  await board.addCard()
  await attemptDue(board, async () => ({ status: null, errorClass: 'stopped', retryAfter: null, isPublic: false, bodyExcerpt: '' }))
  expect(await board.deliveries()).toMatchObject([{ state: 'pending', attempts: 1, last_error: 'timeout' }])
})

const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'
const looks = 'tandem_worker_rounds_total{worker="deliveries",outcome="ok"}'
const untriedOfHealthy = `select from deliveries d join webhooks w on w.id = d.webhook_id
  where w.url like '%/healthy' and d.state = 'pending' and d.attempts = 0`

/** How often the clock has to move on by a second before the healthy subscription's delivery is attempted. */
async function secondsUntilTried(tandem: TestService): Promise<number> {
  for (let seconds = 0; ; seconds++) {
    if (await isTried(tandem)) return seconds
    tandem.clock.advance(slowAfterMs + 1)
  }
}

/** False when the worker has polled and a limit kept the delivery back, or when it does not poll because its pools are full. */
async function isTried({ database, service, withToken }: TestService): Promise<boolean> {
  const looksSoFar = async () => (await scrape(withToken(METRICS_TOKEN))).get(looks) ?? 0
  const before = await looksSoFar()
  return until(async () => {
    if ((await database.pool.query(untriedOfHealthy)).rowCount === 0) return 'tried'
    service.workers.poke()
    // One look may have been under way already.
    return (await looksSoFar()) >= before + 2 && 'left'
  }, noLookMs).then(
    (what) => what === 'tried',
    () => false,
  )
}

/** So long a machine may take for two looks. */
const noLookMs = 20_000
