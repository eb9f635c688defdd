import { attributeNames, noAttributes } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { sampleAttributes } from '../../../packages/server/test/kit/attributes.ts'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let listId: string
let labelId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  listId = board.lists[0] ?? ''
  labelId = (await allowed(world.ada, 'label.create', { boardId: board.id, name: 'bug', color: 'red' })).id
})

const detail = async (cardId: string) => (await allowed(world.ada, 'card.get', { cardId })).card
const attributes = () => ({
  title: 'Fix the pump',
  description: 'It drips.',
  labelIds: [labelId],
  assigneeActorIds: [world.vic.actorId],
  ...sampleAttributes,
})

scenario(
  'a card is made with all of its attributes at once, and changed in all of them at once',
  ['card.create.optional-fields', 'card.update.fields'],
  async () => {
    const all = attributes()
    const made = await allowed(world.mia, 'card.create', { listId, ...all })
    expect(made).toMatchObject(all)
    expect(await detail(made.id)).toMatchObject(all)
    const plain = await allowed(world.mia, 'card.create', { listId, title: 'Plain' })
    expect(plain).toMatchObject({ description: '', labelIds: [], assigneeActorIds: [], ...noAttributes })
    expect(await allowed(world.mia, 'card.update', { cardId: plain.id, ...all })).toMatchObject(all)
    expect(await detail(plain.id)).toMatchObject(all)
    const none = { labelIds: [], assigneeActorIds: [], ...noAttributes, description: '' }
    expect(await allowed(world.mia, 'card.update', { cardId: plain.id, ...none })).toMatchObject({ title: 'Fix the pump', ...none })
    const foreign = await makeBoard(world)
    const elsewhere = await allowed(world.ada, 'label.create', { boardId: foreign.id, name: 'bug', color: 'red' })
    const wrong = [
      { labelIds: [elsewhere.id] },
      { assigneeActorIds: [world.eve.actorId] },
      ...attributeNames.map((name) => ({ [name]: ['soon'] })),
    ]
    for (const input of wrong) {
      await refused(world.mia, 'card.create', { listId, title: 'Wrong', ...input }, 'validation')
      await refused(world.mia, 'card.update', { cardId: plain.id, ...input }, 'validation')
    }
    expect(await detail(plain.id)).toMatchObject({ title: 'Fix the pump', ...none })
    expect(await board.titles()).toBe('Fix the pumpFix the pump')
  },
)

scenario(
  'everyone who can read a card may watch it and stop, any number of times, without an entry in the log',
  ['card.watch.viewer', 'card.watch.idempotent', 'card.watch.no-activity', 'card.watch.shown'],
  async () => {
    const { id: cardId } = await board.card()
    const watch = async (who: Who, name: 'watch.set' | 'watch.clear') => (await call(who, name, { cardId })).status
    const watchers = async () => (await detail(cardId)).watchers.toSorted()
    const recorded = await board.recorded(async () => {
      expect([await watch(world.vic, 'watch.set'), await watch(world.vic, 'watch.set')]).toEqual([204, 204])
      expect(await watchers()).toContain(world.vic.actorId)
      expect(await watch(world.mia, 'watch.set')).toBe(204)
      expect(await watchers()).toEqual(expect.arrayContaining([world.mia.actorId, world.vic.actorId]))
      expect([await watch(world.vic, 'watch.clear'), await watch(world.vic, 'watch.clear')]).toEqual([204, 204])
      expect(await watchers()).not.toContain(world.vic.actorId)
      expect(await watchers()).toContain(world.mia.actorId)
      await refused(world.eve, 'watch.set', { cardId }, 'not_found')
    })
    expect(verbsOf(recorded)).toEqual([])
  },
)
