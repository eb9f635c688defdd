import { createHmac, randomBytes } from 'node:crypto'
import { verifyV2 } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { readConfig } from '../../../packages/server/src/config.ts'
import { freePort, startTandem } from '../../../packages/server/test/faults/rig/tandem.ts'
import { freshDatabase, urlOf } from '../../../packages/server/test/kit/database.ts'
import { type Sender, send } from '../../../packages/server/test/kit/http.ts'
import { cookieOf, password, startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { aWhile, hangs, hook, type Received, type Receiver, receive, until } from '../../src/hooks.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A webhook that heard of one card, with a title that is more than ASCII, and what it was sent. */
async function told() {
  const { receiver, secret, heard } = await hook(world, board, ['card.created'])
  await board.card('Boiler – Kessel №1 🔥')
  await heard(1)
  const [received] = receiver.received
  if (!received) throw new Error('nothing was received')
  return { ...received, secret, receiver }
}

scenario('a delivery is a POST of the activity as the log holds it', ['delivery.body.activity'], async () => {
  const { body, headers, rawBody, method } = await told()
  const [newest] = await allowed(world.ada, 'board.activity', { boardId: board.id, limit: 1 })
  expect(body).toEqual(newest)
  expect(newest).toMatchObject({ verb: 'card.created', payload: { title: 'Boiler – Kessel №1 🔥' } })
  expect([method, headers['content-type'], headers['content-length']]).toEqual(['POST', 'application/json', String(rawBody.length)])
})

scenario(
  'a delivery is numbered, dated and signed over its raw bytes with the whole secret as it was shown',
  ['delivery.header.signature', 'delivery.header.key-bytes', 'delivery.header.delivery-id', 'delivery.header.timestamp'],
  async () => {
    world.tandem.clock.advance(3_600_000)
    const { headers, rawBody, secret } = await told()
    const { 'x-kanban-delivery-id': id, 'x-kanban-timestamp': timestamp, 'x-signature': signature } = headers
    const signedWith = (key: string | Buffer) =>
      `v2=${createHmac('sha256', key).update(`v2.${id}.${timestamp}.`).update(rawBody).digest('hex')}`
    expect(signature).toBe(signedWith(Buffer.from(secret, 'utf8')))
    expect(secret.startsWith('whsec_')).toBe(true)
    const bare = secret.slice('whsec_'.length)
    for (const key of [bare, Buffer.from(bare, 'base64')]) expect(signature).not.toBe(signedWith(key))
    expect(id).toMatch(uuidV7)
    expect(timestamp).toMatch(/^\d{10}$/)
    expect(Math.abs(Number(timestamp) - world.tandem.clock.now() / 1_000)).toBeLessThan(300)
  },
)

scenario(
  'the verifying code takes what was signed within five minutes and as it came, and nothing else',
  ['delivery.receiver.window', 'delivery.receiver.raw-body'],
  async () => {
    const { headers, rawBody, secret, body } = await told()
    const at = Number(headers['x-kanban-timestamp'])
    const verify = (change: object = {}) => verifyV2({ secret, headers, rawBody, nowSeconds: at, ...change })
    for (const away of [0, 300, -300]) expect(await verify({ nowSeconds: at + away })).toMatchObject({ ok: true })
    for (const away of [301, -301, 3_600]) expect(await verify({ nowSeconds: at + away })).toMatchObject({ ok: false })
    expect(await verify({ headers: { ...headers, 'x-kanban-timestamp': String(at + 400) }, nowSeconds: at + 400 })).toMatchObject({
      ok: false,
    })
    const flipped = Buffer.from(rawBody)
    flipped[10] = (flipped[10] ?? 0) ^ 1
    const rewritten = JSON.stringify(body, null, 1)
    for (const altered of [flipped, rewritten, rawBody.subarray(1), Buffer.concat([rawBody, Buffer.from(' ')])])
      expect(await verify({ rawBody: altered })).toMatchObject({ ok: false })
    expect(await verify({ secret: `${secret}x` })).toMatchObject({ ok: false })
  },
)

scenario('a receiver that hangs does not hold up the others', ['delivery.isolation.slow-receiver'], async () => {
  const stuck = await hook(world, board, ['card.created'], hangs)
  const quick = await hook(world, board, ['card.created'])
  await Promise.all(Array.from({ length: 40 }, () => board.card()))
  await quick.heard(40)
  expect(new Set(quick.receiver.received.map(({ body }) => body.seq)).size).toBe(40)
  expect(stuck.receiver.received.length).toBeGreaterThan(0)
})

type Ending = { onTestFinished(end: () => Promise<void>): void }
type Fresh = Awaited<ReturnType<typeof freshDatabase>>

/** A service of its own beside others on one database; it ends with the test. */
async function beside(fresh: Fresh, environment: Record<string, string>, { onTestFinished }: Ending): Promise<TestService> {
  const tandem = await startTestService({ address: fresh.address, environment })
  onTestFinished(() => tandem.stop())
  return tandem
}

/** A board with a webhook for its lists; says how to add one. */
async function listening(ada: Sender, receiver: Receiver): Promise<(name: string) => Promise<number>> {
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  await ada.post(`/api/boards/${boardId}/webhooks`, { url: receiver.url, events: ['list.created'] })
  return async (name) => (await ada.post(`/api/boards/${boardId}/lists`, { name })).status
}

const nameOf = ({ body }: Received) => (body.payload as { name: string }).name

scenario(
  'what a service had committed when it was killed is delivered by the next, under the ids that it had',
  ['delivery.guarantee.at-least-once'],
  async (context) => {
    const fresh = await freshDatabase()
    context.onTestFinished(() => fresh.drop())
    const key = { INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') }
    const receiver = await receive(hangs)
    const process = startTandem({ ...key, DATABASE_URL: urlOf(fresh.address), PORT: String(await freePort()) })
    await process.ready()
    const registered = await send(process.url, {}).post('/api/auth/register', { email: 'ada@example.com', password, name: 'Ada' })
    const addList = await listening(send(process.url, { cookie: cookieOf(registered) }), receiver)
    const lists = Array.from({ length: 20 }, (_, at) => `List ${at}`)
    expect(new Set(await Promise.all(lists.map(addList)))).toEqual(new Set([201]))
    process.kill('SIGKILL')
    await process.ended
    const underWay = receiver.received.splice(0)
    receiver.answers = [200]
    const next = await beside(fresh, key, context)
    // By then the claims of the running attempts have expired.
    next.clock.advance(600_000)
    await until(() => new Set(receiver.received.map(nameOf)).size === lists.length)
    const idOf = new Map(receiver.received.map((one) => [nameOf(one), one.headers['x-kanban-delivery-id']]))
    for (const one of underWay) expect(idOf.get(nameOf(one))).toBe(one.headers['x-kanban-delivery-id'])
  },
)

scenario(
  'a sweep every WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS finds deliveries without a nudge',
  ['delivery.sweep.interval', 'delivery.sweep.default'],
  async (context) => {
    const fresh = await freshDatabase()
    context.onTestFinished(() => fresh.drop())
    const environment = {
      INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS: '600000',
    }
    const receiver = await receive()
    const deaf = await beside(fresh, environment, context)
    const sweeping = await beside(fresh, environment, context)
    const addList = await listening(await deaf.register('Ada'), receiver)
    await deaf.service.workers.stop()
    await addList('One')
    sweeping.clock.advance(570_000)
    await aWhile(sweeping)
    expect(receiver.received).toEqual([])
    sweeping.clock.advance(30_000)
    await until(() => receiver.received.length === 1)
    expect(readConfig({}).WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS).toBe(5_000)
  },
)
