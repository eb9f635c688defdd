import { tmpdir } from 'node:os'
import { because, leftOut } from '@tandem/contract'
import { expect, test, vi } from 'vitest'
import { createExport, type ExportDeps } from '../../src/domain/transfer/export.ts'
import { csvSource } from '../../src/domain/transfer/formats/csv.ts'
import { rowsOf } from '../../src/domain/transfer/formats/csv-rows.ts'
import { type Entry, type PersonEntry, plainBoard, plainList } from '../../src/domain/transfer/formats/entries.ts'
import { partsOf } from '../../src/domain/transfer/formats/json-parts.ts'
import { createTally } from '../../src/domain/transfer/formats/report.ts'
import { tandemSource } from '../../src/domain/transfer/formats/tandem.ts'
import { trelloSource } from '../../src/domain/transfer/formats/trello.ts'
import { planImport } from '../../src/domain/transfer/write/import-plan.ts'
import { recognise } from '../../src/domain/transfer/write/people.ts'
import { bytesOf, count, entriesOf, times, written } from './entries.ts'

function plan({ cards, lists }: { cards: number; lists: number }) {
  const board: Entry = {
    what: 'board',
    name: 'Engine',
    ...plainBoard,
    keyPrefix: null,
    people: [],
  }
  const listed = times<Entry>(lists, (at) => ({
    what: 'list',
    ref: `l${at}`,
    name: 'List',
    order: at,
    ...plainList,
  }))
  const carded = times(cards, (at) => ({ what: 'card', ref: `c${at}`, listRef: 'l0', order: at, number: null }) as unknown as Entry)
  async function* read(): AsyncGenerator<Entry> {
    yield* [board, ...listed, ...carded]
  }
  const source = { kind: 'csv', read, open: async () => undefined, close: async () => {} } as const
  return planImport(source, new AbortController().signal)
}

test('a file holds 100,000 cards and 1,000 lists', { meta: { proves: ['limit.imports.cards', 'limit.imports.lists'] } }, async () => {
  const most = await plan({ cards: 100_000, lists: 1_000 })
  expect([most.cards.size, most.lists.size]).toEqual([100_000, 1_000])
  await expect(plan({ cards: 100_001, lists: 1 })).rejects.toThrow(/more than 100000 cards/)
  await expect(plan({ cards: 1, lists: 1_001 })).rejects.toThrow(/more than 1000 lists/)
})

test('of a Trello board 10,000 labels count, and the report names how many did not', {
  meta: { proves: ['limit.imports.trello'] },
}, async () => {
  const labels = (number: number) => times(number, (at) => ({ id: `l${at}`, name: `Label ${at}`, color: 'red' }))
  const read = (number: number) =>
    entriesOf(trelloSource(bytesOf(JSON.stringify({ name: 'Engine', labels: labels(number), lists: [], cards: [] }))))
  const [most, more] = [await read(10_000), await read(10_002)]
  expect([count(most.entries, 'label'), count(more.entries, 'label')]).toEqual([10_000, 10_000])
  expect(most.notes).toEqual([])
  expect(more.notes).toEqual(['2 labels, lists, members or custom fields: a file can have at most 10000 of them'])
})

test('of a CSV file 5,000 labels count', { meta: { proves: ['limit.imports.csv-names'] } }, async () => {
  const rows = times(5_002, (at) => `Card,L${at}`)
  const { entries } = await entriesOf(csvSource(bytesOf(`title,labels\n${rows.join('\n')}\n`), 'Engine'))
  expect([count(entries, 'label'), count(entries, 'card')]).toEqual([5_000, 5_002])
})

test('50 columns of a CSV file become custom fields, and the report names the others', {
  meta: { proves: ['limit.imports.csv-fields'] },
}, async () => {
  const columns = times(52, (at) => `Column ${at}`)
  const { entries, notes } = await entriesOf(csvSource(bytesOf(`title,${columns.join(',')}\nCard,${columns.join(',')}\n`), 'Engine'))
  expect(count(entries, 'field')).toBe(50)
  expect(notes).toEqual([expect.stringContaining('"Column 50"'), expect.stringContaining('"Column 51"')])
})

test('of a Tandem export 20,000 labels count', { meta: { proves: ['limit.imports.tandem'] } }, async () => {
  const labels = times(20_002, (at) => ({ id: `l${at}`, name: `Label ${at}`, color: 'red' }))
  const { entries } = await entriesOf(tandemSource(bytesOf(JSON.stringify({ formatVersion: 1, board: {}, labels })), false))
  expect(count(entries, 'label')).toBe(20_000)
})

