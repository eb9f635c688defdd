import { because, leftOut } from '@tandem/contract'
import { expect, test } from 'vitest'
import { cleanJson, refOf } from '../../src/domain/transfer/formats/clean.ts'
import { csvSource } from '../../src/domain/transfer/formats/csv.ts'
import { type CardEntry, type Entry, plainList } from '../../src/domain/transfer/formats/entries.ts'
import { createTally } from '../../src/domain/transfer/formats/report.ts'
import { tandemSource } from '../../src/domain/transfer/formats/tandem.ts'
import { trelloSource } from '../../src/domain/transfer/formats/trello.ts'
import { bytesOf, count, entriesOf, times, written } from './entries.ts'

const tandem = (document: object) => entriesOf(tandemSource(bytesOf(JSON.stringify({ formatVersion: 1, board: {}, ...document })), false))
const trello = (document: object) => entriesOf(trelloSource(bytesOf(JSON.stringify({ name: 'Engine', lists: [], cards: [], ...document }))))

const list: Entry = {
  what: 'list',
  ref: 'l0',
  name: 'To do',
  order: 0,
  ...plainList,
}
const card = (ref: string, more: Partial<CardEntry> = {}) =>
  ({
    what: 'card',
    ref,
    listRef: 'l0',
    title: ref,
    description: '',
    archivedAt: null,
    labelRefs: [],
    assigneeRefs: [],
    values: [],
    ...more,
  }) as unknown as Entry

test('of a Tandem export 500,000 relations count', { meta: { proves: ['limit.imports.relations'] } }, async () => {
  const relations = times(50_001, () => ({ kind: 'relates', otherCardId: 'c' }))
  const { entries } = await tandem({ cards: times(10, (at) => ({ id: `c${at}`, relations })) })
  expect(count(entries, 'relation')).toBe(500_000)
})

test('of a card of a Tandem export 100 names of former assignees count', {
  meta: { proves: ['limit.imports.assignee-names'] },
}, async () => {
  const { entries } = await tandem({ cards: [{ id: 'c', imported: { assigneeNames: times(101, (at) => `Mia ${at}`) } }] })
  expect(entries.find((entry) => entry.what === 'card')?.assigneeNames).toEqual(times(100, (at) => `Mia ${at}`))
})

test('a CSV file has 500 columns', { meta: { proves: ['limit.imports.csv-columns'] } }, async () => {
  const read = (columns: number) =>
    entriesOf(csvSource(bytesOf(`title,${times(columns - 1, (at) => `Column ${at}`).join(',')}\nPump\n`), 'Engine'))
  expect(count((await read(500)).entries, 'card')).toBe(1)
  await expect(read(501)).rejects.toThrow(/more than 500 columns/)
})

test('a Trello export of 1,000 actions may lack older ones, and the report says so', {
  meta: { proves: ['limit.imports.trello-actions'] },
}, async () => {
  const notes = async (actions: number) => (await trello({ actions: times(actions, () => ({ type: 'none' })) })).notes
  expect(await notes(999)).toEqual([])
  expect(await notes(1_000)).toEqual([expect.stringContaining('1000')])
})

test('an import keeps to what a board holds: 500 labels, 100 fields, 500 views and 100 rules', {
  meta: { proves: ['limit.imports.as-by-hand'] },
}, async () => {
  const { entries, notes } = await written(
    ...times<Entry>(501, (at) => ({ what: 'label', ref: `${at}`, name: `Label ${at}`, color: 'red' })),
    ...times<Entry>(101, (at) => ({ what: 'field', ref: `${at}`, name: `Field ${at}`, type: 'text', options: null })),
    ...times<Entry>(501, (at) => ({
      what: 'view',
      name: `View ${at}`,
      layout: 'list',
      lanes: null,
      emptyLanes: false,
      columns: null,
      sort: null,
      query: {},
      shared: false,
    })),
    ...times(101, (at) => ({ what: 'rule', rule: { name: `Rule ${at}` } }) as unknown as Entry),
  )
  expect((['label', 'field', 'view', 'rule'] as const).map((what) => count(entries, what))).toEqual([500, 100, 500, 100])
  expect(notes.map((note) => /\d+(?=\D*$)/.exec(note)?.[0])).toEqual(['500', '100', '500', '100'])
})

