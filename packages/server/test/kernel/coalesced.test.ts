import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { coalesce, sqlForEach, sqlOfRows } from '../../src/db/coalesced.ts'
import { bound, type Query, sql, type Transaction } from '../../src/db/database.ts'
import { parameter } from '../../src/db/parameters.ts'
import { ofOneCard, writeRows } from '../../src/db/writes.ts'
import { readTarget } from '../../src/domain/cards/move.ts'
import { mutationLoadOf } from '../../src/kernel/access.ts'
import { startTestService, type TestService } from '../kit/service.ts'

const weight = sqlForEach<{ name: string; weight: number }>(['text'], 'select name, weight from parts where name = $1')
const columns = { name: 'text', weight: 'int' }
const add = sqlOfRows(columns, (rows) => `insert into parts select * from ${rows}`)
const reweigh = sqlOfRows(columns, (rows) => `update parts p set weight = rows.weight from ${rows} where p.name = rows.name`)
const takes = { name: parameter<string>('text'), weight: parameter<number>('int') }
const addOfCard = ofOneCard(
  writeRows(takes, (rows) => `insert into parts select * from ${rows}`),
  'name',
)
const reweighOfCard = ofOneCard(
  writeRows(takes, (rows) => `update parts p set weight = rows.weight from ${rows} where p.name = rows.name`),
  'name',
)
const all = sql<{ name: string; weight: number }>('select * from parts order by name')

