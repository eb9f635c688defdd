import { randomUUID } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/common/clock.ts'
import type { Bus, BusMessage } from '../../src/live/bus.ts'
import { createPostgresBus } from '../../src/live/postgres-bus.ts'
import { freshDatabase } from '../kit/database.ts'
import { until } from '../kit/http.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let one: Bus
let other: Bus
const received: BusMessage[] = []
const receivedByOne: BusMessage[] = []

beforeAll(async () => {
  database = await freshDatabase()
  const deps = { target: database.address, clock: systemClock, log: pino({ level: 'silent' }) }
  one = createPostgresBus(deps)
  other = createPostgresBus(deps)
  one.subscribe((message) => receivedByOne.push(message))
  other.subscribe((message) => received.push(message))
  one.start()
  other.start()
  await connected()
})
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()])
  await database?.drop()
})

/** Sends messages until one arrives: those before both were connected are lost. */
async function connected(): Promise<void> {
  await until(() => {
    one.publish({ type: 'who is present', boardId: 'x' })
    return received.length > 0
  })
  // Arrives after all messages that are still on their way.
  one.publish({ type: 'present', boardId: 'last', actors: [] })
  await until(() => received.some((message) => message.type === 'present'))
  received.length = 0
}

const movedIn = (messages: readonly BusMessage[]) => messages.flatMap((message) => (message.type === 'moved' ? [message] : []))

test('messages of one instance reach the others and not itself; boards that move at the same time are merged', async () => {
  const ids = Array.from({ length: 50 }, () => randomUUID())
  for (const id of ids) one.publish({ type: 'moved', boardIds: [id], told: id === ids[7] ? [id] : [] })
  one.publish({ type: 'present', boardId: ids[0] ?? '', actors: [{ actorId: ids[1] ?? '', cardId: null }] })
  await until(() => received.some((message) => message.type === 'present'))
  const moved = movedIn(received)
  expect(moved.length).toBeLessThan(5)
  expect(new Set(moved.flatMap((message) => message.boardIds))).toEqual(new Set(ids))
  expect(moved.flatMap((message) => message.told)).toEqual([ids[7]])
  expect(receivedByOne).toEqual([])
})

test('more boards than fit are named as any', async () => {
  received.length = 0
  one.publish({ type: 'moved', boardIds: Array.from({ length: 500 }, () => randomUUID()), told: [] })
  await until(() => received.length > 0)
  expect(received).toEqual([{ type: 'moved', boardIds: null, told: null }])
})

test('a connection that breaks comes back by itself', async () => {
  const client = new pg.Client(database.address)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  received.length = 0
  await connected()
})
