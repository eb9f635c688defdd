import { because, type CsvColumn, cardAttributes, csvColumnCalled, leftOut } from '@tandem/contract'
import { truncate } from '../../../kernel/common/truncate.ts'
import { attributesInCells, timeIn } from './attributes.ts'
import { addressOf, nameOf, textOf } from './clean.ts'
import { rowsOf } from './csv-rows.ts'
import { type CardEntry, type Entry, type Note, plainBoard, plainList, type Source } from './entries.ts'
import { brokenFile } from './json-parts.ts'
import type { ReadBytes } from './open-source.ts'

/** A CSV file: one card a row, columns by their names in the first one (docs/import-and-export.md). It is read as a stream. */
export function csvSource(readBytes: ReadBytes, boardName: string): Pick<Source, 'kind' | 'read'> {
  return { kind: 'csv', read: (note) => readBoard(readBytes, boardName, note) }
}

const fallbackList = 'To do'
const [mostColumns, mostExtraColumns] = [500, 50]

type Layout = { meanings: (CsvColumn | 'extra' | null)[]; names: string[] }

async function* readBoard(readBytes: ReadBytes, boardName: string, note: Note): AsyncGenerator<Entry> {
  const found = await outlineOf(readBytes)
  const people = [...found.people].map((name) => ({
    ref: name,
    name,
    handle: name.replace(/^@/, '').toLowerCase(),
    actorId: null,
    role: 'member' as const,
  }))
  yield {
    what: 'board',
    name: boardName,
    ...plainBoard,
    keyPrefix: null,
    people,
  }
  for (const name of found.labels) yield { what: 'label', ref: name.toLowerCase(), name, color: 'gray' }
  for (const at of found.extra) yield { what: 'field', ref: String(at), name: found.layout.names[at] ?? '', type: 'text', options: null }
  for (const [at, name] of found.layout.names.entries())
    if (found.layout.meanings[at] === null && name !== '')
      note(leftOut('column', { name }), because('columns', { count: mostExtraColumns }))
  for (const [order, name] of [...found.lists].entries())
    yield {
      what: 'list',
      ref: name.toLowerCase(),
      name,
      order,
      ...plainList,
    }
  let order = 0
  for await (const row of rowsOf(readBytes)) if (row.line > 1) yield* cardEntries(row.record, found.layout, ++order, note)
}

type CsvOutline = { layout: Layout; lists: Set<string>; labels: Set<string>; people: Set<string>; extra: Set<number> }
const mostNames = 5_000

/** The lists, labels and people that cards refer to. Names that differ only in case are the same. */
async function outlineOf(readBytes: ReadBytes): Promise<CsvOutline> {
  let layout: Layout | undefined
  const [lists, labels, people] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()]
  const extra = new Set<number>()
  const add = (to: Map<string, string>, name: string) =>
    void (name !== '' && to.size < mostNames && !to.has(name.toLowerCase()) && to.set(name.toLowerCase(), name))
  for await (const { record, line } of rowsOf(readBytes)) {
    if (line === 1) layout = layoutOf(record)
    else if (layout) {
      add(lists, listNameOf(record, layout))
      for (const name of namesIn(record, layout, 'labels')) add(labels, name)
      for (const name of namesIn(record, layout, 'assignee')) add(people, name)
      for (const [at, meaning] of layout.meanings.entries()) if (meaning === 'extra' && (record[at] ?? '').trim() !== '') extra.add(at)
    }
  }
  if (!layout) throw brokenFile('csvEmpty')
  const values = (of: Map<string, string>) => new Set(of.values())
  return { layout, lists: values(lists), labels: values(labels), people: values(people), extra }
}

function layoutOf(record: readonly string[]): Layout {
  if (record.length > mostColumns) throw brokenFile('csvTooManyColumns', { count: mostColumns })
  const names = record.map((name) => nameOf(name, 200))
  let extras = 0
  const used = new Set<string>()
  const meanings = names.map((name) => {
    const meaning = csvColumnCalled(name)
    if (meaning || name === '') return meaning
    // A board cannot have two fields with the same name.
    if (used.has(name.toLowerCase()) || ++extras > mostExtraColumns) return null
    used.add(name.toLowerCase())
    return 'extra'
  })
  if (!meanings.includes('title')) throw brokenFile('csvNoTitle')
  return { meanings, names }
}

