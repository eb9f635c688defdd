import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { actorHook, heard } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { as, type Board, makeAgent, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string

const day = 24 * 3_600_000

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card('Fix the pump')).id
})

const post = (sessionId: string, op: object, by: Who = world.robo) => allowed(by, 'session.post', { sessionId, ...op } as never)
const ask = (sessionId: string, by: Who = world.robo) => post(sessionId, { op: 'ask_human', question: 'Which?' }, by)
const read = (sessionId: string) => allowed(world.vic, 'session.get', { sessionId })
/** A session that Robo opened itself, so that it is on behalf of no person. */
const ownSession = async () => (await allowed(world.robo, 'session.open', { cardId })).id

/** The names of those whose inbox holds the session's question, read or not. */
async function askedOf(sessionId: string, unread?: true): Promise<string[]> {
  const names = []
  for (const name of ['ada', 'mia', 'vic', 'eve', 'robo'] as const) {
    const inbox = await allowed(world[name], 'notification.list', { unread })
    if (inbox.some((one) => one.sessionId === sessionId && one.reason === 'question')) names.push(name)
  }
  return names
}

scenario('any human member answers, in any role', ['session.answer.human-members'], async () => {
  for (const by of [world.ada, world.mia, world.vic]) {
    const sessionId = await ownSession()
    await ask(sessionId)
    await refused(world.eve, 'session.answer', { sessionId, answer: 'That one' }, 'not_found')
    await refused(world.robo, 'session.answer', { sessionId, answer: 'That one' }, 'forbidden')
    expect((await read(sessionId)).state).toBe('awaiting_input')
    const { event, session } = await allowed(by, 'session.answer', { sessionId, answer: 'That one' })
    expect([session.state, event.body]).toMatchObject(['working', { answer: 'That one', actorId: by.actorId }])
    await post(sessionId, { op: 'complete', summary: 'Done' })
  }
})

scenario(
  'completing withdraws the open question and its notifications',
  ['session.state.complete-from-awaiting', 'session.answer.withdrawn-marks-read'],
  async () => {
    await allowed(world.ada, 'card.assign', { cardId, actorId: world.vic.actorId })
    const sessionId = await ownSession()
    await ask(sessionId)
    expect(await askedOf(sessionId, true)).toEqual(['vic'])
    const { session } = await post(sessionId, { op: 'complete', summary: 'Never mind' })
    expect(session).toMatchObject({ state: 'done', question: null, summary: 'Never mind' })
    expect([await askedOf(sessionId, true), await askedOf(sessionId)]).toEqual([[], ['vic']])
    await refused(world.vic, 'session.answer', { sessionId, answer: 'That one' }, 'conflict')
  },
)

scenario('the agent is told of the answer through its own subscription', ['session.answer.pushed'], async () => {
  const { receiver } = await actorHook(world.robo, ['agent_session.answered'])
  const sessionId = await ownSession()
  const asked = await ask(sessionId)
  const { event } = await allowed(world.vic, 'session.answer', { sessionId, answer: 'That one' })
  await heard(receiver, 1)
  expect(receiver.received.map(({ body }) => body)).toMatchObject([
    {
      verb: 'agent_session.answered',
      boardId: board.id,
      cardId,
      actorId: world.vic.actorId,
      payload: {
        sessionId,
        eventId: event.id,
        questionEventId: asked.event?.id,
        state: 'working',
        answer: 'That one',
        answeredByActorId: world.vic.actorId,
      },
    },
  ])
  expect(event.body.questionEventId).toBe(asked.event?.id)
})

