import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase, sql } from '../../src/db/database.ts'
import { freshDatabase } from '../kit/database.ts'

let database: Database
let drop: () => Promise<void>
let packets = 0
beforeEach(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  const observer = { waited: () => {}, completed: () => void (packets += 1), slowAfterMs: 0, slow: () => {} }
  database = openDatabase(fresh.address, { poolSize: 2, onError: () => {}, observer })
  packets = 0
})
afterEach(async () => {
  await database.close()
  await drop()
})

const backend = sql<{ pid: number; given: string }>('select pg_backend_pid() as pid, $1::text as given')

test('what is asked before a wait is one packet on one connection', async () => {
  const answers = await database.together((read) => Promise.all(['a', 'b', 'c'].map((given) => read.row(backend, [given]))))
  expect(answers.map((row) => row?.given)).toEqual(['a', 'b', 'c'])
  expect(new Set(answers.map((row) => row?.pid)).size).toBe(1)
  expect(packets).toBe(1)
  await database.together(async (read) => [await read.row(backend, ['a']), await read.row(backend, ['b'])])
  expect(packets).toBe(3)
})

test('a statement that fails fails the whole, and the next has another connection', async () => {
  const broken = sql('select 1 / $1::int')
  const pid = (await database.row(backend, ['before']))?.pid
  await expect(database.together((read) => Promise.all([read.row(broken, [0]), read.row(backend, ['a'])]))).rejects.toThrow('division')
  expect((await database.row(backend, ['after']))?.pid).not.toBe(pid)
})

test('statements that a migration has outdated are all asked again', async () => {
  await database.pool.query('create table things (id int); insert into things values (1)')
  const all = sql<{ id: number }>('select * from things')
  const read = () => database.together((reader) => Promise.all([reader.row(backend, ['a']), reader.rows(all), reader.row(backend, ['b'])]))
  await read()
  await database.pool.query('alter table things add column name text')
  const [first, rows, last] = await read()
  expect([first?.given, rows, last?.given]).toEqual(['a', [{ id: 1, name: null }], 'b'])
})