function cellsOf(record: readonly string[], { meanings }: Layout, meaning: CsvColumn): string[] {
  return record.filter((cell, at) => meanings[at] === meaning && cell.trim() !== '')
}

const cellOf = (record: readonly string[], layout: Layout, meaning: CsvColumn): string => cellsOf(record, layout, meaning)[0]?.trim() ?? ''

const namesIn = (record: readonly string[], layout: Layout, meaning: CsvColumn): string[] =>
  cellsOf(record, layout, meaning)
    .flatMap((cell) => cell.split(/[,;|\n]/))
    .map((name) => nameOf(name, 200))
    .filter((name) => name !== '')

const listNameOf = (record: readonly string[], layout: Layout): string => nameOf(cellOf(record, layout, 'list'), 200) || fallbackList

function* cardEntries(record: readonly string[], layout: Layout, order: number, note: Note): Generator<Entry> {
  const title = nameOf(cellOf(record, layout, 'title'), 500)
  if (title === '') {
    note(leftOut('row', { count: order + 1 }), because('noTitle'))
    return
  }
  const said = (meaning: CsvColumn) => cellOf(record, layout, meaning)
  const attributes = attributesInCells(title, (name) => said(cardAttributes[name].csv.column), note)
  const ref = String(order)
  const card: CardEntry = {
    what: 'card',
    ref,
    listRef: listNameOf(record, layout).toLowerCase(),
    order,
    number: null,
    title,
    description: textOf(said('description'), 100_000),
    ...attributes,
    completedAt: sinceWhen(said('completed')),
    archivedAt: sinceWhen(said('archived')),
    archivedWithList: false,
    createdAt: null,
    authorName: null,
    coverRef: null,
    assigneeNames: [],
    assigneeRefs: namesIn(record, layout, 'assignee'),
    labelRefs: [...new Set(namesIn(record, layout, 'labels').map((name) => name.toLowerCase()))],
    values: extrasOf(record, layout),
  }
  yield card
  for (const cell of cellsOf(record, layout, 'checklist')) yield* itemsIn(cell, ref)
  for (const cell of cellsOf(record, layout, 'link')) yield* linksIn(cell, card, note)
  for (const cell of cellsOf(record, layout, 'comment'))
    yield { what: 'comment', cardRef: ref, body: textOf(cell, 100_000), authorName: null, createdAt: null, editedAt: null }
}

function extrasOf(record: readonly string[], { meanings }: Layout): CardEntry['values'] {
  return record.flatMap((cell, at) =>
    meanings[at] === 'extra' && cell.trim() !== '' ? { fieldRef: String(at), value: textOf(cell, 10_000) } : [],
  )
}

const no = new Set(['', 'no', 'false', '0', 'n', 'open', 'unresolved'])

/** Yes, or the time since when. */
function sinceWhen(cell: string): string | null {
  return no.has(cell.toLowerCase()) ? null : (timeIn(cell, '00:00:00') ?? 'now')
}

/** One item a line, or between semicolons; `[x]` before it says that it is done. The rest of a line is anything, so nothing is tried twice. */
function* itemsIn(cell: string, cardRef: string): Generator<Entry> {
  for (const line of cell.split(/[\n;]/)) {
    const [, mark = '', said = ''] = /^\s*(?:[-*]\s*)?(\[[ xX]\])?(.*)$/s.exec(line) ?? []
    const text = nameOf(said, 500)
    if (text !== '') yield { what: 'checklistItem', cardRef, text, doneAt: mark.toLowerCase() === '[x]' ? 'now' : null, assigneeRef: null }
  }
}

function* linksIn(cell: string, card: CardEntry, note: Note): Generator<Entry> {
  for (const word of cell.split(/[\s,;]+/).filter((each) => each !== '')) {
    const url = addressOf(word)
    if (url === null) note(leftOut('link', { name: card.title }), because('cellNoAddress', { cell: truncate(word, 100) }))
    else yield { what: 'link', cardRef: card.ref, ref: null, name: truncate(url, 255), url, authorName: null, createdAt: null }
  }
}
