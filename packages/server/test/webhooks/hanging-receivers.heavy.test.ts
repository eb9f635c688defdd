import { randomBytes } from 'node:crypto'
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
 * One host and port. Connections with TLS never get a handshake, `/hangs` no answer, `/headers` headers without an end; everything else is
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

/** Creates a person with a board whose subscriptions have these addresses. */
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
  'F44: $boards boards with 20 subscriptions each that $how do not delay a healthy one on their host (F116)',
  { meta: { proves: ['delivery.isolation.same-host'] } },
  async ({ boards, url }) => {
    // An exchange counts against its pool until the test moves the clock, however long a busy machine takes in between.
    const clock = movableClock(Date.now, slowAfterMs)
    const tandem = await startTestService({ clock, environment: { METRICS_TOKEN } })
    onTestFinished(() => tandem.stop())
    const host = await startHost()
    const noisy = await owners(tandem, boards, Array<string>(20).fill(url(host.port)))
    const addCard = await boardOf(await tandem.register('Ada'), [`http://127.0.0.1:${host.port}/healthy`])
    for (let card = 0; card < 3; card++) for (const act of noisy) await act()

    for (let sample = 0; sample < 20; sample++) {
      const before = host.healthy()
      await addCard()
      expect(await isTried(tandem), `sample ${sample}`).toBe(true)
      await until(() => host.healthy() > before)
      await until(async () => (await tandem.database.pool.query(pendingOfHealthy)).rowCount === 0)
      tandem.clock.advance(slowAfterMs + 1)
    }
    expect(host.held()).toBeGreaterThanOrEqual(20 * boards)
  },
)

test('F44: new subscriptions that hang, more than are tried at once, delay neither one that works on their host nor new ones of others, not even for their first second', {
  meta: { proves: ['delivery.isolation.same-host'] },
}, async () => {
  const tandem = await startTestService({ clock: movableClock(Date.now, slowAfterMs) })
  onTestFinished(() => tandem.stop())
  const host = await startHost()
  const [hangs, healthy] = [`http://127.0.0.1:${host.port}/hangs`, `http://127.0.0.1:${host.port}/healthy`]
  const addCard = await boardOf(await tandem.register('Ada'), [healthy])
  await addCard()
  await until(async () => (await tandem.database.pool.query(`select from deliveries where state = 'delivered'`)).rowCount === 1)
  const newcomers = await owners(tandem, 3, [healthy, healthy])
  const mallory = await tandem.register('Mallory')
  const noisy = await owners(tandem, 4, Array<string>(20).fill(hangs))
  for (let board = 0; board < 4; board++) noisy.push(await boardOf(mallory, Array<string>(20).fill(hangs)))
  await Promise.all(noisy.map((act) => act()))
  await until(() => host.held() >= limits.unproven.overall)
  for (const [nth, act] of newcomers.entries()) {
    await act()
    await until(() => host.healthy() === 2 * nth + 3)
  }
  for (let card = 1; card <= 5; card++) {
    await addCard()
    await until(() => host.healthy() === card + 7)
  }
  // The clock stood still: no hanging exchange has left its pool, and beyond its limit only the first exchange of a person is attempted.
  expect(host.held()).toBeLessThanOrEqual(limits.unproven.overall + 4)
})

test('F44: right after a restart, when nothing is known of any, subscriptions that hang delay no healthy one, of their person or another', {
  meta: { proves: ['delivery.isolation.same-host'] },
}, async () => {
  const environment = { INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') }
  const clock = movableClock(Date.now, slowAfterMs)
  const tandem = await startTestService({ clock, environment })
  onTestFinished(() => tandem.stop())
  await tandem.service.workers.stop()
  const host = await startHost()
  const [hangs, healthy] = [`http://127.0.0.1:${host.port}/hangs`, `http://127.0.0.1:${host.port}/healthy`]
  const noisy = await owners(tandem, 4, Array<string>(20).fill(hangs))
  const alone = await boardOf(await tandem.register('Ada'), [healthy])
  const beside = await boardOf(await tandem.register('Bo'), [...Array<string>(19).fill(hangs), healthy])
  for (let card = 0; card < 3; card++) for (const act of [...noisy, alone, beside]) await act()
  const restarted = await startTestService({ address: tandem.address, clock, environment })
  onTestFinished(() => restarted.stop())
  await until(() => host.healthy() === 6)
  // The clock stood still: the first attempt of each hanging subscription is under way.
  expect(host.held()).toBe(99)
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
const pendingOfHealthy = `select from deliveries d join webhooks w on w.id = d.webhook_id where w.url like '%/healthy' and d.state = 'pending'`
const untriedOfHealthy = `${pendingOfHealthy} and d.attempts = 0`

/** Whether the healthy subscription's delivery is attempted while the clock stands still. False when the worker has polled and a limit kept the delivery back, or when it does not poll because its pools are full. */
async function isTried({ database, service, withToken }: TestService): Promise<boolean> {
  const looksSoFar = async () => (await scrape(withToken(METRICS_TOKEN))).get(looks) ?? 0
  const before = await looksSoFar()
  return until(async () => {
    // Two polls: one may have been under way already. Counted before the query: what those polls claimed is attempted by now.
    const hasLooked = (await looksSoFar()) >= before + 2
    if ((await database.pool.query(untriedOfHealthy)).rowCount === 0) return 'tried'
    service.workers.poke()
    return hasLooked && 'left'
  }, noLookMs).then(
    (what) => what === 'tried',
    () => false,
  )
}

/** Longer than two polls take on a slow machine. */
const noLookMs = 20_000
