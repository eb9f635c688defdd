import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Migration, migrate } from '../../src/db/migrate.ts'
import { databaseOn, onServer } from '../kit/database.ts'
import { until } from '../kit/http.ts'

const database = `tandem_locked_${process.pid}`
const first: Migration = { name: '0001_first.sql', sql: 'create table things (id int)', checksum: 'one' }
const second: Migration = { name: '0002_second.sql', sql: 'alter table things add column name text', checksum: 'two' }
let [migrator, holder, reader] = [] as unknown as [pg.Client, pg.Client, pg.Client]

beforeEach(async () => {
  const { server } = inject('postgres')
  await onServer(server, `create database "${database}"`)
  const connected = async () => {
    const client = new pg.Client({ ...databaseOn(server, database), application_name: 'nightly report' })
    await client.connect()
    return client
  }
  ;[migrator, holder, reader] = [await connected(), await connected(), await connected()]
  await migrate(migrator, [first])
  await holder.query('begin')
  await holder.query('select * from things')
})
afterEach(async () => {
  await Promise.all([migrator.end(), holder.end(), reader.end()])
  await onServer(inject('postgres').server, `drop database if exists "${database}" with (force)`)
})

test('a migration behind a long transaction gives up after some tries, and says which one and what to do', {
  meta: { proves: ['config.migration.lock-timeout'] },
}, async () => {
  const { rows } = await holder.query('select pg_backend_pid() as pid')
  const refused = migrate(migrator, [first, second], { lockMs: 50, tries: 2, pauseMs: 1 })
  await expect(refused).rejects.toThrow(/0002_second.sql could not lock its tables/)
  await expect(refused).rejects.toThrow(`process ${rows[0].pid} (nightly report). Wait for it or end it`)
  await holder.query('commit')
  expect(await migrate(migrator, [first, second])).toEqual([second.name])
})

test('it blocks others no longer than its time-out, and goes on once the other transaction has ended', async () => {
  const migrated = migrate(migrator, [first, second], { lockMs: 200, tries: 1_000, pauseMs: 200 })
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'alter%'`
  await until(async () => (await reader.query(isWaiting)).rowCount === 1)
  // This query waits behind the migration, and is answered before the transaction ends that blocks the migration.
  await reader.query('select * from things')
  await holder.query('commit')
  expect(await migrated).toEqual([second.name])
})
