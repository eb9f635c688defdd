import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card()).id
})

const add = (text: string, more: object = {}) => allowed(world.mia, 'checklist.add', { cardId, text, ...more })
const update = (checklistItemId: string, change: object, by: Who = world.mia) =>
  allowed(by, 'checklist.update', { checklistItemId, ...change })
const items = async () => (await allowed(world.vic, 'card.get', { cardId })).card.checklistItems
const texts = async () => (await items()).map((item) => item.text).join('')
const counts = async () => (await board.tree()).lists[0]?.cards[0]?.checklist

scenario(
  'a member adds an item at the end, open and unassigned; a viewer does not',
  ['checklist.create.answer', 'checklist.item.shape'],
  async () => {
    const answer = await call(world.mia, 'checklist.add', { cardId, text: 'a' })
    expect([answer.status, answer.ok && answer.body]).toEqual([
      201,
      {
        id: expect.any(String),
        cardId,
        text: 'a',
        author: { actorId: world.mia.actorId, role: 'member' },
        done: false,
        doneAt: null,
        doneByActorId: null,
        assigneeActorId: null,
        rank: expect.any(String),
        createdAt: expect.any(String),
      },
    ])
    expect(await add('b', { assigneeActorId: world.vic.actorId })).toMatchObject({ assigneeActorId: world.vic.actorId })
    expect([(await items())[0], await texts()]).toEqual([answer.ok && answer.body, 'ab'])
    expect(await counts()).toEqual({ done: 0, total: 2 })
    const recorded = await board.recorded(async () => {
      await refused(world.vic, 'checklist.add', { cardId, text: 'his' }, 'forbidden')
      await refused(world.eve, 'checklist.add', { cardId, text: 'hers' }, 'not_found')
      for (const text of ['', ' ', 'x'.repeat(501), undefined])
        await refused(world.mia, 'checklist.add', { cardId, text } as never, 'validation')
    })
    expect([recorded, await texts()]).toEqual([[], 'ab'])
  },
)

scenario('an item is renamed and assigned to a member', ['checklist.update.text', 'checklist.update.assignee'], async () => {
  const item = await add('old')
  expect(await update(item.id, { text: 'new' })).toEqual({ ...item, text: 'new' })
  for (const assigneeActorId of [world.vic.actorId, world.robo.actorId, null]) {
    expect(await update(item.id, { assigneeActorId })).toEqual({ ...item, text: 'new', assigneeActorId })
    expect((await items())[0]).toMatchObject({ text: 'new', assigneeActorId })
  }
  const recorded = await board.recorded(async () => {
    await refused(world.mia, 'checklist.update', { checklistItemId: item.id, text: ' ' }, 'validation')
    await refused(world.mia, 'checklist.update', { checklistItemId: item.id, assigneeActorId: world.eve.actorId }, 'validation')
    await refused(world.vic, 'checklist.update', { checklistItemId: item.id, text: 'his' }, 'forbidden')
    await refused(world.eve, 'checklist.update', { checklistItemId: item.id, text: 'hers' }, 'not_found')
  })
  expect([recorded, await items()]).toEqual([[], [{ ...item, text: 'new' }]])
})

scenario(
  'ticking an item records who and when, once; unticking takes it back',
  ['checklist.update.done', 'checklist.update.done-recorded'],
  async () => {
    const item = await add('a')
    await add('b')
    world.tandem.clock.advance(60_000)
    const earliest = new Date(world.tandem.clock.now()).toISOString()
    const ticked = await update(item.id, { done: true })
    expect(ticked).toEqual({ ...item, done: true, doneAt: expect.any(String), doneByActorId: world.mia.actorId })
    expect(ticked.doneAt).not.toBeNull()
    expect([earliest, ticked.doneAt ?? '', new Date(world.tandem.clock.now()).toISOString()].toSorted()[1]).toBe(ticked.doneAt)
    expect([(await items())[0], await counts()]).toEqual([ticked, { done: 1, total: 2 }])
    world.tandem.clock.advance(60_000)
    expect(await board.recorded(() => update(item.id, { done: true }, world.robo))).toEqual([])
    expect((await items())[0]).toEqual(ticked)
    expect(await update(item.id, { done: true, text: 'c' }, world.robo)).toEqual({
      ...ticked,
      text: 'c',
      author: { actorId: world.robo.actorId, role: 'member' },
    })
    await update(item.id, { text: 'a' })
    await refused(world.vic, 'checklist.update', { checklistItemId: item.id, done: false }, 'forbidden')
    await refused(world.mia, 'checklist.update', { checklistItemId: item.id, done: 'no' } as never, 'validation')
    expect(await update(item.id, { done: false }, world.robo)).toEqual(item)
    expect([(await items())[0], await counts()]).toEqual([item, { done: 0, total: 2 }])
    expect(await update(item.id, { done: true }, world.robo)).toMatchObject({ doneByActorId: world.robo.actorId })
  },
)

