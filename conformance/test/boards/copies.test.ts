import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, verbsOf, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

scenario('a card is copied into a list of its board or of another, as work to be done', ['card.copy.endpoint'], async () => {
  const { ada, mia, vic, eve } = world
  const { id } = await board.card('Pump', { description: 'It drips.', priority: 'high', assigneeActorIds: [mia.actorId] })
  const item = await allowed(mia, 'checklist.add', { cardId: id, text: 'Oil' })
  await allowed(mia, 'checklist.update', { checklistItemId: item.id, done: true })
  await allowed(mia, 'comment.create', { cardId: id, body: 'Look' })
  await allowed(mia, 'card.update', { cardId: id, completedAt: '2026-11-21T09:30:00.000Z' })
  const told = await board.recorded(() => allowed(mia, 'card.copy', { cardId: id, title: 'Valve' }))
  expect(verbsOf(told)).toEqual(['card.created', 'card.assigned', 'card.checklist_item_added'])
  expect(told[0]?.payload).toEqual({ title: 'Valve', listId: board.lists[0], copiedFrom: id })
  const { card } = await allowed(vic, 'card.get', { cardId: told[0]?.cardId ?? '' })
  expect(card).toMatchObject({
    title: 'Valve',
    description: 'It drips.',
    priority: 'high',
    assigneeActorIds: [mia.actorId],
    completedAt: null,
    number: 2,
    checklistItems: [{ text: 'Oil', done: false }],
    comments: [],
    createdBy: mia.actorId,
  })
  expect(await board.titles()).toBe('PumpValve')
  await refused(vic, 'card.copy', { cardId: id }, 'forbidden')
  await refused(eve, 'card.copy', { cardId: id }, 'not_found')
  const other = await makeBoard(world)
  const there = await allowed(ada, 'card.copy', { cardId: id, listId: other.lists[1] })
  expect([there.boardId, await other.titles(1), await board.titles()]).toEqual([other.id, 'Pump', 'PumpValve'])
  await allowed(ada, 'member.remove', { boardId: other.id, actorId: mia.actorId })
  await refused(mia, 'card.copy', { cardId: id, listId: other.lists[1] }, 'validation')
})

scenario('everyone who can read a board can copy it, optionally with its cards', ['board.copy.endpoint'], async () => {
  const { ada, vic, eve } = world
  await allowed(ada, 'label.create', { boardId: board.id, name: 'Bug', color: 'red' })
  await allowed(ada, 'list.update', { listId: board.lists[0] ?? '', wipLimit: 2, queue: { agentActorIds: [] } })
  const settings = { completeParents: true, reviewByOthers: true, maxAgentSessions: 3, monthlyBudget: { costUsd: 20 } }
  await allowed(ada, 'board.update', { boardId: board.id, ...settings })
  await board.card('Pump')
  const before = await board.tree()
  const bare = await allowed(vic, 'board.copy', { boardId: board.id, name: 'Bare' })
  expect(bare).toMatchObject({ ...settings, name: 'Bare', role: 'admin', version: 1 })
  const tree = await allowed(vic, 'board.tree', { boardId: bare.id })
  expect(tree.lists.map(({ name, wipLimit, queue, cards }) => [name, wipLimit, queue, cards.length])).toEqual(
    before.lists.map(({ name, wipLimit, queue }) => [name, wipLimit, queue, 0]),
  )
  expect([tree.labels.map((label) => label.name), tree.members.map((member) => member.actorId)]).toEqual([['Bug'], [vic.actorId]])
  const whole = await allowed(ada, 'board.copy', { boardId: board.id, withCards: true })
  expect((await allowed(ada, 'board.tree', { boardId: whole.id })).lists[0]?.cards.map((card) => card.title)).toEqual(['Pump'])
  expect(await board.tree()).toEqual(before)
  await refused(ada, 'board.tree', { boardId: bare.id }, 'not_found')
  await refused(eve, 'board.copy', { boardId: board.id }, 'not_found')
  await refused(ada, 'board.copy', { boardId: board.id, keyPrefix: whole.keyPrefix }, 'conflict')
})
