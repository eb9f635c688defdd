import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Transaction } from '../../src/db/database.ts'
import { type LedgerEntry, writeLedger } from '../../src/kernel/ledger.ts'
import { startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
beforeAll(async () => {
  tandem = await startTestService()
})
afterAll(() => tandem?.stop())

const [first, last] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']
const entry = (actorId: string, mutationId: string): LedgerEntry => ({
  actorId,
  mutationId,
  operation: 'card.create',
  target: first,
  boardId: null,
  status: 201,
  body: null,
  inputHash: '',
  at: '2026-01-01T00:00:00.000Z',
})

test('a batch writes its ledger rows in key order, independent of their arrival', async () => {
  const written: (readonly unknown[])[] = []
  const tx = { send: (_statement: unknown, values: readonly unknown[]) => void written.push(values) } as unknown as Transaction
  const entries = [entry(last, 'a'), entry(first, 'b'), entry(first, 'a10'), entry(first, 'B'), entry(first, 'a9')]
  writeLedger(tx, entries)
  const [actors, ids] = (written[0] ?? []) as string[][]
  expect(actors?.map((actor, at) => [actor, ids?.[at]])).toEqual([
    [first, 'B'],
    [first, 'a10'],
    [first, 'a9'],
    [first, 'b'],
    [last, 'a'],
  ])
  expect(entries.map((row) => row.mutationId)).toEqual(['a', 'b', 'a10', 'B', 'a9'])
})

/** Two batches that run at once with the same keys. They write in key order, so one waits for the other at its first row. */
test('two batches with the same ids do not deadlock: the second waits, and fails on the ids of the first', async () => {
  for (let round = 0; round < 20; round++) {
    const ids = Array.from({ length: 200 }, (_, n) => `round ${round}, ${n}`)
    const outcomes = await Promise.all([write(tandem.database, ids), write(tandem.database, ids.toReversed())])
    expect(outcomes.toSorted()).toEqual(['23505', 'committed'])
  }
})

async function write(database: Database, ids: readonly string[]): Promise<string> {
  const tx = await database.begin()
  writeLedger(
    tx,
    ids.map((id) => entry(first, id)),
  )
  try {
    await tx.commit()
    return 'committed'
  } catch (error) {
    return (error as { code: string }).code
  }
}
