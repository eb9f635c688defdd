import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world, { template: 'empty' })
})

const add = (name: string, more: object = {}) => allowed(world.mia, 'list.create', { boardId: board.id, name, ...more })
const names = async () => (await board.tree()).lists.map((list) => list.name).join('')

scenario(
  'a list lands at the end, or where its neighbours say, and is told as list.created',
  ['list.create.answer', 'list.create.appended', 'list.create.position', 'verb.list.created'],
  async () => {
    const [a, b] = [await add('a'), await add('b')]
    expect(a).toMatchObject({ boardId: board.id, name: 'a', wipLimit: null, archivedAt: null })
    expect(await names()).toBe('ab')
    await add('c', { beforeId: a.id, afterId: b.id })
    await add('d', { beforeId: null })
    await add('e', { afterId: b.id })
    expect(await names()).toBe('daceb')
    const [created, ...more] = await board.recorded(() => add('f', { afterId: null }))
    expect(await names()).toBe('dacebf')
    const f = (await board.tree()).lists.at(-1)?.id
    expect([created, more]).toMatchObject([{ verb: 'list.created', payload: { listId: f, name: 'f' } }, []])
  },
)

scenario(
  'a list is renamed and limited: one list.updated with the new values and the former ones',
  ['list.update.rename', 'list.update.wip-limit', 'verb.list.updated'],
  async () => {
    const list = await add('a')
    const change = { listId: list.id, name: 'b', wipLimit: 3 }
    const recorded = await board.recorded(async () => {
      expect(await allowed(world.mia, 'list.update', change)).toMatchObject({ name: 'b', wipLimit: 3 })
    })
    expect(recorded).toMatchObject([{ verb: 'list.updated', cardId: null, payload: change }])
    expect(recorded[0]?.payload.previous).toEqual({ name: 'a', wipLimit: null })
    expect((await board.tree()).lists).toMatchObject([{ id: list.id, name: 'b', wipLimit: 3 }])
    expect(await allowed(world.mia, 'list.update', { listId: list.id, wipLimit: null })).toMatchObject({ wipLimit: null })
    for (const wipLimit of [0, -1, 1.5]) await refused(world.mia, 'list.update', { listId: list.id, wipLimit }, 'validation')
    await refused(world.mia, 'list.update', { listId: list.id, name: ' ' }, 'validation')
  },
)

scenario('a list is moved between its neighbours: one list.moved', ['list.update.move', 'verb.list.moved'], async () => {
  const [a, b, c] = [await add('a'), await add('b'), await add('c')]
  const recorded = await board.recorded(() => allowed(world.mia, 'list.update', { listId: c.id, beforeId: a.id, afterId: b.id }))
  const moved = (await board.tree()).lists[1]
  expect(await names()).toBe('acb')
  expect(recorded).toMatchObject([{ verb: 'list.moved', payload: { listId: c.id, position: moved?.rank } }])
  await allowed(world.mia, 'list.update', { listId: a.id, afterId: null })
  expect(await names()).toBe('cba')
  await allowed(world.mia, 'list.update', { listId: a.id, beforeId: null })
  expect(await names()).toBe('acb')
  await refused(world.mia, 'list.update', { listId: a.id, beforeId: a.id }, 'validation')
  await refused(world.mia, 'list.update', { listId: a.id, beforeId: board.id }, 'validation')
  expect(await names()).toBe('acb')
})

scenario(
  'an archived list leaves the tree and comes back',
  ['list.update.archive', 'verb.list.archived', 'verb.list.unarchived'],
  async () => {
    const [a] = [await add('a'), await add('b')]
    const archive = (archived: boolean) => board.recorded(() => allowed(world.mia, 'list.update', { listId: a.id, archived }))
    expect(await archive(true)).toMatchObject([{ verb: 'list.archived', payload: { listId: a.id } }])
    expect(await names()).toBe('b')
    expect(await archive(false)).toMatchObject([{ verb: 'list.unarchived', payload: { listId: a.id } }])
    expect(await names()).toBe('ab')
  },
)

scenario('a viewer changes no list, a member does', ['list.permission.member', 'convention.visibility.readable-403'], async () => {
  const list = await add('a')
  const recorded = await board.recorded(async () => {
    await refused(world.vic, 'list.create', { boardId: board.id, name: 'his' }, 'forbidden')
    await refused(world.vic, 'list.update', { listId: list.id, name: 'his' }, 'forbidden')
    await refused(world.eve, 'list.update', { listId: list.id, name: 'hers' }, 'not_found')
  })
  expect(recorded).toEqual([])
  await allowed(world.mia, 'list.update', { listId: list.id, name: 'hers' })
})

scenario('a list has a colour, which is copied, and can be taken away', ['list.color.set'], async () => {
  const { id: listId } = await add('a')
  await add('b')
  const set = (color: string | null, by = world.mia) => allowed(by, 'list.update', { listId, color })
  const [told] = await board.recorded(async () => expect((await set('red')).color).toBe('red'))
  expect(told).toMatchObject({ verb: 'list.updated', payload: { listId, color: 'red', previous: { color: null } } })
  expect((await board.tree()).lists.map(({ color }) => color)).toEqual(['red', null])
  await refused(world.mia, 'list.update', { listId, color: 'Red!' }, 'validation')
  await refused(world.vic, 'list.update', { listId, color: 'blue' }, 'forbidden')
  const copy = await allowed(world.ada, 'board.copy', { boardId: board.id })
  expect((await allowed(world.ada, 'board.tree', { boardId: copy.id })).lists.map(({ color }) => color)).toEqual(['red', null])
  expect((await set(null)).color).toBeNull()
})