scenario('several items are ticked at once, all or none', ['checklist.tick.all', 'checklist.tick.none'], async () => {
  const [a, b, c] = [await add('a'), await add('b'), await add('c')]
  const tick = async (checklistItemIds: string[], done: boolean) =>
    (await allowed(world.mia, 'checklist.tick', { cardId, checklistItemIds, done })).checklistItems
  await update(b.id, { done: true }, world.robo)
  const recorded = await board.recorded(() => tick([c.id, b.id, a.id, c.id], true))
  expect(recorded.map(({ verb, payload }) => [verb, payload.itemId])).toEqual([
    ['card.checklist_item_completed', c.id],
    ['card.checklist_item_completed', a.id],
  ])
  expect([(await items()).map(({ doneByActorId }) => doneByActorId), await counts()]).toEqual([
    [world.mia.actorId, world.robo.actorId, world.mia.actorId],
    { done: 3, total: 3 },
  ])
  expect((await tick([a.id, b.id], false)).map(({ id, done }) => [id, done])).toEqual([
    [a.id, false],
    [b.id, false],
  ])
  const elsewhere = await board.card('Elsewhere')
  const other = await allowed(world.mia, 'checklist.add', { cardId: elsewhere.id, text: 'Not of the card' })
  const before = [await items(), await counts()]
  const trace = await board.recorded(async () => {
    const all = { cardId, checklistItemIds: [a.id, other.id], done: true }
    await refused(world.mia, 'checklist.tick', all, 'validation')
    await refused(world.mia, 'checklist.tick', { ...all, checklistItemIds: [] }, 'validation')
    await refused(world.vic, 'checklist.tick', { ...all, checklistItemIds: [a.id] }, 'forbidden')
    await refused(world.eve, 'checklist.tick', { ...all, checklistItemIds: [a.id] }, 'not_found')
  })
  expect([trace, await items(), await counts()]).toEqual([[], ...before])
})

scenario('items are put in order by their neighbours', ['checklist.update.reorder'], async () => {
  const [a, b, c] = [await add('a'), await add('b'), await add('c')]
  const move = async (id: string, place: { beforeId?: string | null; afterId?: string | null }) => {
    await update(id, place)
    return texts()
  }
  expect(await move(c.id, { beforeId: a.id, afterId: b.id })).toBe('acb')
  expect(await move(a.id, { afterId: null })).toBe('cba')
  expect(await move(a.id, { beforeId: null })).toBe('acb')
  expect(await move(a.id, { beforeId: c.id })).toBe('cab')
  expect(await move(b.id, { afterId: c.id })).toBe('bca')
  const { checklistItems } = (await allowed(world.vic, 'card.get', { cardId })).card
  expect(checklistItems.map((item) => item.rank).toSorted()).toEqual(checklistItems.map((item) => item.rank))
  const elsewhere = await allowed(world.mia, 'checklist.add', { cardId: (await board.card()).id, text: 'x' })
  for (const beforeId of [elsewhere.id, b.id, cardId])
    await refused(world.mia, 'checklist.update', { checklistItemId: b.id, beforeId }, 'validation')
  await refused(world.mia, 'checklist.update', { checklistItemId: b.id, beforeId: a.id, afterId: c.id }, 'validation')
  await refused(world.vic, 'checklist.update', { checklistItemId: b.id, afterId: null }, 'forbidden')
  expect(await texts()).toBe('bca')
})

scenario('a deleted item is gone from the card', ['checklist.delete.answer'], async () => {
  const [a, b] = [await add('a'), await add('b')]
  await update(a.id, { done: true })
  await refused(world.vic, 'checklist.remove', { checklistItemId: a.id }, 'forbidden')
  await refused(world.eve, 'checklist.remove', { checklistItemId: a.id }, 'not_found')
  expect([await texts(), await counts()]).toEqual(['ab', { done: 1, total: 2 }])
  const recorded = await board.recorded(async () => {
    expect((await call(world.mia, 'checklist.remove', { checklistItemId: a.id })).status).toBe(204)
  })
  expect([verbsOf(recorded), await items(), await counts()]).toEqual([['card.checklist_item_removed'], [b], { done: 0, total: 1 }])
  await refused(world.mia, 'checklist.remove', { checklistItemId: a.id }, 'not_found')
  await refused(world.mia, 'checklist.update', { checklistItemId: a.id, done: true }, 'not_found')
})
