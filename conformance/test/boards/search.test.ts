import type { InputOf } from '@tandem/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { movableClock } from '../../../packages/server/test/kit/clock.ts'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

/** Noon on a Wednesday in UTC; on the Kiritimati islands Thursday has begun, on Niue it is still one in the morning. */
const noon = Date.parse('2026-12-02T12:00:00.000Z')
const at = (time: string) => `2026-12-${time}:00.000Z`

let world: World
let board: Board
let other: Board
let labelId: string
let pointsId: string
/** The ids of the cards by their titles. */
const ids = new Map<string, string>()

type Query = Omit<InputOf<'search.cards'>, 'boardId'> & { boardId?: string; [field: `field.${string}`]: unknown }

const id = (title: string): string => ids.get(title) ?? title
const find = async (query: Query, who: Who = world.ada) =>
  (await allowed(who, 'search.cards', query as InputOf<'search.cards'>)).map((card) => card.title)
const found = async (query: Query, who?: Who) => (await find(query, who)).toSorted()

async function add(on: Board, title: string, more: Partial<InputOf<'card.create'>> = {}, list = 0): Promise<string> {
  const card = await on.card(title, more, list)
  ids.set(title, card.id)
  world.tandem.clock.advance(1_000)
  return card.id
}

beforeAll(async () => {
  world = await startWorld(
    {},
    movableClock(() => noon - 60_000),
  )
  const { ada, mia, robo } = world
  board = await makeBoard(world)
  other = await makeBoard(world, { name: 'Other' })
  const boardId = board.id
  labelId = (await allowed(ada, 'label.create', { boardId, name: 'Bug', color: 'red' })).id
  pointsId = (await allowed(ada, 'field.create', { boardId, name: 'Points', type: 'number' })).id
  await add(board, 'pump drips', { priority: 'urgent', labelIds: [labelId], assigneeActorIds: [mia.actorId], dueAt: at('01T10:00') })
  await add(board, 'valve', { description: 'The pump is near.', priority: 'high', dueAt: at('02T18:00') })
  await add(board, 'gasket', { priority: 'low', assigneeActorIds: [ada.actorId], dueAt: at('03T02:00') }, 1)
  await add(board, 'filter', { dueAt: at('08T11:00') }, 1)
  await add(board, 'archived pump')
  await add(other, 'pump elsewhere', { priority: 'urgent', dueAt: at('20T11:00') })
  await allowed(mia, 'comment.create', { cardId: id('gasket'), body: 'Ask the plumber.' })
  await allowed(ada, 'card.field.set', { cardId: id('valve'), fieldId: pointsId, value: 5 })
  await allowed(ada, 'card.field.set', { cardId: id('filter'), fieldId: pointsId, value: 8 })
  await allowed(ada, 'card.update', { cardId: id('filter'), completedAt: at('02T09:00') })
  await allowed(ada, 'card.update', { cardId: id('archived pump'), archived: true })
  const { session } = await allowed(ada, 'delegation.set', { cardId: id('valve'), agentActorId: robo.actorId })
  await allowed(robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
  const { id: hidden } = await allowed(world.eve, 'board.create', { name: 'Hidden', template: 'kanban' })
  const [list] = (await allowed(world.eve, 'board.tree', { boardId: hidden })).lists
  await allowed(world.eve, 'card.create', { listId: list?.id ?? '', title: 'pump hidden', priority: 'urgent' })
})
afterAll(() => world?.tandem.stop())

scenario('a result is a card as the tree shows it, with its board and where it was found', ['search.result.shape'], async () => {
  const [hit, ...more] = await allowed(world.mia, 'search.cards', { q: 'drips' })
  const inTree = (await board.tree()).lists.flatMap((list) => list.cards).find((card) => card.id === id('pump drips'))
  expect(more).toEqual([])
  expect(hit).toEqual({ ...inTree, boardId: board.id, boardName: 'Engine', snippet: expect.stringContaining('drips') })
  expect(hit?.key).toMatch(/^[A-Z]\w*-1$/)
  expect(await allowed(world.mia, 'search.cards', { priority: 'low' })).toMatchObject([{ title: 'gasket', snippet: null }])
})

scenario('a search finds no card of a board that the caller cannot read', ['search.result.readable-only'], async () => {
  const { ada, mia, eve } = world
  for (const query of [{ q: 'pump' }, { priority: 'urgent' }, {}] as const) {
    expect([query, (await found(query, ada)).includes('pump hidden')]).toEqual([query, false])
    expect([query, await found(query, eve)]).toEqual([query, ['pump hidden']])
  }
  const { token } = await allowed(ada, 'token.create', { label: 'x', scopes: ['boards:read', `board:${other.id}`] })
  expect(await found({ q: 'pump' }, { ...ada, headers: { authorization: `Bearer ${token}` } })).toEqual(['pump elsewhere'])
  await refused(mia, 'search.cards', { boardId: (await allowed(eve, 'board.list', {}))[0]?.id ?? '' }, 'not_found')
})

scenario(
  'text is looked for in titles, descriptions and comments',
  ['search.text.title', 'search.text.description', 'search.text.comments'],
  async () => {
    expect(await found({ q: 'elsewhere' })).toEqual(['pump elsewhere'])
    expect(await found({ q: 'near' })).toEqual(['valve'])
    expect(await found({ q: 'plumber' })).toEqual(['gasket'])
    expect(await found({ q: 'PUMP' })).toEqual(['pump drips', 'pump elsewhere', 'valve'])
    expect(await found({ q: 'nowhere' })).toEqual([])
  },
)

scenario(
  'each filter keeps the cards that it names, and no others',
  [
    ...(['search.filter.board', 'search.filter.list', 'search.filter.label', 'search.filter.priority'] as const),
    ...(['search.filter.assignee', 'search.filter.assignee-me', 'search.filter.delegated-to', 'search.filter.delegated-to-me'] as const),
    ...(['search.filter.completed', 'search.filter.archived', 'search.filter.session-state', 'search.filter.field'] as const),
  ],
  async () => {
    const { ada, mia, robo } = world
    const open = ['gasket', 'pump drips', 'pump elsewhere', 'valve']
    const cases: [Query, string[], Who?][] = [
      [{ boardId: other.id }, ['pump elsewhere']],
      [{ listId: board.lists[1] ?? '' }, ['filter', 'gasket']],
      [{ label: labelId }, ['pump drips']],
      [{ priority: 'urgent' }, ['pump drips', 'pump elsewhere']],
      [{ assignee: mia.actorId }, ['pump drips']],
      [{ assignee: 'me' }, ['pump drips'], mia],
      [{ assignee: 'me' }, ['gasket'], ada],
      [{ delegatedTo: robo.actorId }, ['valve']],
      [{ delegatedTo: 'me' }, [], mia],
      [{ completed: true }, ['filter']],
      [{ completed: false }, open],
      [{}, ['filter', ...open]],
      [{ archived: true }, ['archived pump']],
      [{ archived: false }, ['filter', ...open]],
      [{ sessionState: 'working' }, ['valve']],
      [{ sessionState: 'queued' }, []],
      [{ [`field.${pointsId}`]: 5 }, ['valve']],
    ]
    for (const [query, expected, who] of cases) expect([query, await found(query, who)]).toEqual([query, expected])
    await allowed(ada, 'member.remove', { boardId: other.id, actorId: robo.actorId })
    expect(await found({ delegatedTo: 'me' }, robo)).toEqual(['valve'])
  },
)

scenario(
  'due dates are found by words, in the time zone of the caller, and by ranges',
  ['search.filter.due-words', 'search.filter.due-time-zone', 'search.filter.due-range'],
  async () => {
    const { mia } = world
    const zone = (timezone: string) => allowed(mia, 'me.update', { timezone })
    expect(await found({ due: 'overdue' }, mia)).toEqual(['pump drips'])
    expect(await found({ due: 'today' }, mia)).toEqual(['valve'])
    expect(await found({ due: 'week' }, mia)).toEqual(['filter', 'gasket', 'valve'])
    await zone('Pacific/Kiritimati')
    expect(await found({ due: 'today' }, mia)).toEqual(['gasket', 'valve'])
    await zone('Pacific/Niue')
    expect(await found({ due: 'today' }, mia)).toEqual(['gasket', 'valve'])
    expect(await found({ due: '2026-12-02..2026-12-02' }, mia)).toEqual(['gasket', 'valve'])
    await zone('UTC')
    expect(await found({ due: '2026-12-02..2026-12-02' }, mia)).toEqual(['valve'])
    expect(await found({ due: `${at('02T18:00')}..${at('03T02:00')}` }, mia)).toEqual(['gasket', 'valve'])
    expect(await found({ due: '2026-12-08..' }, mia)).toEqual(['filter', 'pump elsewhere'])
    for (const due of ['soon', '..', '2026-12-02', '2026-13-01..']) await refused(mia, 'search.cards', { due }, 'validation')
  },
)

scenario('text and several filters together must all hold', ['search.filter.combined'], async () => {
  expect(await found({ q: 'pump', priority: 'urgent' })).toEqual(['pump drips', 'pump elsewhere'])
  expect(await found({ q: 'pump', priority: 'urgent', boardId: board.id, label: labelId, completed: false })).toEqual(['pump drips'])
  expect(await found({ q: 'pump', priority: 'low' })).toEqual([])
  expect(await found({ q: 'pump', sessionState: 'working', due: 'today', [`field.${pointsId}`]: 5 })).toEqual(['valve'])
})

scenario(
  'results come in the order that is asked for, and page by page without gap or repeat',
  ['search.sort.values', 'search.paging.cursor'],
  async () => {
    const { ada } = world
    expect(await find({ sort: 'created' })).toEqual(['pump elsewhere', 'filter', 'gasket', 'valve', 'pump drips'])
    expect(await find({ sort: 'due' })).toEqual(['pump drips', 'valve', 'gasket', 'filter', 'pump elsewhere'])
    expect((await find({ sort: 'priority' })).slice(0, 4)).toEqual([
      ...(await find({ sort: 'priority', priority: 'urgent' })),
      'valve',
      'gasket',
    ])
    world.tandem.clock.advance(1_000)
    await allowed(ada, 'card.update', { cardId: id('gasket'), description: 'Changed' })
    expect((await find({ sort: 'updated' }))[0]).toBe('gasket')
    expect((await find({ q: 'pump', sort: 'relevance' })).at(-1)).toBe('valve')
    await refused(ada, 'search.cards', { sort: 'title' } as never, 'validation')
    for (const query of [
      { sort: 'created' },
      { sort: 'updated' },
      { sort: 'due' },
      { sort: 'priority' },
      { q: 'pump', sort: 'relevance' },
    ] as const) {
      const pages: string[] = []
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await call(ada, 'search.cards', { ...query, limit: 2, ...(cursor !== undefined && { cursor }) })
        if (!page.ok) throw new Error(page.message)
        pages.push(...page.body.map((card) => card.title))
        const next = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
        cursor = next === undefined ? undefined : decodeURIComponent(next)
        more = cursor !== undefined
      }
      expect([query, pages]).toEqual([query, await find(query)])
    }
  },
)
