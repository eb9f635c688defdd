import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/domain/transfer/formats/entries.ts'
import { trelloSource } from '../../src/domain/transfer/formats/trello.ts'
import { planImport } from '../../src/domain/transfer/write/import-plan.ts'
import { pagesOf } from '../../src/domain/transfer/write/pages.ts'

/** Everything in the export of a board is imported or named in the report. */
type Taken = { entries: Entry[]; notes: string[] }

async function read(board: object): Promise<Taken> {
  const bytes = Buffer.from(JSON.stringify(board))
  const half = Math.floor(bytes.length / 2)
  const readBytes = async function* () {
    yield* [bytes.subarray(0, half), bytes.subarray(half)]
  }
  const source = { ...trelloSource(readBytes), open: async () => undefined, close: async () => {} }
  const [entries, notes]: [Entry[], string[]] = [[], []]
  const plan = await planImport(source, new AbortController().signal)
  for await (const page of pagesOf(
    source,
    plan,
    ({ message }) => notes.push(message),
    () => false,
  ))
    entries.push(...page.entries)
  return { entries, notes }
}

/** By kind: how many the file contains, how many were imported, and how the report names the others. */
const counts: Record<string, { of(board: any): number; taken(entries: Entry[]): number; noted: RegExp }> = {
  lists: { of: (board) => board.lists.length, taken: (entries) => count(entries, 'list'), noted: /^list / },
  cards: { of: (board) => board.cards.length, taken: (entries) => count(entries, 'card'), noted: /^card "/ },
  labels: {
    of: (board) => new Set([...board.labels, ...board.cards.flatMap((card: any) => card.labels)].map(({ id }: any) => id)).size,
    taken: (entries) => count(entries, 'label'),
    noted: /^label/,
  },
  'custom fields': { of: (board) => board.customFields.length, taken: (entries) => count(entries, 'field'), noted: /^custom field/ },
  attachments: {
    of: (board) => sum(board.cards, (card: any) => card.attachments.length),
    taken: (entries) => count(entries, 'link'),
    noted: /^attachment /,
  },
  'values of fields': {
    // Without the values of cards that are not imported: the report names the card alone.
    of: ({ cards, lists }) =>
      sum(cards, (card: any) => (lists.some(({ id }: any) => id === card.idList) ? card.customFieldItems.length : 0)),
    taken: (entries) => sum(entries, (entry) => (entry.what === 'card' ? entry.values.length : 0)),
    noted: /^value of a custom field/,
  },
  'checklist items': {
    of: (board) => sum(board.checklists, (checklist: any) => checklist.checkItems.length),
    taken: (entries) => count(entries, 'checklistItem'),
    noted: /^checklist item/,
  },
  actions: {
    of: (board) => board.actions.length,
    taken: (entries) => count(entries, 'comment') + count(entries, 'history'),
    noted: /^comment$/,
  },
}
const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0)
const count = (entries: readonly Entry[], what: Entry['what']) => entries.filter((entry) => entry.what === what).length
function expectAllAccountedFor(board: any, { entries, notes }: Taken): void {
  for (const [what, { of, taken, noted }] of Object.entries(counts))
    expect([what, taken(entries) + notes.filter((note) => noted.test(note)).length]).toEqual([what, of(board)])
}

const text = fc.oneof(fc.constant(''), fc.constant('  '), fc.string({ maxLength: 30 }), fc.constant('x'.repeat(600)))
const pick = (kind: string) => fc.nat(4).map((number) => `${kind}${number}`)
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 5 })
const unique = (kind: string, more: Record<string, fc.Arbitrary<unknown>>) =>
  fc.uniqueArray(fc.record({ id: pick(kind), name: text, ...more }), { maxLength: 5, selector: ({ id }) => id })
const label = fc.record({ id: pick('label'), name: fc.constantFrom('Bug', 'bug', '', 'Meta'), color: fc.constantFrom('red', 'sky', null) })

