import { TandemError } from '@tandem/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase, sql } from '../../../src/db/database.ts'
import { meaningOf } from '../../../src/db/failures.ts'
import { connectClient, serversOf } from '../../../src/db/servers/servers.ts'
import { onServer } from '../../kit/database.ts'
import { type TwoServers, twoServers } from './two-servers.ts'

let two: TwoServers
const databases: Database[] = []

beforeEach(async () => {
  two = await twoServers()
})

afterEach(async () => {
  for (const database of databases.splice(0)) await database.close()
  await two.stop()
})

function open(target = two.urlOf(), poolSize = 4): Database {
  const database = openDatabase(target, { poolSize, onError: () => {} })
  databases.push(database)
  return database
}

const accepted = () => two.proxies.map((proxy) => proxy.accepted())
const one = sql<{ one: number }>('select 1 as one')
const createTable = sql('create table later (id int)')

test('every connection goes to the first server, and to the next one once that is gone', async () => {
  const database = open()
  const readAtOnce = () => Promise.all(Array.from({ length: 4 }, () => database.row(one)))
  await readAtOnce()
  expect(accepted()).toEqual([4, 0])
  await two.proxies[0].stop()
  await expect.poll(() => database.pool.totalCount).toBe(0)
  expect(await readAtOnce()).toEqual(Array.from({ length: 4 }, () => ({ one: 1 })))
  expect(accepted()).toEqual([4, 4])
})

test('connections of one process follow each other: a client of its own goes where the pool has gone', async () => {
  const target = two.urlOf()
  await two.proxies[0].stop()
  await open(target).row(one)
  const client = await connectClient(target, {})
  await client.end()
  expect(accepted()).toEqual([0, 2])
})

test('a server that accepts and never answers is left after the time to connect', async () => {
  two.proxies[0].set('swallow')
  const client = await connectClient(two.urlOf(), { connectionTimeoutMillis: 200 })
  await client.end()
  expect(accepted()).toEqual([1, 1])
})

test('however long it takes, a command asks each server; a request gives up in time to be answered', async () => {
  await two.proxies[0].stop()
  const clock = vi.spyOn(performance, 'now')
  const searchSlowly = (longestMs?: number) => {
    const { inTurn, Client } = serversOf(two.urlOf())
    clock.mockReturnValue(0)
    return inTurn(async () => {
      clock.mockReturnValue(60_000)
      const client = new Client()
      await client.connect()
      await client.end()
    }, longestMs)
  }
  await expect(searchSlowly(4_000)).rejects.toThrow('no server takes a connection')
  expect(accepted()).toEqual([0, 0])
  await searchSlowly()
  clock.mockRestore()
  expect(accepted()).toEqual([0, 1])
})

test('servers without writes are refused with their names, as a database that is away; target_session_attrs=any takes them', async () => {
  await onServer(two.address, `alter database "${two.name}" set default_transaction_read_only = on`)
  const refused = await open()
    .row(one)
    .catch((error: unknown) => error)
  const [first, second] = two.proxies.map(({ port }) => `127.0.0.1:${port}`)
  const why = 'it takes no writes (default_transaction_read_only is on)'
  expect((refused as Error).message).toBe(`no server takes a connection for writes; ${first}: ${why}; ${second}: ${why}`)
  expect(meaningOf(refused)).toMatchObject({ away: true, error: { code: 'unavailable' } })
  expect(accepted()).toEqual([1, 1])
  await expect.poll(() => two.proxies.map((proxy) => proxy.open())).toEqual([0, 0])
  expect(await open(two.urlOf('target_session_attrs=any')).row(one)).toEqual({ one: 1 })
  expect(await open(two.urlOf('target_session_attrs=primary')).row(one)).toEqual({ one: 1 })
})

test('a refusal that no other server would answer differently ends the search', async () => {
  await expect(open(two.urlOf('target_session_attrs=read-write', 'no_such_database')).row(one)).rejects.toMatchObject({ code: '3D000' })
  expect(accepted()).toEqual([1, 0])
})

test('a connection whose server has become read-only is closed, and its caller is to try again', async () => {
  const database = open(two.urlOf(), 1)
  await database.pool.query('set default_transaction_read_only = on')
  const tx = await database.begin()
  const failure = await tx.row(createTable).catch((error: unknown) => error)
  await tx.rollback()
  const { error, away } = meaningOf(failure)
  expect([away, error instanceof TandemError && error.retryAfterSeconds]).toEqual([true, 1])
  await database.row(createTable)
  expect(accepted()).toEqual([2, 0])
})
