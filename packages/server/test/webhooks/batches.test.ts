import { expect, test } from 'vitest'
import { gather } from '../../src/workers/deliveries/batcher.ts'
import { type Claim, claim } from '../../src/workers/deliveries/claim.ts'
import { createPools } from '../../src/workers/deliveries/pools.ts'
import { createSettle, type Settle } from '../../src/workers/deliveries/settle.ts'
import type { TestService } from '../kit/service.ts'
import { receive, service } from './fixture/hooked-board.ts'

const worked = { status: 200, error: null }
const refused = { status: 404, error: 'http_404' }
const broke = { status: 500, error: 'http_500' }

/** A board with subscriptions by name and `cards` claimed deliveries of each, in the order of the log; no worker runs. */
async function claimed(
  names: readonly string[],
  cards: number,
): Promise<{ tandem: TestService; settle: Settle; of: (name: string) => Claim[] }> {
  const tandem = await service()
  await tandem.service.workers.stop()
  const { url } = await receive()
  const ada = await tandem.register('Ada')
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  const listId = (await ada.post(`/api/boards/${boardId}/lists`, { name: 'To do' })).body.id
  for (const name of names) await ada.post(`/api/boards/${boardId}/webhooks`, { url: `${url}/${name}`, events: ['card.created'] })
  for (let card = 0; card < cards; card++) await ada.post(`/api/lists/${listId}/cards`, { title: `Card ${card}` })
  const claims: Claim[] = []
  while (claims.length < names.length * cards) claims.push(...(await claim(tandem.database, createPools().allowance(), tandem.clock.now())))
  const settle = createSettle({ database: tandem.database, clock: tandem.clock, kernel: tandem.service.kernel })
  return { tandem, settle, of: (name) => claims.filter(({ webhook }) => webhook.url.endsWith(`/${name}`)) }
}

async function setStreak(tandem: TestService, name: string, failures: number): Promise<void> {
  await tandem.database.pool.query('update webhooks set consecutive_failures = $2 where url like $1', [`%/${name}`, failures])
}

/** By name; `written` is the transaction that wrote the row last. */
async function webhook(tandem: TestService, name: string) {
  const { rows } = await tandem.database.pool.query(
    'select active, consecutive_failures as streak, xmin::text as written from webhooks where url like $1',
    [`%/${name}`],
  )
  return rows[0]
}

async function delivery(tandem: TestService, { deliveryId }: Claim) {
  const { rows } = await tandem.database.pool.query(
    'select state, attempts, next_attempt_at, finished_at, last_status, last_error, xmin::text as written from deliveries where id = $1',
    [deliveryId],
  )
  return rows[0]
}

function only(claims: Claim[]): Claim {
  if (claims.length !== 1 || !claims[0]) throw new Error(`one claim expected, not ${claims.length}`)
  return claims[0]
}

test('outcomes of every kind that come in together share a transaction; the tenth failure shares one with its end', async () => {
  const names = ['works', 'retries', 'fails', 'ends', 'canceled', 'back']
  const { tandem, settle, of } = await claimed(names, 1)
  await setStreak(tandem, 'works', 4)
  await setStreak(tandem, 'fails', 8)
  await setStreak(tandem, 'ends', 9)
  const nowMs = tandem.clock.now()
  await Promise.all([
    settle.failed(only(of('ends')), refused),
    settle.delivered(only(of('works')), worked),
    settle.retry(only(of('retries')), broke, 600_000),
    settle.failed(only(of('fails')), refused),
    settle.canceled(only(of('canceled'))),
    settle.handBack(only(of('back'))),
  ])
  const [works, retries, fails, ends, canceled, back] = await Promise.all(names.map((name) => delivery(tandem, only(of(name)))))
  expect(works).toMatchObject({ state: 'delivered', attempts: 1, last_status: 200, last_error: null, finished_at: expect.anything() })
  expect(retries).toMatchObject({ state: 'pending', attempts: 1, last_status: 500, last_error: 'http_500', finished_at: null })
  expect(Date.parse(retries.next_attempt_at)).toBeGreaterThanOrEqual(nowMs + 600_000)
  expect(fails).toMatchObject({ state: 'failed', attempts: 1, last_status: 404, last_error: 'http_404', finished_at: expect.anything() })
  expect(ends).toMatchObject({ state: 'failed', attempts: 1, last_status: 404, finished_at: expect.anything() })
  expect(canceled).toMatchObject({ state: 'canceled', attempts: 1, last_status: null, finished_at: expect.anything() })
  expect(back).toMatchObject({ state: 'pending', attempts: 0, last_status: null, finished_at: null })
  expect(Date.parse(back.next_attempt_at)).toBeLessThanOrEqual(tandem.clock.now())

  const together = works.written
  expect([retries.written, fails.written, canceled.written, back.written]).toEqual([together, together, together, together])
  expect(await webhook(tandem, 'works')).toEqual({ active: true, streak: 0, written: together })
  expect(await webhook(tandem, 'fails')).toEqual({ active: true, streak: 9, written: together })
  expect(await webhook(tandem, 'ends')).toEqual({ active: false, streak: 10, written: ends.written })
  expect(ends.written).not.toBe(together)
  const { rows } = await tandem.database.pool.query(`select xmin::text as written from activities where verb = 'webhook.updated'`)
  expect(rows).toEqual([{ written: ends.written }])
})

