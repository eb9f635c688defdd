import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board
let boardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  boardId = board.id
})

const urgent = { name: 'Urgent', query: { priority: 'urgent' as const }, layout: 'board' as const }

scenario(
  'a view is saved with a layout, read, changed and deleted',
  ['view.create.answer', 'view.create.layouts', 'view.read.by-id', 'view.update.answer', 'view.delete.answer'],
  async () => {
    const { mia, vic } = world
    for (const layout of ['board', 'list', 'calendar'] as const) {
      const answer = await call(mia, 'view.create', { boardId, ...urgent, layout, shared: true })
      expect(answer).toMatchObject({ ok: true, status: 201, body: { boardId, ...urgent, layout, shared: true, version: 1 } })
    }
    for (const layout of ['timeline', '', null])
      await refused(mia, 'view.create', { boardId, ...urgent, layout, shared: true } as never, 'validation')
    const view = await allowed(mia, 'view.create', { boardId, ...urgent, shared: true })
    expect(await allowed(vic, 'view.get', { viewId: view.id })).toEqual(view)
    const change = { name: 'Late', query: { due: 'overdue' as const }, layout: 'calendar' as const }
    const changed = await allowed(mia, 'view.update', { viewId: view.id, ...change })
    expect(changed).toMatchObject({ id: view.id, ...change, shared: true, version: 2 })
    expect(await allowed(vic, 'view.get', { viewId: view.id })).toEqual(changed)
    expect(await call(mia, 'view.delete', { viewId: view.id })).toMatchObject({ ok: true, status: 204 })
    await refused(mia, 'view.get', { viewId: view.id }, 'not_found')
  },
)

scenario('a view keeps the rows of its board', ['view.lanes.kept'], async () => {
  const { mia } = world
  expect(await allowed(mia, 'view.create', { boardId, ...urgent })).toMatchObject({ lanes: null, emptyLanes: false })
  const field = await allowed(world.ada, 'field.create', { boardId, name: 'Size', type: 'select', options: ['Small'] })
  const view = await allowed(mia, 'view.create', { boardId, ...urgent, lanes: 'label', emptyLanes: true })
  for (const lanes of ['assignee', 'delegate', 'priority', `field:${field.id}`, null])
    expect(await allowed(mia, 'view.update', { viewId: view.id, lanes })).toMatchObject({ lanes, emptyLanes: true, ...urgent })
  for (const lanes of ['mood', 'field:Size', '']) await refused(mia, 'view.update', { viewId: view.id, lanes }, 'validation')
  expect(await allowed(mia, 'view.get', { viewId: view.id })).toMatchObject({ lanes: null, emptyLanes: true, version: 6 })
})

scenario('a view keeps its table', ['view.table.kept'], async () => {
  const { mia } = world
  expect(await allowed(mia, 'view.create', { boardId, ...urgent })).toMatchObject({ columns: null, sort: null })
  const field = await allowed(world.ada, 'field.create', { boardId, name: 'Size', type: 'number' })
  const columns = [
    { column: 'key', widthPx: 80 },
    { column: `field:${field.id}`, widthPx: 200 },
    ...['session', 'people', 'labels', 'priority', 'start', 'due', 'estimate'].map((column) => ({ column, widthPx: null })),
  ]
  const view = await allowed(mia, 'view.create', { boardId, ...urgent, columns, sort: `-field:${field.id}` })
  expect(view).toMatchObject({ columns, sort: `-field:${field.id}` })
  for (const sort of ['created', 'title', 'session', 'people', '-priority', '-due', null])
    expect(await allowed(mia, 'view.update', { viewId: view.id, sort })).toMatchObject({ sort, columns, ...urgent })
  for (const column of ['title', 'field:Size', ''])
    await refused(mia, 'view.update', { viewId: view.id, columns: [{ column, widthPx: null }] }, 'validation')
  for (const sort of ['key', 'labels', '']) await refused(mia, 'view.update', { viewId: view.id, sort }, 'validation')
  expect(await allowed(mia, 'view.get', { viewId: view.id })).toMatchObject({ columns, sort: null, version: 8 })
})