const boards = fc.record({
  name: text,
  lists: unique('list', { closed: fc.boolean() }),
  labels: fc.uniqueArray(label, { maxLength: 4, selector: ({ id }) => id }),
  customFields: unique('field', { type: fc.constantFrom('text', 'number', 'list', 'odd'), options: fc.constant([]) }),
  cards: unique('card', {
    idList: pick('list'),
    labels: some(label),
    attachments: some(fc.record({ name: text, url: fc.constantFrom('https://example.org/', 'javascript:x', '') })),
    customFieldItems: fc.uniqueArray(
      fc.record({ idCustomField: pick('field'), value: fc.constantFrom({ text: 'x' }, { number: '2' }, null) }),
      { maxLength: 4, selector: ({ idCustomField }) => idCustomField },
    ),
  }),
  checklists: unique('checklist', { idCard: pick('card'), checkItems: some(fc.record({ name: text, state: fc.constant('complete') })) }),
  actions: some(
    fc.record({
      type: fc.constantFrom('commentCard', 'updateCard'),
      data: fc.record({ text, card: fc.record({ id: pick('card') }) }),
    }),
  ),
})

test('what came and what the report names are all that there was (F125)', {
  meta: { proves: ['transfer.trello.nothing-silent'] },
}, async () => {
  await fc.assert(
    fc.asyncProperty(boards, async (board) => expectAllAccountedFor(board, await read(board))),
    { numRuns: 300 },
  )
})

const named = 'Meta'
test('a card has the labels that it carries as objects alone, listed by the board or not (F125)', async () => {
  const card = { id: 'c', idList: 'l', name: 'Card', labels: [{ id: 'one', name: named, color: 'green' }], idLabels: ['two'] }
  const { entries, notes } = await read({
    name: 'Board',
    lists: [{ id: 'l', name: 'List' }],
    labels: [{ id: 'two', name: 'Two', color: 'red' }],
    cards: [card],
  })
  expect(entries).toContainEqual({ what: 'label', ref: 'one', name: named, color: 'green' })
  expect(entries).toContainEqual(expect.objectContaining({ what: 'card', labelRefs: ['two', 'one'] }))
  expect(notes).toEqual([])
})

test('the report names each kind of thing that Tandem cannot import, also an unknown one', async () => {
  const card = {
    id: 'c',
    idList: 'l',
    name: 'Card',
    stickers: [{}],
    locationName: 'Here',
    dueReminder: 60,
    isTemplate: true,
    hologram: 'x',
  }
  const { notes } = await read({
    name: 'Board',
    closed: true,
    prefs: { background: 'blue' },
    memberships: [{ memberType: 'admin' }],
    weather: 'fine',
    starred: true,
    lists: [{ id: 'l', name: 'List', color: 'red' }],
    labels: [],
    cards: [card],
    checklists: [{ id: 'k', idCard: 'c', name: 'Checklist', checkItems: [] }],
  })
  expect(notes.sort()).toEqual(
    [
      'archived state of the board',
      'settings of the board, such as its background',
      'roles of members',
      '"weather" of the board',
      'stickers',
      'locations of cards',
      'times of reminders',
      'template cards',
      '"hologram" of cards',
      'checklist "Checklist"',
    ].sort(),
  )
})

const real = new URL('../../../../../shared/data/trello/agile-sprint-board.json', import.meta.url)
test('of a real board too', async ({ skip }) => {
  skip(!existsSync(real), 'the sample board is not at hand')
  const board = JSON.parse(readFileSync(real, 'utf8'))
  const taken = await read(board)
  expectAllAccountedFor({ ...board, cards: board.cards.map((card: any) => ({ customFieldItems: [], labels: [], ...card })) }, taken)
  const labels = (card: any) => new Set([...(card.idLabels ?? []), ...(card.labels ?? []).map(({ id }: any) => id)]).size
  expect(sum(taken.entries, (entry) => (entry.what === 'card' ? entry.labelRefs.length : 0))).toBe(sum(board.cards, labels))
  expect(taken.notes.filter((note) => note.startsWith('"'))).toEqual([])
})
