import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let other: Who
let board: Board
let cardId: string

beforeAll(async () => {
  world = await startWorld()
  other = await makeAgent(world, 'Other', [])
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  await allowed(world.ada, 'member.add', { boardId: board.id, actorId: other.actorId, role: 'member' })
  cardId = (await board.card('Fix the pump')).id
})

const delegate = (to: Who, on = cardId) => allowed(world.mia, 'delegation.set', { cardId: on, agentActorId: to.actorId })
const delegation = async () => (await allowed(world.vic, 'card.get', { cardId })).card.delegation
const state = async (sessionId: string) => (await allowed(world.vic, 'session.get', { sessionId })).state
const sessions = async () => (await allowed(world.vic, 'session.listForCard', { cardId })).map((session) => session.id)

scenario(
  'a card has one agent: delegating to another takes it from the first and ends its session',
  ['delegation.create.one-agent', 'delegation.other-agent.replaces'],
  async () => {
    const first = await delegate(world.robo)
    const recorded = await board.recorded(async () => {
      const second = await delegate(other)
      expect(second.delegation).toMatchObject({ agentActorId: other.actorId, delegatedByActorId: world.mia.actorId })
      expect(await delegation()).toEqual(second.delegation)
      expect([await state(first.session.id), await state(second.session.id)]).toEqual(['error', 'queued'])
    })
    expect(recorded.map(({ verb, payload }) => [verb, payload.agentActorId])).toEqual([
      ['card.undelegated', world.robo.actorId],
      ['agent_session.failed', world.robo.actorId],
      ['card.delegated', other.actorId],
      ['agent_session.created', other.actorId],
    ])
    const both = await Promise.all([call(world.ada, 'delegation.set', { cardId, agentActorId: world.robo.actorId }), delegate(other)])
    const standing = (await delegation())?.agentActorId
    expect([both[0].ok, [world.robo.actorId, other.actorId].includes(standing ?? '')]).toEqual([true, true])
    const live = (await allowed(world.vic, 'session.listForCard', { cardId })).filter((session) => session.endedAt === null)
    expect(live.map((session) => session.agentActorId)).toEqual([standing])
  },
)

scenario(
  'the end of its session leaves the delegation; delegating again then opens another',
  ['delegation.ended.stands', 'delegation.again.after-end'],
  async () => {
    for (const ending of [
      { op: 'complete', summary: 'Done' },
      { op: 'fail', reason: 'No wrench' },
    ] as const) {
      const { session, delegation: made } = await delegate(world.robo)
      await allowed(world.robo, 'session.post', { sessionId: session.id, ...ending })
      expect(await delegation()).toEqual(made)
      const recorded = await board.recorded(async () => {
        const again = await call(world.mia, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
        expect([again.status, again.ok && again.body.session.state]).toEqual([201, 'queued'])
        expect(again.ok && again.body.session.id).not.toBe(session.id)
      })
      expect(verbsOf(recorded)).toEqual(['card.delegated', 'agent_session.created'])
      await allowed(world.mia, 'delegation.clear', { cardId })
    }
  },
)

scenario(
  'a live session that a request or a mention opened is adopted, and ends with the delegation then',
  ['delegation.again.adopts'],
  async () => {
    const request = async () => (await allowed(world.robo, 'session.open', { cardId })).id
    const mention = async () => {
      await allowed(world.mia, 'comment.create', { cardId, body: `@${world.robo.handle} look` })
      return (await sessions())[0] ?? ''
    }
    for (const open of [request, mention]) {
      cardId = (await board.card()).id
      const live = await open()
      const recorded = await board.recorded(async () => expect((await delegate(world.robo)).session.id).toBe(live))
      expect(verbsOf(recorded)).toEqual(['card.delegated'])
      expect(await sessions()).toEqual([live])
      await allowed(world.mia, 'delegation.clear', { cardId })
      expect(await state(live)).toBe('error')
    }
  },
)

scenario('taking a delegation back leaves alone a session that it did not open', ['delegation.remove.other-sessions'], async () => {
  const { session } = await delegate(world.robo)
  await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'complete', summary: 'Done' })
  const own = (await allowed(world.robo, 'session.open', { cardId })).id
  const others = (await allowed(other, 'session.open', { cardId })).id
  await refused(world.vic, 'delegation.clear', { cardId }, 'forbidden')
  const recorded = await board.recorded(() => allowed(world.mia, 'delegation.clear', { cardId }))
  expect(verbsOf(recorded)).toEqual(['card.undelegated'])
  expect([await delegation(), await state(own), await state(others)]).toEqual([null, 'queued', 'queued'])
})