scenario('a question goes only to the assignees of the card', ['session.routing.assignees'], async () => {
  for (const who of [world.mia, world.vic]) await allowed(world.ada, 'card.assign', { cardId, actorId: who.actorId })
  const { session } = await allowed(world.ada, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
  await ask(session.id)
  expect(await askedOf(session.id)).toEqual(['mia', 'vic'])
})

scenario(
  'without assignees and a person who opened or delegated, the human admins of the board are asked',
  ['session.routing.board-admins'],
  async () => {
    await allowed(world.ada, 'member.add', { boardId: board.id, actorId: world.eve.actorId, role: 'admin' })
    const machine = await makeAgent(world, 'Machine', [board.id])
    await allowed(world.ada, 'member.update', { boardId: board.id, actorId: machine.actorId, role: 'admin' })
    const sessionId = await ownSession()
    await ask(sessionId)
    expect(await askedOf(sessionId)).toEqual(['ada', 'eve'])
    expect(await allowed(machine, 'notification.list', {})).toEqual([])
    const mias = (await board.card()).id
    const { session } = await allowed(world.mia, 'delegation.set', { cardId: mias, agentActorId: world.robo.actorId })
    await ask(session.id)
    expect(await askedOf(session.id)).toEqual(['mia'])
  },
)

scenario('when assignee and initiator have left, the question still reaches somebody', ['session.routing.never-dropped'], async () => {
  const boardId = board.id
  await allowed(world.ada, 'member.add', { boardId, actorId: world.eve.actorId, role: 'member' })
  await allowed(world.ada, 'card.assign', { cardId, actorId: world.eve.actorId })
  const { session } = await allowed(world.mia, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
  for (const who of [world.eve, world.mia]) await allowed(world.ada, 'member.remove', { boardId, actorId: who.actorId })
  await ask(session.id)
  expect(await askedOf(session.id)).toEqual(['ada'])
  const zoe = await world.tandem.register('Zoe')
  const gone = await world.tandem.register('Gone')
  const agent = await world.tandem.agent(zoe, 'Helper')
  const helper = as(world.tandem, agent)
  await world.tandem.lend(zoe, agent, world.person, boardId)
  await allowed(world.ada, 'member.add', { boardId, actorId: gone.actorId, role: 'admin' })
  const delegated = { cardId: (await board.card()).id, agentActorId: helper.actorId }
  const { session: second } = await allowed(world.ada, 'delegation.set', delegated)
  await allowed(world.ada, 'member.remove', { boardId, actorId: world.ada.actorId })
  await allowed(world.ada, 'admin.actors.update', { actorId: gone.actorId, deactivated: true })
  await allowed(helper, 'session.post', { sessionId: second.id, op: 'ask_human', question: 'Which?' })
  expect(await askedOf(second.id)).toEqual(['vic'])
})

scenario(
  'an unanswered question goes to the next people each day, and its session does not fail for it',
  ['session.watchdog.renotify', 'session.watchdog.awaiting-spared', 'session.stale.only-working'],
  async () => {
    const { clock, service } = world.tandem
    const round = async (ms: number) => {
      clock.advance(ms)
      await service.workers.watchdog.runOnce()
    }
    await allowed(world.ada, 'card.assign', { cardId, actorId: world.vic.actorId })
    const { session } = await allowed(world.mia, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
    await round(40 * 60_000)
    expect((await read(session.id)).stale).toBe(false)
    await post(session.id, { op: 'update', state: 'working' })
    await ask(session.id)
    expect(await askedOf(session.id)).toEqual(['vic'])
    await round(day - 60_000)
    expect(await askedOf(session.id)).toEqual(['vic'])
    await round(60_001)
    expect(await askedOf(session.id)).toEqual(['mia', 'vic'])
    await round(day)
    expect(await askedOf(session.id)).toEqual(['ada', 'mia', 'vic'])
    await round(10 * day)
    expect(await askedOf(session.id)).toEqual(['ada', 'mia', 'vic'])
    expect(await read(session.id)).toMatchObject({ state: 'awaiting_input', stale: false, endedAt: null })
    await allowed(world.vic, 'session.answer', { sessionId: session.id, answer: 'That one' })
    await post(session.id, { op: 'complete', summary: 'Done' })
    await round(40 * 60_000)
    expect((await read(session.id)).stale).toBe(false)
  },
)
