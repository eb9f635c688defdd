import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, sql } from '../../src/db/database.ts'
import { meaningOf } from '../../src/db/failures.ts'
import { freshDatabase } from '../kit/database.ts'

test('a statement that takes too long is refused as slow, not as a lost database', async () => {
  const fresh = await freshDatabase()
  const database = openDatabase(fresh.address, { poolSize: 1, onError: () => {} })
  onTestFinished(async () => {
    await database.close()
    await fresh.drop()
  })
  const transaction = await database.begin()
  transaction.send(sql('create table things (id int)'), [])
  await transaction.rows(sql("set local statement_timeout = '20ms'"), [])
  const failure: unknown = await transaction.rows(sql('select pg_sleep(60)'), []).catch((error: unknown) => error)
  await transaction.rollback()
  const { error, away, transient } = meaningOf(failure)
  expect({ away, transient }).toEqual({ away: false, transient: false })
  expect(error).toMatchObject({ code: 'unavailable', reason: 'requestTooSlow' })
  expect(await database.rows(sql("select from pg_tables where tablename = 'things'"), [])).toEqual([])
})
