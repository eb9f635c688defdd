import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { writtenLetters } from '../../src/workers/mail/letters.ts'
import { movableClock } from '../kit/clock.ts'
import { freshDatabase } from '../kit/database.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.address, { poolSize: 4, onError: () => {} })
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

test('a worker that has lost its lease settles nothing that another one has claimed since', async () => {
  const clock = movableClock()
  const queue = writtenLetters(database)
  const id = randomUUID()
  const now = new Date(clock.now()).toISOString()
  await database.pool.query(
    `insert into mails (id, recipient, subject, body, attempts, next_attempt_at, created_at) values ($1, 'ada@example.com', 's', 'b', 0, $2, $2)`,
    [id, now],
  )
  const state = async () => (await database.pool.query('select attempts, next_attempt_at from mails')).rows
  const claim = async () => (await queue.claim(clock.now(), clock.now() + 4_500)).letters[0]?.rows ?? []
  const lost = await claim()
  clock.advance(10_000)
  const held = await claim()
  const before = await state()
  expect([lost[0]?.attempts, held[0]?.attempts]).toEqual([1, 2])
  const later = clock.now() + 3_600_000
  await queue.renew(lost, later)
  await queue.postpone(lost.map((row) => ({ ...row, untilMs: later })))
  await queue.giveBack(lost, clock.now())
  await queue.drop(lost)
  expect(await state()).toEqual(before)
  await queue.postpone(held.map((row) => ({ ...row, untilMs: later })))
  expect(await state()).toEqual([{ attempts: 2, next_attempt_at: new Date(later).toISOString() }])
  const given = clock.now()
  await queue.giveBack(held, given)
  expect(await state()).toEqual([{ attempts: 1, next_attempt_at: new Date(given).toISOString() }])
  await queue.drop(await claim())
  expect(await state()).toEqual([])
})
