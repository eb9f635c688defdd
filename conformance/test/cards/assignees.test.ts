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

const assign = (who: Who, by: Who = world.mia) => call(by, 'card.assign', { cardId, actorId: who.actorId })
const assigned = async () => (await allowed(world.vic, 'card.get', { cardId })).card.assigneeActorIds

scenario('people of the board are assigned, any number of them', ['assignee.add.answer', 'assignee.many.allowed'], async () => {
  const people = [world.mia, world.ada, world.vic]
  for (const who of people) {
    const recorded = await board.recorded(async () => {
      const answer = await assign(who)
      expect([answer.status, answer.ok && answer.body]).toEqual([201, { cardId, actorId: who.actorId }])
    })
    expect(recorded).toMatchObject([{ verb: 'card.assigned', cardId, payload: { actorId: who.actorId } }])
  }
  const ids = people.map((who) => who.actorId).toSorted()
  expect((await assigned()).toSorted()).toEqual(ids)
  expect((await board.tree()).lists[0]?.cards[0]?.assigneeActorIds.toSorted()).toEqual(ids)
  const recorded = await board.recorded(async () => {
    await refused(world.mia, 'card.assign', { cardId, actorId: world.eve.actorId }, 'validation')
    await refused(world.vic, 'card.assign', { cardId, actorId: world.vic.actorId }, 'forbidden')
    await refused(world.eve, 'card.assign', { cardId, actorId: world.eve.actorId }, 'not_found')
  })
  expect([recorded, (await assigned()).toSorted()]).toEqual([[], ids])
})

scenario(
  'assigning an agent is refused with the delegation to make instead, which works as it stands',
  ['assignee.add.agent-refused', 'assignee.add.delegation-details', 'error.code.delegation-required'],
  async () => {
    await assign(world.mia)
    const before = await allowed(world.vic, 'card.get', { cardId })
    let request: unknown
    const recorded = await board.recorded(async () => {
      const refusal = await refused(world.mia, 'card.assign', { cardId, actorId: world.robo.actorId }, 'delegation_required')
      request = refusal.details?.request
      const both = [world.mia.actorId, world.robo.actorId]
      await refused(world.mia, 'card.update', { cardId, assigneeActorIds: both }, 'delegation_required')
      await refused(world.mia, 'card.create', { listId: board.lists[0] ?? '', title: 'x', assigneeActorIds: both }, 'delegation_required')
    })
    expect([recorded, await allowed(world.vic, 'card.get', { cardId })]).toEqual([[], before])
    const { method, path, body } = request as { method: string; path: string; body: object }
    const headers = { ...world.mia.headers, 'content-type': 'application/json' }
    const made = await fetch(world.mia.url + path, { method, headers, body: JSON.stringify(body) })
    expect([made.status, await made.json()]).toMatchObject([201, { delegation: { agentActorId: world.robo.actorId } }])
    const { card } = await allowed(world.vic, 'card.get', { cardId })
    expect(card).toMatchObject({ assigneeActorIds: [world.mia.actorId], delegation: { agentActorId: world.robo.actorId } })
  },
)

scenario('an assignee is taken off the card', ['assignee.remove.answer'], async () => {
  for (const who of [world.mia, world.vic]) await assign(who)
  await refused(world.vic, 'card.unassign', { cardId, actorId: world.vic.actorId }, 'forbidden')
  await refused(world.eve, 'card.unassign', { cardId, actorId: world.vic.actorId }, 'not_found')
  expect(await assigned()).toHaveLength(2)
  const unassign = async () => {
    expect((await call(world.mia, 'card.unassign', { cardId, actorId: world.vic.actorId })).status).toBe(204)
  }
  expect(await board.recorded(unassign)).toMatchObject([{ verb: 'card.unassigned', cardId, payload: { actorId: world.vic.actorId } }])
  expect(await assigned()).toEqual([world.mia.actorId])
  expect(verbsOf(await board.recorded(unassign))).toEqual([])
  expect(await assigned()).toEqual([world.mia.actorId])
})
