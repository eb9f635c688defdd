import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { claim } from '../../src/workers/deliveries/claim.ts'
import { limits, type PoolEntry, pools, slowAfterMs } from '../../src/workers/deliveries/pools.ts'
import { install } from '../integrations/plugin.ts'
import { movableClock } from '../kit/clock.ts'
import { freshDatabase } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { type HookedBoard, hookedBoard, receive, settled } from './fixture/hooked-board.ts'
import { hangs, type Receiver } from './fixture/receiver.ts'

/** An exchange counts against its pool until the test moves the clock, on a slow machine too. */
const stoppedClock = () => movableClock(Date.now, slowAfterMs)

async function count(tandem: TestService, where: string): Promise<number> {
  const { rows } = await tandem.database.pool.query(`select count(*)::int as count from deliveries where ${where}`)
  return rows[0].count
}

const pending = (tandem: TestService) => count(tandem, `state = 'pending'`)
/** Finished exchanges, with any result. */
const ended = (tandem: TestService) => count(tandem, 'last_status is not null or last_error is not null')

/** Creates a board of the person with these subscriptions to its cards. Returns a list of it. */
async function listOfHooks(person: Person, urls: readonly string[]): Promise<string> {
  const boardId = (await person.post('/api/boards', { name: 'Engine' })).body.id
  for (const url of urls) {
    const made = await person.post(`/api/boards/${boardId}/webhooks`, { url, events: ['card.created'] })
    if (made.status !== 201) throw new Error(made.text)
  }
  return (await person.post(`/api/boards/${boardId}/lists`, { name: 'To do' })).body.id
}

/** Mallory's twenty subscriptions with four deliveries each, then one of Ada's; no worker runs. */
async function twoWithBacklog(): Promise<{ tandem: TestService; board: HookedBoard; mallory: Person }> {
  const board = await hookedBoard()
  const { tandem } = board
  await tandem.service.workers.stop()
  const mallory = await tandem.register('Mallory')
  const urls = Array.from({ length: 20 }, (_, hook) => `http://hook-${hook}.localhost:8080/`)
  const listId = await listOfHooks(mallory, urls)
  for (let card = 0; card < 4; card++) await mallory.post(`/api/lists/${listId}/cards`, { title: 'A card' })
  await board.addCard()
  return { tandem, board, mallory }
}

async function hooksOf(tandem: TestService, { actorId }: Person): Promise<string[]> {
  const { rows } = await tandem.database.pool.query('select id from webhooks where created_by = $1', [actorId])
  return rows.map(({ id }) => id)
}

const isOpen = (response: ServerResponse) => !response.writableEnded && !response.destroyed

function poolEntryOf({ ownerId, host, pool = 'unproven' }: Partial<PoolEntry> & Pick<PoolEntry, 'ownerId' | 'host'>): PoolEntry {
  return { webhookId: randomUUID(), ownerId, host, pool }
}

