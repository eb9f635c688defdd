import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import { databaseOn, onServer, type ServerAddress } from '../kit/database.ts'

/** A role that can create tables in the database, but no extensions. */
const [database, role] = [`tandem_extensions_${process.pid}`, `tandem_lowly_${process.pid}`]

afterEach(async () => {
  const { server } = inject('postgres')
  await onServer(server, `drop database if exists "${database}" with (force)`)
  await onServer(server, `drop role if exists "${role}"`)
})

async function connected<T>(address: ServerAddress, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

test('a role that may not create the extensions is told what to run, by whom; once it is done, the schema is made', async () => {
  const { server } = inject('postgres')
  await onServer(server, `create database "${database}"`)
  await onServer(server, `create role "${role}"`)
  const address = databaseOn(server, database)
  const migrateAsRole = () =>
    connected(address, async (client) => {
      await client.query(`set role "${role}"`)
      return migrate(client)
    })
  await onServer(address, `grant create, usage on schema public to "${role}"`)
  const statements =
    'create extension if not exists pg_trgm; create extension if not exists unaccent; create extension if not exists fuzzystrmatch;'
  await expect(migrateAsRole()).rejects.toThrow(`as a superuser or its owner, then start again: ${statements}`)
  await onServer(address, statements)
  const pending = (await readMigrations()).map(({ name }) => name).filter((name) => name >= '0003')
  expect(await migrateAsRole()).toEqual(pending)
})