test('of the people in a file the first 2,000 are recognised', { meta: { proves: ['limit.imports.people'] } }, async () => {
  const people = times<PersonEntry>(2_001, (at) => ({ ref: `p${at}`, name: `Person ${at}`, handle: null, actorId: null, role: 'member' }))
  const colleagues = people.map(({ ref, name }) => ({ id: ref, name, handle: ref, kind: 'human', ownerActorId: null }))
  const reader = { rows: async () => colleagues } as unknown as Parameters<typeof recognise>[0]
  const { known } = await recognise(reader, 'ada', people)
  expect([known.size, known.has('p1999'), known.has('p2000')]).toEqual([2_000, true, false])
})

test('an imported custom field keeps 100 options', { meta: { proves: ['limit.imports.field-options'] } }, async () => {
  const { entries, notes } = await written({ what: 'field', ref: 'f', name: 'Size', type: 'select', options: times(102, String) })
  expect(entries).toMatchObject([{ options: { length: 100 } }])
  expect(notes).toEqual(['2 options of the custom field "Size": a field can have at most 100 of them'])
})

test('an imported activity keeps a payload of 64 KiB', { meta: { proves: ['limit.imports.history-payload'] } }, async () => {
  const past = (bytes: number): Entry => {
    const payload = { text: 'x'.repeat(bytes - '{"text":""}'.length) }
    return { what: 'history', at: null, actorName: null, verb: 'card.updated', cardRef: null, payload }
  }
  const { entries, notes } = await written(past(65_536), past(65_537))
  expect(entries).toMatchObject([{ payload: { text: expect.any(String) } }, { payload: null }])
  expect(notes).toEqual(['details of card.updated: they are too long for the history'])
})

test('JSON nests at most 64 levels deep, also in ignored places', { meta: { proves: ['limit.imports.depth'] } }, async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const read = (name: string, levels: number) => Array.fromAsync(partsOf(bytesOf(`{"${name}":${nested(levels)}}`)(), { wanted: 'value' }))
  for (const name of ['wanted', 'other']) {
    await read(name, 64)
    await expect(read(name, 65)).rejects.toThrow(/nested more than 64 levels deep/)
  }
})

test('one part of a document, such as a card, has at most 8 MiB', { meta: { proves: ['limit.imports.part'] } }, async () => {
  const read = (bytes: number) => Array.fromAsync(partsOf(bytesOf(`{"wanted":"${'x'.repeat(bytes - 2)}"}`)(), { wanted: 'value' }))
  await read(8 * 1_048_576)
  await expect(read(8 * 1_048_576 + 1)).rejects.toThrow(/an entry that is too large/)
})

test('a report names 200 things that were left out, and counts the others', { meta: { proves: ['limit.imports.report'] } }, () => {
  const tally = createTally('csv')
  for (let at = 0; at < 203; at += 1) tally.note(leftOut('row', { count: at }), because('noTitle'))
  expect(tally.report()).toMatchObject({ skipped: { length: 200 }, skippedCount: 203 })
})

test('a row of a CSV file has at most 2,000,000 characters', { meta: { proves: ['limit.imports.row'] } }, async () => {
  const read = (length: number) => Array.fromAsync(rowsOf(bytesOf(`title\n${'x'.repeat(length)}\n`)))
  expect(await read(2_000_000)).toHaveLength(2)
  await expect(read(2_000_002)).rejects.toThrow(/row near line 2 is too long/)
})

test('two exports are written at once; one more is refused until one of them is', {
  meta: { proves: ['limit.exports.at-once'] },
}, async () => {
  const written: (() => void)[] = []
  const database = { snapshot: () => new Promise<void>((resolve) => void written.push(resolve)) }
  const answer = createExport({ database, spoolDirectory: tmpdir(), staleAfterMs: 0 } as unknown as ExportDeps)
  const read = { principal: { actorId: 'ada', grant: null, credential: { scopes: [] } }, boardId: 'board', now: '2030-01-01T00:00:00Z' }
  const open = async () =>
    ((await answer(read as never, { boardId: 'board' })) as unknown as { file: { open(): Promise<AsyncIterable<Buffer>> } }).file.open()
  const both = [open(), open()]
  await vi.waitFor(() => expect(written).toHaveLength(2))
  await expect(open()).rejects.toMatchObject({ retryAfterSeconds: 2 })
  written[0]?.()
  both.push(Promise.race(both).then(open))
  await vi.waitFor(() => expect(written).toHaveLength(3))
  for (const finish of written) finish()
  for (const bytes of await Promise.all(both)) await Array.fromAsync(bytes)
})
