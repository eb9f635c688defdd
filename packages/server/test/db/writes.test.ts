import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase, sql } from '../../src/db/database.ts'
import { parameter } from '../../src/db/parameters.ts'
import { oauthClients } from '../../src/db/tables/accounts/oauth-clients.ts'
import { deleteFrom, insertInto, pick, returning, sendRows, update, write } from '../../src/db/writes.ts'
import { freshDatabase } from '../kit/database.ts'

let database: Database
let drop: () => Promise<void>
beforeEach(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  database = openDatabase(fresh.address, { poolSize: 1, onError: () => {} })
})
afterEach(async () => {
  await database.close()
  await drop()
})

const insertClient = insertInto(oauthClients, ['id', 'name', 'redirectUris', 'createdAt', 'keptUntil'], 'on conflict do nothing')
const renameClient = update(oauthClients, { key: ['id'], set: ['name'] })
const at = '2026-11-21T05:12:41.123Z'
const client = (id: string, redirectUris: string[] = []) => ({ id, name: `Client ${id}`, redirectUris, createdAt: at, keptUntil: at })
const readClients = sql<ReturnType<typeof client>>('select id, name, redirect_uris, created_at, kept_until from oauth_clients order by id')

async function within(send: (tx: Awaited<ReturnType<Database['begin']>>) => void): Promise<void> {
  const tx = await database.begin()
  send(tx)
  await tx.commit()
}

test('values are bound by name, independent of their order', async () => {
  const { createdAt, keptUntil, redirectUris, name, id } = client('a', ['https://a.example/{x},"y"'])
  await within((tx) => tx.send(insertClient({ createdAt, keptUntil, redirectUris, name, id })))
  expect(await database.rows(readClients)).toEqual([client('a', ['https://a.example/{x},"y"'])])
  await within((tx) => tx.send(renameClient({ name: 'Renamed', id: 'a' })))
  expect((await database.rows(readClients))[0]?.name).toBe('Renamed')
})

test('many rows are one statement, whose lists may have any length', async () => {
  const rows = [client('a'), client('b', ['https://b.example']), client('c', ['https://c.example', 'it\'s \\ "quoted"'])]
  const written: number[] = []
  await within((tx) => {
    sendRows(tx, insertClient, rows, (count) => written.push(count))
    sendRows(tx, insertClient, [])
  })
  expect(written).toEqual([3])
  expect(await database.rows(readClients)).toEqual(rows)
})

test('a written row is answered, and a parameter may be no column', async () => {
  await within((tx) => tx.send(insertClient(client('a'))))
  const suffix = write(
    { ...pick(oauthClients, ['id']), more: parameter<string>('text') },
    (given) => `update oauth_clients set name = name || ${given.more} where id = ${given.id} returning name`,
    returning<{ name: string }>(),
  )
  expect(await database.row(suffix({ id: 'a', more: '!' }))).toEqual({ name: 'Client a!' })
  // @ts-expect-error a value is missing
  expect(() => suffix({ id: 'a' })).not.toThrow()
})

test('rows are deleted by all of their key', async () => {
  const deleteClient = deleteFrom(oauthClients, { key: ['id', 'name'] })
  await within((tx) => sendRows(tx, insertClient, [client('a'), client('b')]))
  await within((tx) => {
    tx.send(deleteClient({ id: 'a', name: 'Client b' }))
    tx.send(deleteClient({ id: 'b', name: 'Client b' }))
  })
  expect((await database.rows(readClients)).map(({ id }) => id)).toEqual(['a'])
})

test('a value of another type or name does not compile', () => {
  // @ts-expect-error a name is a text
  expect(() => renameClient({ id: 'a', name: 1 })).not.toThrow()
  // @ts-expect-error a value is missing
  expect(() => renameClient({ id: 'a' })).not.toThrow()
  // @ts-expect-error no column has this name
  expect(() => update(oauthClients, { key: ['id'], set: ['title'] })).toThrow()
})