test('a batch counts the failures in a row as they came, and only those after a success', async () => {
  const { tandem, settle, of } = await claimed(['first', 'hook', 'other'], 4)
  await setStreak(tandem, 'hook', 7)
  await setStreak(tandem, 'other', 3)
  const [one, two, three, four] = of('hook') as [Claim, Claim, Claim, Claim]
  await Promise.all([
    ...of('first').map((each) => settle.delivered(each, worked)),
    settle.failed(one, refused),
    settle.failed(two, refused),
    settle.delivered(three, worked),
    settle.failed(four, refused),
    ...of('other').map((each) => settle.failed(each, refused)),
  ])
  expect(await webhook(tandem, 'hook')).toMatchObject({ active: true, streak: 1 })
  expect(await webhook(tandem, 'other')).toMatchObject({ active: true, streak: 7 })
  for (const each of [one, two, four, ...of('other')]) expect(await delivery(tandem, each)).toMatchObject({ state: 'failed' })
})

test('failures beyond the tenth of one batch switch off once and are canceled', async () => {
  const { tandem, settle, of } = await claimed(['first', 'hook'], 4)
  await setStreak(tandem, 'hook', 8)
  await Promise.all([
    ...of('first').map((each) => settle.delivered(each, worked)),
    ...of('hook').map((each) => settle.failed(each, refused)),
  ])
  expect(await webhook(tandem, 'hook')).toMatchObject({ active: false, streak: 10 })
  const states = await Promise.all(of('hook').map(async (each) => (await delivery(tandem, each)).state))
  expect(states.toSorted()).toEqual(['canceled', 'canceled', 'failed', 'failed'])
  const { rows } = await tandem.database.pool.query(`select seq from activities where verb = 'webhook.updated'`)
  expect(rows.length).toBe(1)
})

test('a worker that lost its claim writes no failure, counts none and ends no subscription; a success still counts', async () => {
  const { tandem, settle, of } = await claimed(['first', 'retries', 'fails', 'ends', 'works', 'back'], 1)
  await setStreak(tandem, 'ends', 9)
  await tandem.database.pool.query('update deliveries set attempts = 2')
  await Promise.all([
    settle.retry(only(of('first')), broke, 1_000),
    settle.retry(only(of('retries')), broke, 1_000),
    settle.failed(only(of('fails')), refused),
    settle.failed(only(of('ends')), refused),
    settle.delivered(only(of('works')), worked),
    settle.handBack(only(of('back'))),
  ])
  for (const name of ['first', 'retries', 'fails', 'ends', 'back'])
    expect(await delivery(tandem, only(of(name)))).toMatchObject({ state: 'pending', attempts: 2, last_status: null })
  expect(await delivery(tandem, only(of('works')))).toMatchObject({ state: 'delivered' })
  expect(await webhook(tandem, 'fails')).toMatchObject({ active: true, streak: 0 })
  expect(await webhook(tandem, 'ends')).toMatchObject({ active: true, streak: 9 })
})

test('an outcome that cannot be written fails alone and leaves its lease to run out', async () => {
  const { tandem, settle, of } = await claimed(['first', 'works', 'bad', 'fails'], 1)
  const [, works, bad, fails] = await Promise.allSettled([
    settle.delivered(only(of('first')), worked),
    settle.delivered(only(of('works')), worked),
    settle.retry(only(of('bad')), { status: null, error: 'no\u0000text' }, 1_000),
    settle.failed(only(of('fails')), refused),
  ])
  expect([works?.status, bad?.status, fails?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await delivery(tandem, only(of('works')))).toMatchObject({ state: 'delivered' })
  expect(await webhook(tandem, 'fails')).toMatchObject({ streak: 1 })
  const left = await delivery(tandem, only(of('bad')))
  expect(left).toMatchObject({ state: 'pending', attempts: 1, last_error: null })
  expect(Date.parse(left.next_attempt_at)).toBeGreaterThan(tandem.clock.now())
})

test('what comes in together shares a run, in order, up to the bound; with enough of them it waits for no more', async () => {
  const runs: number[][] = []
  const double = gather({ largest: 64, enough: 2, forMs: 2 ** 31 - 1 }, async (numbers: readonly number[]) => {
    runs.push([...numbers])
    return numbers.map((number) => 2 * number)
  })
  const numbers = Array.from({ length: 130 }, (_, at) => at)
  expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((number) => 2 * number))
  expect(runs.map(({ length }) => length)).toEqual([64, 64, 2])
  expect(runs.flat()).toEqual(numbers)
})

test('an item that stays alone has its run', async () => {
  const double = gather({ largest: 64, enough: 2, forMs: 1 }, async (numbers: readonly number[]) => numbers.map((number) => 2 * number))
  expect(await double(7)).toBe(14)
  expect(await double(8)).toBe(16)
})