test('F44: nineteen receivers that hang and a healthy one, 5,000 deliveries waiting: the healthy one has all of its own, and what is new', async () => {
  const environment = { INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') }
  const board = await hookedBoard({ environment, clock: stoppedClock() })
  await board.tandem.service.workers.stop()
  const stuck = await Promise.all(Array.from({ length: 19 }, () => receive(hangs)))
  for (const { url } of stuck) await board.ada.post(`/api/boards/${board.boardId}/webhooks`, { url, events: ['card.created'] })
  for (let card = 0; card < 250; card++) await board.addCard()
  expect(await pending(board.tandem)).toBe(5_000)

  const { address, clock } = board.tandem
  const sender = await startTestService({ address, clock, environment })
  onTestFinished(() => sender.stop())
  await settled(board, 250, 'delivered')
  await board.addCard()
  sender.service.workers.poke()
  await settled(board, 251, 'delivered')
  expect(await pending(sender)).toBe(19 * 251)
  const begun = stuck.map(({ received }) => received.length)
  // On a slow machine hanging exchanges may have reached their time-out of 15 s: those are subtracted.
  const cutOff = (await ended(sender)) - 251
  for (const count of begun) expect(count - cutOff).toBeLessThanOrEqual(4)
  expect(begun.reduce((sum, count) => sum + count) - cutOff).toBeLessThanOrEqual(limits.unproven.perOwner)
})

test.each([
  { hosts: 'one host', receivers: 1, atFirst: limits.unproven.perOwner, later: limits.slow.perOwner },
  { hosts: 'a host each', receivers: 80, atFirst: limits.unproven.perOwner, later: limits.slow.perOwner },
])(
  'eighty slow webhooks of one person on $hosts delay no other webhook, not even fast ones of the same person',
  async ({ receivers, atFirst, later }) => {
    const held: ServerResponse[] = []
    const tried = new Set<string>()
    const slow = await Promise.all(
      Array.from({ length: receivers }, () =>
        receive((response, { path }) => {
          held.push(response)
          tried.add(path)
        }),
      ),
    )
    const own = await receive()
    const board = await hookedBoard({ clock: stoppedClock() })
    const { tandem } = board
    const mallory = await tandem.register('Mallory')
    const [quiet, ...noisy] = await Promise.all(
      Array.from({ length: 5 }, (_, nth) => listOfHooks(mallory, nth === 0 ? [own.url] : urls(nth))),
    )
    for (let round = 0; round < 5; round++)
      await Promise.all(noisy.map((listId) => mallory.post(`/api/lists/${listId}/cards`, { title: 'A card' })))

    await isServedBeside(atFirst, board.receiver, board.addCard)

    while (tried.size < 80) {
      answerSlowly()
      await until(() => held.length > 0)
    }
    answerSlowly()
    await isServedBeside(later, board.receiver, board.addCard)
    await isServedBeside(later, own, () => mallory.post(`/api/lists/${quiet}/cards`, { title: 'A card' }))
    expect(await pending(tandem)).toBeGreaterThan(100)

    function urls(board: number): string[] {
      return Array.from({ length: 20 }, (_, at) => {
        const hook = 20 * (board - 1) + at
        return `${slow[hook % receivers]?.url}/${hook}`
      })
    }

    function answerSlowly(): void {
      tandem.clock.advance(slowAfterMs + 1)
      for (const response of held.splice(0)) response.writeHead(200).end()
    }

    /**
     * Passes when `act` is served while `slowOnes` slow exchanges are under way and none of them ends. Each times out after 15 s; when that
     * happens meanwhile, on a slow machine, the attempt proves nothing and is repeated.
     */
    async function isServedBeside(slowOnes: number, { received }: Receiver, act: () => Promise<unknown>): Promise<void> {
      for (let tries = 0; tries < 5; tries++) {
        await until(() => held.filter(isOpen).length >= slowOnes)
        const [before, heldBefore] = [received.length, held.filter(isOpen)]
        await act()
        await until(() => received.length > before)
        if (heldBefore.every(isOpen)) return
      }
      throw new Error('only after a slow exchange had ended, five times in a row')
    }
  },
)

test('who has fewest attempts under way is next, however old the backlog of the others', async () => {
  const { tandem, board, mallory } = await twoWithBacklog()
  const others = Array.from({ length: limits.unproven.overall - 16 }, (_, nth) =>
    poolEntryOf({ ownerId: randomUUID(), host: `other-${nth}` }),
  )
  const ofMallory = Array.from({ length: 15 }, (_, nth) => poolEntryOf({ ownerId: mallory.actorId, host: `mallory-${nth}` }))
  const claims = await claim(tandem.database, { underWay: [...others, ...ofMallory], known: [] }, tandem.clock.now())
  expect(claims.map(({ webhook }) => webhook.id)).toEqual([board.webhook.id])
})

test('every subscription of a person has a turn before one of them has a second', async () => {
  const { tandem, mallory } = await twoWithBacklog()
  const known = (await hooksOf(tandem, mallory)).map((webhookId) => ({ webhookId, pace: 'fast' as const }))
  const claims = await claim(tandem.database, { underWay: [], known }, tandem.clock.now())
  const ofMallory = claims.filter(({ poolEntry }) => poolEntry.ownerId === mallory.actorId)
  expect(new Set(ofMallory.map(({ poolEntry }) => poolEntry.webhookId)).size).toBe(20)
  expect(ofMallory.length).toBe(20)
})

test.each(pools)(
  'a person has a first attempt in the pool %s at once, however many others have theirs there and on the host',
  async (pool) => {
    const { tandem, board, mallory } = await twoWithBacklog()
    const { overall, perHost, perOwner, mostFirsts } = limits[pool]
    const known = [...(await hooksOf(tandem, mallory)), board.webhook.id].flatMap((webhookId) =>
      pool === 'unproven' ? [] : { webhookId, pace: pool === 'proven' ? ('fast' as const) : ('slow' as const) },
    )
    const { host } = new URL(board.receiver.url)
    const others = Array.from({ length: overall }, (_, nth) =>
      poolEntryOf({ ownerId: nth < perOwner ? mallory.actorId : randomUUID(), host: nth < perHost ? host : `other-${nth}`, pool }),
    )
    const firsts = Array.from({ length: mostFirsts }, (_, nth) => poolEntryOf({ ownerId: randomUUID(), host: `first-${nth}`, pool }))
    const claimed = async (underWay: PoolEntry[]) =>
      (await claim(tandem.database, { underWay, known }, tandem.clock.now())).map(({ webhook }) => webhook.id)
    expect(await claimed([...others, ...firsts])).toEqual([])
    expect(await claimed([...others, ...firsts.slice(1)])).toEqual([board.webhook.id])
    await board.addCard()
    // A second exchange of the person is not a first one, whether of the same subscription or of another.
    const first = poolEntryOf({ ownerId: board.ada.actorId, host, pool })
    expect(await claimed([...others, first])).toEqual([])
    expect(await claimed([...others, { ...first, webhookId: board.webhook.id }])).toEqual([])
  },
)

test('a subscription of which nothing is known, or whose last attempt failed, has one attempt at a time', async () => {
  const { tandem, mallory } = await twoWithBacklog()
  const [failing = '', proven = ''] = await hooksOf(tandem, mallory)
  const known = [
    { webhookId: failing, pace: 'failing' as const },
    { webhookId: proven, pace: 'fast' as const },
  ]
  const claims = await claim(tandem.database, { underWay: [], known }, tandem.clock.now())
  const counts = Map.groupBy(claims, ({ webhook }) => webhook.id)
  expect([...counts].map(([id, of]) => [id === proven, of.length]).filter(([, count]) => count !== 1)).toEqual([[true, 4]])
})

test('an agent has its turns from its owner, and a slow pool that is full leaves the fast one alone', async () => {
  const { tandem, board, mallory } = await twoWithBacklog()
  const claimWith = async (underWay: PoolEntry[], slow: string[]) => {
    const known = slow.map((webhookId) => ({ webhookId, pace: 'slow' as const }))
    return (await claim(tandem.database, { underWay, known }, tandem.clock.now())).map(({ poolEntry }) => poolEntry.ownerId)
  }
  const slow = await hooksOf(tandem, mallory)
  const full = Array.from({ length: limits.slow.overall }, (_, nth) =>
    poolEntryOf({ ownerId: randomUUID(), host: `slow-${nth}`, pool: 'slow' }),
  )
  expect(new Set(await claimWith([...full, poolEntryOf({ ownerId: mallory.actorId, host: 'slow', pool: 'slow' })], slow))).toEqual(
    new Set([board.ada.actorId]),
  )
  const robo = await tandem.agent(mallory, 'Robo')
  await tandem.database.pool.query('update webhooks set created_by = $1 where created_by = $2', [robo.actorId, mallory.actorId])
  const most = Array.from({ length: limits.unproven.perOwner }, (_, nth) =>
    poolEntryOf({ ownerId: mallory.actorId, host: `mallory-${nth}` }),
  )
  expect(await claimWith(most, [])).not.toContain(mallory.actorId)
  expect(await claimWith([], [])).toContain(mallory.actorId)
})

test('the integrations that a person installed have their turns from that person', async () => {
  const { tandem, board, mallory } = await twoWithBacklog()
  const boardId = (await mallory.post('/api/boards', { name: 'Plugins' })).body.id
  for (let nth = 0; nth < 2; nth++) await install(tandem, mallory, boardId)
  await mallory.post(`/api/boards/${boardId}/lists`, { name: 'To do' })
  const most = Array.from({ length: limits.unproven.perOwner }, (_, nth) =>
    poolEntryOf({ ownerId: mallory.actorId, host: `mallory-${nth}` }),
  )
  const entries = async (underWay: PoolEntry[]) =>
    (await claim(tandem.database, { underWay, known: [] }, tandem.clock.now())).map(({ poolEntry }) => poolEntry)
  expect((await entries(most)).map(({ ownerId }) => ownerId)).toEqual([board.ada.actorId])
  const ofMallory = await entries([])
  expect(new Set(ofMallory.map(({ ownerId }) => ownerId))).toEqual(new Set([mallory.actorId]))
  expect(new Set(ofMallory.map(({ webhookId }) => webhookId)).size).toBe(22)
})

test('a backlog on a working receiver drains without waiting for the sweep, in the order of the log at first', async () => {
  const board = await hookedBoard({ environment: { WEBHOOK_DELIVERY_SWEEP_INTERVAL_MS: '3600000' } })
  await Promise.all(Array.from({ length: 200 }, (_, at) => board.addCard(`Card ${at}`)))
  await settled(board, 200, 'delivered')
  expect(new Set(board.receiver.received.map(({ headers }) => headers['x-kanban-delivery-id'])).size).toBe(200)
  const seqs = board.receiver.received.map(({ body }) => Number(body.seq))
  for (const [at, seq] of seqs.entries()) expect(Math.abs(seq - (seqs.toSorted((a, b) => a - b)[at] ?? 0))).toBeLessThanOrEqual(8)
})

test('a receiver whose last try failed is tried by one delivery at a time', async () => {
  const board = await hookedBoard({ answers: [500, hangs] })
  await board.addCard()
  await until(async () => (await board.deliveries())[0]?.last_status === 500)
  for (let card = 0; card < 6; card++) await board.addCard()
  await until(() => board.receiver.received.length === 2)
  board.tandem.clock.advance(5_000)
  await board.addCard()
  await until(async () => (await board.deliveries()).length === 8)
  expect(board.receiver.received.length).toBe(2)
})

test('two instances on one database make no attempt twice', async () => {
  const fresh = await freshDatabase()
  const options = { address: fresh.address, environment: { INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') } }
  const [one, two] = [await startTestService(options), await startTestService(options)]
  onTestFinished(async () => {
    await Promise.all([one.stop(), two.stop()])
    await fresh.drop()
  })
  const receivers = await Promise.all([receive(), receive(), receive()])
  const ada = await one.register('Ada')
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  const list = (await ada.post(`/api/boards/${boardId}/lists`, { name: 'To do' })).body.id
  for (const { url } of receivers) await ada.post(`/api/boards/${boardId}/webhooks`, { url, events: ['card.created'] })
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 6 }, () => ada.post(`/api/lists/${list}/cards`, { title: 'A card' })))
    two.service.workers.poke()
  }
  await until(() => receivers.every(({ received }) => received.length >= 60))
  for (const { received } of receivers) {
    expect(received.length).toBe(60)
    expect(new Set(received.map(({ headers }) => headers['x-kanban-delivery-id'])).size).toBe(60)
  }
})

test('stopping hands back what is under way: it is due at once and no try is lost', async () => {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const tandem = await startTestService({ address: fresh.address })
  const receiver = await receive(hangs)
  const ada = await tandem.register('Ada')
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  await ada.post(`/api/boards/${boardId}/webhooks`, { url: receiver.url, events: ['list.created'] })
  await ada.post(`/api/boards/${boardId}/lists`, { name: 'To do' })
  await until(() => receiver.received.length === 1)
  await tandem.service.workers.stop()
  const { rows } = await tandem.database.pool.query('select state, attempts, next_attempt_at from deliveries')
  expect(rows).toMatchObject([{ state: 'pending', attempts: 0 }])
  expect(Date.parse(rows[0].next_attempt_at)).toBeLessThanOrEqual(tandem.clock.now())
  await tandem.stop()
})
