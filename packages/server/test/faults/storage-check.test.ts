import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkStorage } from '../../src/administration/storage-check.ts'
import { freshDatabase, type ServerAddress } from '../kit/database.ts'

let address: ServerAddress
let client: pg.Client
let drop: () => Promise<void>
beforeEach(async () => {
  const fresh = await freshDatabase()
  address = fresh.address
  drop = fresh.drop
  client = new pg.Client(address)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await drop()
})

const extensions = async () => (await client.query(`select extname from pg_extension where extname = 'amcheck'`)).rowCount

test('every table and every index is read, and the extension is gone afterwards unless it was there', {
  meta: { proves: ['check.storage'] },
}, async () => {
  const { tables, indexes, ...rest } = await checkStorage(client)
  expect(rest).toEqual({ faults: [], unread: [], skipped: null })
  const counted = `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind = `
  expect(tables).toBe((await client.query(`${counted} 'r'`)).rows[0].n)
  expect(indexes).toBeGreaterThan(tables / 2)
  expect(await extensions()).toBe(0)
  await client.query('create extension amcheck')
  expect(await checkStorage(client)).toEqual({ tables, indexes, ...rest })
  expect(await extensions()).toBe(1)
})

test('an index that lacks what its table has is found, and named; the rest is looked at all the same', {
  meta: { proves: ['check.storage'] },
}, async () => {
  const whole = await checkStorage(client)
  const fold = (how: string) => `create or replace function wobbling(t text) returns text immutable language sql as $$ select ${how} $$`
  await client.query(`${fold('t')}; create table odd (t text); insert into odd values ('a'), ('b')`)
  await client.query(`create index odd_index on odd (wobbling(t)); ${fold(`t || 'x'`)}`)
  const { faults, tables, indexes } = await checkStorage(client)
  expect(faults).toEqual([expect.stringMatching(/^odd_index: heap tuple .* lacks matching index tuple/)])
  expect([tables, indexes]).toEqual([whole.tables + 1, whole.indexes + 1])
})

test('a role that may not use the extension is told so, whether it is installed or not', async () => {
  const role = `plain_${process.pid}`
  await client.query(`create role ${role}`)
  try {
    for (const prepare of ['select 1', 'create extension amcheck']) {
      await client.query(prepare)
      await client.query(`set role ${role}`)
      expect(await checkStorage(client)).toMatchObject({ tables: 0, faults: [], skipped: expect.stringContaining('superuser') })
      await client.query('reset role')
    }
  } finally {
    await client.query(`reset role; drop role ${role}`)
  }
})

test('an extension that is installed elsewhere is used from there, and each relation is looked at in a transaction of its own', async () => {
  const whole = await checkStorage(client)
  await client.query('create schema "Set Aside"; create extension amcheck schema "Set Aside"')
  const query = vi.spyOn(client, 'query')
  expect(await checkStorage(client)).toEqual(whole)
  const statements = query.mock.calls.map(([statement]) => statement)
  for (const [at, statement] of statements.entries()) {
    if (/verify_heapam\(|_index_check\(/.test(statement)) expect([statements[at - 1], statements[at + 1]]).toEqual(['begin', 'rollback'])
  }
  expect(statements.filter((statement) => statement === 'begin')).toHaveLength(1 + whole.tables + whole.indexes)
})

test('what is held by another is not called damaged: it is named with the reason, and the rest is looked at', async () => {
  const whole = await checkStorage(client)
  const other = new pg.Client(address)
  await other.connect()
  try {
    await other.query('begin; lock table webhooks in access exclusive mode')
    await client.query(`set lock_timeout = '20ms'`)
    for (const prepare of ['select 1', 'create extension amcheck']) {
      await client.query(prepare)
      const { tables, indexes, faults, unread, skipped } = await checkStorage(client)
      expect([tables, faults, skipped]).toEqual([whole.tables - 1, [], null])
      expect(unread[0]).toBe('webhooks: canceling statement due to lock timeout')
      expect(indexes + unread.length).toBe(whole.indexes + 1)
    }
  } finally {
    await other.end()
  }
})

test('where the extension cannot be installed or its library is gone, the reason is told', async () => {
  await client.query('set default_transaction_read_only = on')
  expect(await checkStorage(client)).toEqual({
    tables: 0,
    indexes: 0,
    faults: [],
    unread: [],
    skipped: 'the extension amcheck cannot be installed: cannot execute CREATE EXTENSION in a read-only transaction',
  })
  await client.query('set default_transaction_read_only = off')
  await client.query('create extension amcheck')
  await client.query(`update pg_proc set probin = '$libdir/absent' where proname = 'verify_heapam'`)
  expect(await checkStorage(client)).toEqual({
    tables: 0,
    indexes: 0,
    faults: [],
    unread: [],
    skipped: expect.stringMatching(/^the extension amcheck cannot be used: could not access file/),
  })
})
