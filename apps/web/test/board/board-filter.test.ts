import { createClient } from '@tandem/client'
import { priorities, type ViewQuery } from '@tandem/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowed } from '../../../../conformance/src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../../../conformance/src/world.ts'
import { movableClock } from '../../../../packages/server/test/kit/clock.ts'
import { type BoardModel, modelOf } from '../../src/live/board-model.ts'
import { addressOf, filterIn } from '../../src/screens/board/filter/address.ts'
import { type Filter, filterOf, meant, queryOf, sameFilter, sessionStates } from '../../src/screens/board/filter/filter.ts'
import { matcherOf } from '../../src/screens/board/filter/matching.ts'
import { boardSearchIn } from '../../src/screens/board/filter/search.ts'

const timeZone = 'Pacific/Auckland'
const day = 86_400_000
const clock = movableClock(() => Date.parse('2026-04-03T11:30:00Z'))
let world: World
let board: Board
let model: BoardModel
let fields: { number: string; choice: string; tick: string; text: string }

beforeAll(async () => {
  world = await startWorld({}, clock)
  await allowed(world.ada, 'me.update', { timezone: timeZone })
  board = await makeBoard(world)
  await seed()
  model = modelOf(await board.tree())
})
afterAll(() => world?.tandem.stop())

/** Cards in all that a filter tells apart, so that each condition finds some and leaves some. */
async function seed(): Promise<void> {
  const { ada, mia, robo } = world
  const labels = []
  for (const name of ['Bug', 'Docs', 'Größe'])
    labels.push((await allowed(ada, 'label.create', { boardId: board.id, name, color: 'red' })).id)
  const field = async (name: string, more: { type: 'number' | 'checkbox' | 'text' } | { type: 'select'; options: string[] }) =>
    (await allowed(ada, 'field.create', { boardId: board.id, name, ...more })).id
  fields = {
    number: await field('Points', { type: 'number' }),
    choice: await field('Size', { type: 'select', options: ['S', 'M'] }),
    tick: await field('Legal', { type: 'checkbox' }),
    text: await field('Customer', { type: 'text' }),
  }
  const words = ['Bake', 'the Größe', 'cafés', 'of ENGINE rooms', 'bakery, open']
  const cards: string[] = []
  for (let at = 0; at < 36; at++) {
    const { id } = await board.card(
      `${words[at % 5]} ${at}`,
      {
        description: at % 4 === 0 ? 'with a hidden ledger' : '',
        priority: priorities[at % 5] ?? 'none',
        labelIds: labels.filter((_, bit) => (at >> bit) % 2 === 1),
        assigneeActorIds: [...(at % 3 === 0 ? [ada.actorId] : []), ...(at % 4 === 1 ? [mia.actorId] : [])],
        ...(at % 4 !== 3 && { dueAt: new Date(clock.now() + (at - 14) * (day / 2) + (at % 2) * 3_600_000).toISOString() }),
      },
      at % 3,
    )
    cards.push(id)
    if (at % 7 === 0) await allowed(mia, 'comment.create', { cardId: id, body: 'Ask the bakers' })
    if (at % 6 === 0) await allowed(ada, 'card.field.set', { cardId: id, fieldId: fields.number, value: at % 4 })
    if (at % 5 === 0) await allowed(ada, 'card.field.set', { cardId: id, fieldId: fields.choice, value: at % 2 ? 'S' : 'M' })
    if (at % 9 < 2) await allowed(ada, 'card.field.set', { cardId: id, fieldId: fields.tick, value: at % 2 === 0 })
    if (at % 8 === 0) await allowed(ada, 'card.field.set', { cardId: id, fieldId: fields.text, value: 'Acme' })
  }
  for (const at of [1, 4, 9, 16, 25]) await allowed(ada, 'card.update', { cardId: cards[at] ?? '', completedAt: '2026-04-01T00:00:00Z' })
  for (const at of [0, 4, 8]) {
    const pair = { cardId: cards[at] ?? '', otherCardId: cards[at + 3] ?? '', kind: 'blocks' } as const
    await allowed(ada, 'relation.put', pair)
  }
  await allowed(ada, 'card.update', { cardId: cards[35] ?? '', archived: true })
  const ends = [
    null,
    { op: 'update', state: 'working' },
    { op: 'ask_human', question: 'Which?' },
    { op: 'complete', summary: 'Done' },
    { op: 'fail', reason: 'No' },
  ] as const
  for (const [at, end] of ends.entries()) {
    const cardId = cards[at * 5] ?? ''
    const { session } = await allowed(ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
    if (end) await allowed(robo, 'session.post', { sessionId: session.id, ...end })
  }
}

async function searched(query: ViewQuery): Promise<string[]> {
  const client = createClient({ url: world.ada.url, cookie: world.ada.headers.cookie ?? '' })
  const hits = await client.call('search.cards', { ...query, boardId: board.id, limit: 200 })
  return hits.map((card) => card.id).toSorted()
}

/** The cards that a browser shows: matched in the tree, except for texts and fields, which the service searches. */
async function filtered(filter: Filter): Promise<string[]> {
  const { q, field } = filter
  const asks = q !== undefined || field !== undefined
  const said = asks
    ? { ids: new Set(await searched(queryOf({ ...(q !== undefined && { q }), ...(field && { field }) }))), settled: true }
    : null
  const match = matcherOf(filter, { meId: world.ada.actorId, labels: model.labels, timeZone, now: new Date(clock.now()), said })
  return model.lists
    .flatMap((list) => list.cards)
    .filter((card) => match?.(card) ?? true)
    .map((card) => card.id)
    .toSorted()
}

describe('the filter of a board', () => {
  const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
  const filters = () => {
    const { ada, mia, robo } = world
    const value = fc.oneof(
      fc.constantFrom(1, 2, 3).map((number) => ({ [fields.number]: number })),
      fc.constantFrom('S', 'M').map((choice) => ({ [fields.choice]: choice })),
      fc.boolean().map((tick) => ({ [fields.tick]: tick })),
      fc.constantFrom('Acme', 'Nobody').map((text) => ({ [fields.text]: text })),
    )
    return fc
      .record(
        {
          q: fc.constantFrom('bake', 'groß', 'cafe', 'ledger', 'bakers', 'the', 'engine room', '7', `${model.keyPrefix}-3`, '!?'),
          label: some([...model.labels.map((label) => label.id), 'bUG', 'größe', 'nothing']),
          everyLabel: fc.boolean(),
          assignee: some(['me', 'none', mia.actorId, ada.actorId]),
          delegatedTo: some(['me', 'none', robo.actorId]),
          sessionState: some(sessionStates),
          priority: some(priorities),
          due: fc.constantFrom('overdue', 'today', 'week', 'none', '2026-04-01..2026-04-04', '2026-04-04T00:00:00Z..', '..2026-04-02'),
          blocked: fc.boolean(),
          completed: fc.boolean(),
          listId: some(board.lists),
          field: value,
          archived: fc.constantFrom(false, false, false, true),
        },
        { requiredKeys: [] },
      )
      .map((filter) => meant(filter))
  }

  test('each condition alone finds what the search finds', async () => {
    const [robo, lists] = [world.robo.actorId, board.lists.slice(0, 1)]
    const labels = model.labels.map((label) => label.id)
    const alone: Filter[] = [
      {},
      { q: 'bake' },
      { q: 'ledger' },
      { label: labels.slice(0, 1) },
      { label: labels.slice(0, 2) },
      { label: labels.slice(0, 2), everyLabel: true },
      { label: ['größe'] },
      { assignee: ['me'] },
      { assignee: ['none'] },
      { delegatedTo: [robo] },
      { delegatedTo: ['none'] },
      { listId: lists },
      { blocked: true },
      { blocked: false },
      { completed: true },
      { completed: false },
      { due: 'overdue' },
      { due: 'today' },
      { due: 'week' },
      { due: 'none' },
      ...sessionStates.map((state) => ({ sessionState: [state] })),
      ...priorities.map((priority) => ({ priority: [priority] })),
      { field: { [fields.tick]: false } },
      { field: { [fields.number]: 2 } },
    ]
    for (const filter of alone) {
      const found = await filtered(filter)
      expect([filter, found]).toEqual([filter, await searched(queryOf(filter))])
      expect([filter, found.length > 0]).toEqual([filter, true])
    }
    expect(await filtered({ archived: true })).toEqual([])
  })

  test('any conditions together find what the search finds', async () => {
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const open = filter.archived ? [] : await searched(queryOf(filter))
        expect(await filtered(filter)).toEqual(open)
      }),
      { numRuns: 80 },
    )
  })

  test('before the service has answered, titles say what is likely found, and never what is not', async () => {
    for (const q of ['bake', 'bakery op', 'GROSSE', 'größe', 'cafes 2', 'engine room', `${model.keyPrefix}-3`, '!?']) {
      const match = matcherOf({ q }, { meId: '', labels: [], timeZone, now: new Date(clock.now()), said: null })
      const likely = model.lists.flatMap((list) => list.cards).filter((card) => match?.(card))
      expect(await searched({ q })).toEqual(expect.arrayContaining(likely.map((card) => card.id)))
    }
  })

  test('an address says the whole filter, and a saved view too', () => {
    fc.assert(
      fc.property(filters(), (filter) => {
        expect(sameFilter(filterIn(boardSearchIn(addressOf(filter))), filter)).toBe(true)
        expect(sameFilter(filterOf(queryOf(filter)), filter)).toBe(true)
      }),
    )
  })

  test('an address that somebody broke is read as far as it can be understood', () => {
    const broken = {
      due: 'someday..',
      priority: 'huge,urgent',
      blocked: 'perhaps',
      layout: 'wall',
      month: '2026-13',
      edited: 'x',
      q: 12,
      other: 1,
    }
    const read = boardSearchIn(broken)
    expect([read.layout, read.month, read.edited, 'other' in read]).toEqual([undefined, undefined, undefined, false])
    // For a missing key, the router keeps the value of the address.
    expect('layout' in read && 'month' in read && 'edited' in read).toBe(true)
    expect(filterIn(read)).toEqual({ priority: ['urgent'], q: '12' })
    expect(filterIn({ due: '2026-02-31..', field: [], label: ['a', 'b'], all: 'x' })).toEqual({ label: ['a', 'b'] })
  })
})