scenario(
  'shared views are for all who read the board and made by members; private ones are their own alone, viewers too',
  ['view.list.board', 'view.private.owner-only', 'view.private.viewer-may', 'view.shared.member-only'],
  async () => {
    const { ada, mia, vic } = world
    const shared = await allowed(mia, 'view.create', { boardId, ...urgent, shared: true })
    const [hers, his] = [
      await allowed(mia, 'view.create', { boardId, ...urgent, name: 'Mine', shared: false }),
      await allowed(vic, 'view.create', { boardId, ...urgent, name: 'His', shared: false }),
    ]
    const listed = async (who: typeof ada) => (await allowed(who, 'view.list', { boardId })).map((view) => view.id).toSorted()
    expect([await listed(ada), await listed(mia), await listed(vic)]).toEqual([
      [shared.id],
      [shared.id, hers.id].toSorted(),
      [shared.id, his.id].toSorted(),
    ])
    for (const who of [ada, mia]) {
      await refused(who, 'view.get', { viewId: his.id }, 'not_found')
      await refused(who, 'view.cards', { viewId: his.id }, 'not_found')
      await refused(who, 'view.update', { viewId: his.id, name: 'Seen' }, 'not_found')
      await refused(who, 'view.delete', { viewId: his.id }, 'not_found')
    }
    expect(await allowed(vic, 'view.update', { viewId: his.id, name: 'Still his' })).toMatchObject({ name: 'Still his' })
    await refused(vic, 'view.create', { boardId, ...urgent, shared: true }, 'forbidden')
    await refused(vic, 'view.update', { viewId: shared.id, name: 'Changed' }, 'forbidden')
    await refused(vic, 'view.update', { viewId: his.id, shared: true }, 'forbidden')
    await refused(vic, 'view.delete', { viewId: shared.id }, 'forbidden')
    expect(await allowed(vic, 'view.get', { viewId: shared.id })).toEqual(shared)
    expect(await call(vic, 'view.delete', { viewId: his.id })).toMatchObject({ ok: true, status: 204 })
  },
)

scenario('a view shows what the search with its query finds, page by page', ['view.cards.match-query'], async () => {
  const { ada, mia, vic } = world
  const foreign = await makeBoard(world)
  await foreign.card('pump elsewhere', { priority: 'urgent' })
  for (const title of ['pump a', 'pump b', 'pump c', 'valve']) await board.card(title, { priority: 'urgent' })
  await board.card('pump later', { priority: 'low' })
  await board.card('pump of Mia', { priority: 'high', assigneeActorIds: [mia.actorId] })
  const titles = (cards: readonly { title: string }[]) => cards.map((card) => card.title)
  for (const query of [
    { q: 'pump', priority: 'urgent', sort: 'created' },
    { priority: 'urgent', sort: 'created' },
    { assignee: 'me' },
    { sort: 'priority' },
  ] as const) {
    const { id: viewId } = await allowed(mia, 'view.create', { boardId, ...urgent, query, shared: true })
    for (const who of [mia, vic]) {
      const cards = await allowed(who, 'view.cards', { viewId })
      expect(cards).toEqual(await allowed(who, 'search.cards', { boardId, ...query }))
      const first = await call(who, 'view.cards', { viewId, limit: 2 })
      expect(first.ok && titles(first.body)).toEqual(titles(cards).slice(0, 2))
      const next = /cursor=([^&>]+)[^>]*>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
      const cursor = next === undefined ? undefined : decodeURIComponent(next)
      if (cursor) expect(titles(await allowed(who, 'view.cards', { viewId, limit: 2, cursor }))).toEqual(titles(cards).slice(2, 4))
      expect([query, cursor !== undefined]).toEqual([query, cards.length > 2])
    }
  }
  expect(await allowed(ada, 'search.cards', { q: 'pump', priority: 'urgent' })).toHaveLength(4)
})