test('an import keeps to what a card holds: 500 items, 500 attachments and 200 relations', {
  meta: { proves: ['limit.imports.as-by-hand'] },
}, async () => {
  const others = times(201, (at) => `c${at}`)
  const { entries, notes } = await written(
    list,
    ...['pump', ...others].map((ref) => card(ref)),
    ...times<Entry>(501, (at) => ({ what: 'checklistItem', cardRef: 'pump', text: `Item ${at}`, doneAt: null, assigneeRef: null })),
    ...times<Entry>(501, (at) => ({
      what: 'link',
      cardRef: 'pump',
      ref: null,
      name: `Link ${at}`,
      url: 'https://a.example/',
      authorName: null,
      createdAt: null,
    })),
    ...others.map<Entry>((otherRef) => ({ what: 'relation', cardRef: 'pump', otherRef, kind: 'relates' })),
  )
  expect((['checklistItem', 'link', 'relation'] as const).map((what) => count(entries, what))).toEqual([500, 500, 200])
  expect(notes).toHaveLength(3)
})

test('an imported card keeps a choice that its field no longer has up to 100 characters', {
  meta: { proves: ['limit.imports.option-length'] },
}, async () => {
  const gone = (length: number) => card(`c${length}`, { values: [{ fieldRef: 'f', value: 'x'.repeat(length) }] })
  const { entries } = await written({ what: 'field', ref: 'f', name: 'Size', type: 'select', options: ['S'] }, list, gone(100), gone(101))
  expect(entries.flatMap((entry) => (entry.what === 'card' ? [entry.values.length] : []))).toEqual([1, 0])
})

test('the report of an import shortens what it names to 300 characters', { meta: { proves: ['limit.imports.report-text'] } }, () => {
  const tally = createTally('csv')
  tally.note(leftOut('label', { name: 'x'.repeat(400) }), because('noName'))
  const [told] = tally.report().skipped
  expect([told?.what.length, `${told?.thing?.params?.name}`.length]).toEqual([300, 300])
})

test('an id in an imported file counts up to 200 characters', { meta: { proves: ['limit.imports.refs'] } }, () => {
  const ids = (length: number) => ['a', 'b'].map((end) => refOf('x'.repeat(length - 1) + end))
  expect(new Set(ids(200)).size).toBe(2)
  expect(new Set(ids(201)).size).toBe(1)
})

test('an imported payload keeps 16 levels of nesting', { meta: { proves: ['limit.imports.payload-depth'] } }, () => {
  const nested = (levels: number): object => (levels === 1 ? { at: 'the bottom' } : { in: nested(levels - 1) })
  expect(JSON.stringify(cleanJson(nested(16)))).toContain('the bottom')
  expect(JSON.stringify(cleanJson(nested(17)))).not.toContain('the bottom')
})

test('checklists of one card are put in their order while they have 8 MiB together', {
  meta: { proves: ['limit.imports.trello-order'] },
}, async () => {
  const checklists = (bytes: number) =>
    [1, 3, 2].map((pos) => ({ idCard: 'c', name: `${pos}`, pos, checkItems: [{ name: 'Oil', filler: 'x'.repeat(bytes / 3) }] }))
  const order = async (bytes: number) => {
    const { entries } = await trello({
      lists: [{ id: 'l', name: 'To do' }],
      cards: [{ id: 'c', idList: 'l', name: 'Pump', idChecklists: ['1', '2', '3'] }],
      checklists: checklists(bytes),
    })
    return entries.flatMap((entry) => (entry.what === 'checklistItem' ? [entry.text] : []))
  }
  expect(await order(8_000_000)).toEqual(['1: Oil', '2: Oil', '3: Oil'])
  // The third checklist exceeds the limit: it is imported at once, before the sorted ones.
  expect(await order(9_000_000)).toEqual(['2: Oil', '1: Oil', '3: Oil'])
})