describe('what the mutations of a batch have in common', () => {
  let tandem: TestService
  let tx: Transaction
  let statements: string[]

  beforeAll(async () => {
    tandem = await startTestService()
    await tandem.database.pool.query('create table parts (name text primary key, weight int not null)')
  })
  afterAll(() => tandem?.stop())

  beforeEach(async () => {
    await tandem.database.pool.query(`truncate parts; insert into parts values ('bolt', 1), ('nut', 2)`)
    statements = []
    tx = watched(await tandem.database.begin())
    return () => tx.rollback()
  })

  function watched(inner: Transaction): Transaction {
    return {
      ...inner,
      rows: (query, values) => inner.rows(noted(query), values),
      row: (query, values) => inner.row(noted(query), values),
      send: (query, values) => inner.send(noted(query), values),
    }
  }
  function noted<Row>(query: Query<Row>): Query<Row> {
    statements.push(bound(query).statement.text)
    return query
  }

  test('is read by one statement, and each has the answer to what it asked', async () => {
    const coalesced = coalesce(tx)
    const names = ['nut', 'rivet', 'bolt', 'nut']
    const found = await Promise.all(names.map((name, at) => coalesced.on(`board ${at}`).row(weight, [name])))
    const [bolt, nut] = [
      { name: 'bolt', weight: 1 },
      { name: 'nut', weight: 2 },
    ]
    expect(found).toEqual([nut, undefined, bolt, nut])
    expect(statements).toEqual([weight.forAll?.text])
    expect(await coalesced.on('board 1').row(weight, ['nut'])).toEqual(nut)
    expect(statements).toEqual([weight.forAll?.text, weight.text])
  })

  test('is written by one statement, no later than its board asks for anything', async () => {
    const coalesced = coalesce(tx)
    const [one, other] = [coalesced.on('one'), coalesced.on('other')]
    one.send(add, ['rivet', 3])
    other.send(add, ['washer, "flat"', 4])
    one.send(reweigh, ['rivet', 8])
    other.send(reweigh, ['nut', 6])
    expect(statements).toEqual([])
    expect([one.writes, other.writes]).toEqual([2, 2])
    expect(await other.row(weight, ['washer, "flat"'])).toEqual({ name: 'washer, "flat"', weight: 4 })
    expect(statements).toEqual([add.ofRows?.text, reweigh.ofRows?.text, weight.text])
    one.send(reweigh, ['rivet', 5])
    expect(await one.rows(all)).toMatchObject([{ weight: 1 }, { weight: 6 }, { weight: 5 }, { weight: 4 }])
    expect(statements.slice(3)).toEqual([reweigh.text, all.text])
  })

  test('keeps the order of the writes of one board, independent of other boards', async () => {
    const coalesced = coalesce(tx)
    coalesced.on('one').send(reweigh, ['bolt', 7])
    coalesced.on('other').send(add, ['rivet', 3])
    coalesced.on('other').send(reweigh, ['rivet', 8])
    coalesced.flush()
    expect(await tx.rows(all)).toEqual([
      { name: 'bolt', weight: 7 },
      { name: 'nut', weight: 2 },
      { name: 'rivet', weight: 8 },
    ])
  })

  test('of one card each is written together too, also on one board, but each card once by a statement', async () => {
    const coalesced = coalesce(tx)
    const one = coalesced.on('one')
    one.send(addOfCard({ name: 'rivet', weight: 3 }))
    one.send(reweighOfCard({ name: 'bolt', weight: 7 }))
    one.send(addOfCard({ name: 'washer', weight: 4 }))
    one.send(reweighOfCard({ name: 'nut', weight: 6 }))
    one.send(reweighOfCard({ name: 'bolt', weight: 8 }))
    one.send(reweigh, ['rivet', 9])
    one.send(addOfCard({ name: 'screw', weight: 5 }))
    expect(await one.rows(all)).toEqual([
      { name: 'bolt', weight: 8 },
      { name: 'nut', weight: 6 },
      { name: 'rivet', weight: 9 },
      { name: 'screw', weight: 5 },
      { name: 'washer', weight: 4 },
    ])
    const { ofRows, text } = reweighOfCard.statement
    expect(statements).toEqual([addOfCard.statement.ofRows.text, ofRows.text, text, reweigh.text, addOfCard.statement.text, all.text])
  })

  test('leaves what was loaded of other cards as it is only where each write is of one card', async () => {
    const coalesced = coalesce(tx)
    const [one, other, third] = [coalesced.on('one'), coalesced.on('other'), coalesced.on('third')]
    const touched = (on: typeof one) => ['bolt', 'nut'].map((card) => on.hasTouched(card))
    one.send(reweighOfCard({ name: 'bolt', weight: 7 }))
    await one.row(weight, ['nut'])
    expect([touched(one), touched(other)]).toEqual([
      [true, false],
      [false, false],
    ])
    one.send(reweigh, ['screw', 1])
    await other.row(sql(`update parts set weight = 3 where name = 'nut' returning name`))
    await third.rows(sql(`with changed as (update parts set weight = 4 returning name) select * from changed`))
    expect([one, other, third].map(touched)).toEqual(Array.from({ length: 3 }, () => [true, true]))
  })

  test('fails for all when it fails for one, and the transaction with it', async () => {
    const coalesced = coalesce(tx)
    coalesced.on('one').send(add, ['bolt', 9])
    const reads = [coalesced.on('one').row(weight, ['nut']), coalesced.on('other').row(weight, ['bolt'])]
    const outcomes = await Promise.allSettled(reads)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(tx.commit()).rejects.toMatchObject({ code: '23505' })
  })

  test('writes a row without coalescing', async () => {
    tx.send(add, ['rivet', null])
    await expect(tx.commit()).rejects.toMatchObject({ code: '23502' })
    const next = await tandem.database.begin()
    next.send(add, ['rivet', 3])
    await next.commit()
    expect(await tandem.database.rows(all)).toHaveLength(3)
  })

  test('is looked up by index, for every target', async () => {
    const reads = [
      mutationLoadOf('card.update', 'card'),
      mutationLoadOf('comment.create', 'card'),
      mutationLoadOf('card.create', 'list'),
      mutationLoadOf('session.answer', 'session'),
      readTarget,
    ]
    for (const { forAll } of reads) {
      const text = (forAll?.text ?? '').replaceAll(/\$\d+::(\w+)\[\]/g, (_, type) => `array[]::${type}[]`)
      const { rows } = await tandem.database.pool.query(`explain ${text}`)
      expect(rows.map((row) => row['QUERY PLAN']).filter((line) => /Seq Scan|Hash Join|Merge Join/.test(line))).toEqual([])
    }
  })
})
