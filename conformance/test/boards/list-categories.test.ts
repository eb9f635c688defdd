import { type InputOf, listCategories } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const unknown = 'doing' as InputOf<'list.create'>['category']
const add = (name: string, more: object = {}) => allowed(world.mia, 'list.create', { boardId: board.id, name, ...more })
const categories = async (boardId = board.id) => (await allowed(world.ada, 'board.tree', { boardId })).lists.map(({ category }) => category)

scenario('a list has the category that it is created with, or none', ['list.category.create'], async () => {
  board = await makeBoard(world, { template: 'empty' })
  expect(await add('Plain')).toMatchObject({ category: 'none' })
  for (const category of listCategories) expect(await add(category, { category })).toMatchObject({ category })
  expect(await categories()).toEqual(['none', ...listCategories])
  const { lists } = await allowed(world.vic, 'board.outline', { boardId: board.id })
  expect(lists.map(({ category }) => category)).toEqual(['none', ...listCategories])
})

scenario('a category is changed: one list.updated with the new one and the former one', ['list.category.update'], async () => {
  const { id: listId } = await add('Review')
  const set = (category: 'review' | 'none') => board.recorded(() => allowed(world.mia, 'list.update', { listId, category }))
  expect(await set('review')).toMatchObject([
    { verb: 'list.updated', cardId: null, payload: { listId, category: 'review', previous: { category: 'none' } } },
  ])
  expect((await categories()).at(-1)).toBe('review')
  expect(await set('review')).toEqual([])
  const renamed = await allowed(world.mia, 'list.update', { listId, name: 'Checks' })
  expect(renamed).toMatchObject({ name: 'Checks', category: 'review' })
  expect(await set('none')).toMatchObject([{ payload: { category: 'none', previous: { category: 'review' } } }])
})

scenario(
  'an unknown category, a viewer and an outsider are refused, and nothing changes',
  ['list.category.unknown', 'list.category.permission'],
  async () => {
    const [listId = ''] = board.lists
    const before = await board.tree()
    await refused(world.mia, 'list.create', { boardId: board.id, name: 'x', category: unknown }, 'validation')
    await refused(world.mia, 'list.update', { listId, category: unknown }, 'validation')
    for (const [who, code] of [
      [world.vic, 'forbidden'],
      [world.eve, 'not_found'],
    ] as const) {
      await refused(who, 'list.update', { listId, category: 'done' }, code)
      await refused(who, 'list.create', { boardId: board.id, name: 'x', category: 'done' }, code)
    }
    expect(await board.tree()).toEqual(before)
  },
)

scenario(
  'the lists of a template have categories, and those of a copy the same ones',
  ['list.category.templates', 'list.category.copy'],
  async () => {
    expect(await categories()).toEqual(['ready', 'started', 'done'])
    const pipeline = await makeBoard(world, { template: 'agent-pipeline' })
    expect(await categories(pipeline.id)).toEqual(['backlog', 'ready', 'started', 'review', 'done'])
    const copy = await allowed(world.vic, 'board.copy', { boardId: pipeline.id })
    const { lists } = await allowed(world.vic, 'board.tree', { boardId: copy.id })
    expect(lists.map(({ category }) => category)).toEqual(['backlog', 'ready', 'started', 'review', 'done'])
  },
)

scenario('an export has the categories, and an import takes those that it knows', ['list.category.transfer'], async () => {
  await add('Later', { category: 'backlog' })
  const file = await allowed(world.vic, 'board.export', { boardId: board.id })
  expect(file.lists.map(({ category }) => category)).toEqual(['ready', 'started', 'done', 'backlog'])
  expect(await categories(await imported(file))).toEqual(['ready', 'started', 'done', 'backlog'])
  const odd = ['doing', undefined, 7, 'review']
  const changed = { ...file, lists: file.lists.map((list, at) => ({ ...list, category: odd[at] })) }
  expect(await categories(await imported(changed))).toEqual(['none', 'none', 'none', 'review'])
})

scenario('a rule asks for the category of the list of its card, by an activity and by the clock', ['list.category.rule'], async () => {
  const [toDo = '', doing = ''] = board.lists
  const rules = world.tandem.service.workers.rules
  const conditions = [{ field: 'listCategory', op: 'is' as const, value: 'review' }]
  const make = (trigger: InputOf<'rule.create'>['trigger'], text: string) =>
    allowed(world.ada, 'rule.create', {
      boardId: board.id,
      name: text,
      trigger,
      conditions,
      actions: [{ type: 'add_checklist_item', text }],
    })
  const run = () => until(async () => (await rules.runOnce()) === 0)
  const moved = await make({ verb: 'card.moved' }, 'Moved')
  const states = async (ruleId: string) => (await allowed(world.ada, 'rule.runs', { ruleId })).map(({ state }) => state).toReversed()
  const card = await board.card('Pump')
  const move = (listId: string) => allowed(world.mia, 'card.update', { cardId: card.id, listId })
  await move(doing)
  await run()
  await allowed(world.mia, 'list.update', { listId: doing, category: 'review' })
  await move(toDo)
  await run()
  await move(doing)
  await run()
  expect(await states(moved.id)).toEqual(['skipped', 'skipped', 'done'])
  await board.card('Valve')
  const timed = await make({ schedule: { cron: '*/5 * * * *', timezone: 'UTC' } }, 'Timed')
  world.tandem.clock.advance(5 * 60_000)
  await run()
  const [ran] = await allowed(world.ada, 'rule.runs', { ruleId: timed.id })
  expect([await states(timed.id), ran?.cardId]).toEqual([['done'], card.id])
})

scenario('insights take the first open list of the category started as where work begins', ['list.category.insights'], async () => {
  const startOf = async (more: object = {}) =>
    (await allowed(world.vic, 'board.insights', { boardId: board.id, ...more })).cycle.startListId
  const [toDo = '', doing = '', done = ''] = board.lists
  const set = (listId: string, change: object) => allowed(world.mia, 'list.update', { listId, ...change })
  expect(await startOf()).toBe(doing)
  await set(doing, { category: 'ready' })
  await set(done, { category: 'started' })
  expect(await startOf()).toBe(done)
  expect(await startOf({ startListId: toDo })).toBe(toDo)
  const { id: earlier } = await add('Earlier', { category: 'started', beforeId: toDo, afterId: doing })
  expect(await startOf()).toBe(earlier)
  await set(earlier, { archived: true })
  expect(await startOf()).toBe(done)
  await set(done, { category: 'none' })
  expect(await startOf()).toBe(doing)
})

async function imported(document: object): Promise<string> {
  const file = new File([JSON.stringify(document)], 'board.json')
  const { importId } = await allowed(world.ada, 'board.import', { file })
  return until(async () => {
    world.tandem.clock.advance(1_000)
    const { state, boardId } = await allowed(world.ada, 'import.get', { importId })
    return state === 'done' ? boardId : null
  })
}
