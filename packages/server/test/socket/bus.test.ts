import { randomUUID } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Bus, Word } from '../../src/live/bus.ts'
import { createPostgresBus } from '../../src/live/postgres-bus.ts'
import { freshDatabase } from '../kit/database.ts'
import { until } from '../kit/http.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let one: Bus
let other: Bus
const heard: Word[] = []
const heardByOne: Word[] = []

beforeAll(async () => {
  database = await freshDatabase()
  const deps = { target: database.address, clock: systemClock, log: pino({ level: 'silent' }) }
  one = createPostgresBus(deps)
  other = createPostgresBus(deps)
  one.hear((word) => heardByOne.push(word))
  other.hear((word) => heard.push(word))
  one.start()
  other.start()
  await connected()
})
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()])
  await database?.drop()
})

/** Says something until it is heard: what was said before both were connected is lost. */
async function connected(): Promise<void> {
  await until(() => {
    one.say({ type: 'who is present', boardId: 'x' })
    return heard.length > 0
  })
  // Behind all that is still on its way.
  one.say({ type: 'present', boardId: 'last', actors: [] })
  await until(() => heard.some((word) => word.type === 'present'))
  heard.length = 0
}

const movedIn = (words: readonly Word[]) => words.flatMap((word) => (word.type === 'moved' ? [word] : []))

test('what one instance says, the others hear and it does not itself; boards that move at the same time are put together', async () => {
  const ids = Array.from({ length: 50 }, () => randomUUID())
  for (const id of ids) one.say({ type: 'moved', boardIds: [id], told: id === ids[7] ? [id] : [] })
  one.say({ type: 'present', boardId: ids[0] ?? '', actors: [{ actorId: ids[1] ?? '', cardId: null }] })
  await until(() => heard.some((word) => word.type === 'present'))
  const moved = movedIn(heard)
  expect(moved.length).toBeLessThan(5)
  expect(new Set(moved.flatMap((word) => word.boardIds))).toEqual(new Set(ids))
  expect(moved.flatMap((word) => word.told)).toEqual([ids[7]])
  expect(heardByOne).toEqual([])
})

test('more boards than fit are named as any', async () => {
  heard.length = 0
  one.say({ type: 'moved', boardIds: Array.from({ length: 500 }, () => randomUUID()), told: [] })
  await until(() => heard.length > 0)
  expect(heard).toEqual([{ type: 'moved', boardIds: null, told: null }])
})

test('a connection that breaks comes back by itself', async () => {
  const client = new pg.Client(database.address)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  heard.length = 0
  await connected()
})
