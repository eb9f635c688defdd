import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card('Fix the pump')).id
})

const delegate = async (on = cardId) =>
  (await allowed(world.mia, 'delegation.set', { cardId: on, agentActorId: world.robo.actorId })).session.id
const post = (sessionId: string, op: object, by: Who = world.robo) => allowed(by, 'session.post', { sessionId, ...op } as never)
/** The appended event. Only calls with onlyIfNew may append none. */
function eventOf<T>({ event }: { event: T | null }): T {
  if (event === null) throw new Error('nothing was appended')
  return event
}
const read = (sessionId: string) => allowed(world.vic, 'session.get', { sessionId })
const trail = async (sessionId: string, since?: string) => (await allowed(world.robo, 'session.events', { sessionId, since })).events
const working = { op: 'update', state: 'working' }
const asking = { op: 'ask_human', question: 'Which?' }
const completing = { op: 'complete', summary: 'Done' }
const failing = { op: 'fail', reason: 'No wrench' }

scenario(
  'a session carries all that there is to say about it, through the states of its life',
  ['session.record.shape', 'session.record.states', 'session.state.complete-from-working', 'session.state.ask-from-working'],
  async () => {
    const id = await delegate()
    const card = (await allowed(world.vic, 'card.get', { cardId })).card
    const queued = await read(id)
    const { createdAt, updatedAt } = queued
    expect(queued).toEqual({
      id,
      sessionId: id,
      boardId: board.id,
      cardId,
      cardKey: card.key,
      agentActorId: world.robo.actorId,
      initiatorActorId: world.mia.actorId,
      onBehalfOfActorId: world.mia.actorId,
      state: 'queued',
      statusText: null,
      summary: null,
      failureReason: null,
      trigger: { type: 'delegation' },
      stale: false,
      question: null,
      plan: null,
      externalUrl: null,
      usage: null,
      budget: null,
      budgetUsed: { tokens: 0, costUsd: 0, minutes: 0 },
      budgetExceededAt: null,
      lease: null,
      stopRequestedAt: null,
      stopRequestedBy: null,
      waitingFor: [],
      waitingForHidden: 0,
      startRequestedAt: null,
      startRequestedBy: null,
      lastAnswer: null,
      createdAt,
      updatedAt,
      endedAt: null,
    })
    const states = ['queued']
    for (const op of [working, asking]) states.push((await post(id, op)).session.state)
    await allowed(world.mia, 'session.answer', { sessionId: id, answer: 'That one' })
    states.push((await read(id)).state)
    const { session } = await post(id, completing)
    states.push(session.state)
    expect(states).toEqual(['queued', 'working', 'awaiting_input', 'working', 'done'])
    expect(session).toMatchObject({ summary: 'Done', createdAt, endedAt: session.updatedAt, failureReason: null })
    expect(await read(id)).toEqual(session)
  },
)

scenario(
  'fail ends a session in error from every live state, with its reason, and once only',
  ['session.state.fail-from-live', 'session.state.failure-reason'],
  async () => {
    for (const before of [[], [working], [working, asking]]) {
      const id = await delegate((await board.card()).id)
      for (const op of before) await post(id, op)
      expect((await post(id, failing)).session).toMatchObject({ state: 'error', failureReason: 'No wrench', question: null })
      expect(await read(id)).toMatchObject({ state: 'error', failureReason: 'No wrench', summary: null, endedAt: expect.any(String) })
      await refused(world.robo, 'session.post', { sessionId: id, op: 'fail', reason: 'Again' }, 'conflict')
    }
    const id = await delegate()
    await refused(world.robo, 'session.post', { sessionId: id, op: 'fail' }, 'validation')
    await refused(world.robo, 'session.post', { sessionId: id, op: 'complete' }, 'validation')
    expect((await read(id)).state).toBe('queued')
  },
)

scenario('of two runners that claim a session one gets it', ['session.state.if-state-one-claim'], async () => {
  const sessionId = await delegate()
  const claim = () => call(world.robo, 'session.post', { sessionId, op: 'update', state: 'working', ifState: 'queued' })
  const claims = await Promise.all(Array.from({ length: 6 }, claim))
  expect(claims.filter((answer) => answer.ok)).toHaveLength(1)
  for (const answer of claims) if (!answer.ok) expect(answer.code).toBe('conflict')
  expect(await trail(sessionId)).toHaveLength(2)
})

scenario(
  'a person opens a session of a delegatable agent, an agent its own alone, and each agent may have one on the card',
  [
    'session.open.agent-for-other',
    'session.open.not-delegatable',
    'session.open.other-agents',
    'session.open.emits-created',
    'session.open.summary',
  ],
  async () => {
    const other = await makeAgent(world, 'Other', [board.id])
    const shy = await allowed(world.ada, 'agent.create', { name: 'Shy', capabilities: { delegatable: false, mentionable: true } })
    await allowed(world.ada, 'member.add', { boardId: board.id, actorId: shy.id, role: 'member' })
    const nothing = await board.recorded(async () => {
      await refused(world.robo, 'session.open', { cardId, agentActorId: other.actorId }, 'forbidden')
      await refused(world.mia, 'session.open', { cardId, agentActorId: shy.id }, 'validation')
      await refused(world.mia, 'session.open', { cardId }, 'validation')
      await refused(world.vic, 'session.open', { cardId, agentActorId: other.actorId }, 'forbidden')
    })
    expect(nothing).toEqual([])
    const summary = 'Find out why it drips'
    const recorded = await board.recorded(() => allowed(world.robo, 'session.open', { cardId, agentActorId: world.robo.actorId, summary }))
    const sessions = () => allowed(world.vic, 'session.listForCard', { cardId })
    const [mine] = await sessions()
    expect(recorded).toMatchObject([
      { verb: 'agent_session.created', cardId, payload: { sessionId: mine?.id, state: 'queued', context: { summary } } },
    ])
    await allowed(world.mia, 'session.open', { cardId, agentActorId: other.actorId })
    expect((await sessions()).map(({ agentActorId, state }) => [agentActorId, state])).toEqual([
      [other.actorId, 'queued'],
      [world.robo.actorId, 'queued'],
    ])
  },
)

scenario('a session says what set it off: a delegation, a mention or a request', ['session.record.trigger-types'], async () => {
  const cards = [await board.card(), await board.card(), await board.card()]
  const [delegated = '', mentioned = '', requested = ''] = cards.map((card) => card.id)
  await delegate(delegated)
  const comment = await allowed(world.mia, 'comment.create', { cardId: mentioned, body: `@${world.robo.handle} look` })
  await allowed(world.robo, 'session.open', { cardId: requested })
  const triggers = []
  for (const card of cards) triggers.push((await allowed(world.vic, 'session.listForCard', { cardId: card.id })).map((one) => one.trigger))
  expect(triggers).toEqual([[{ type: 'delegation' }], [{ type: 'mention', commentId: comment.id }], [{ type: 'api' }]])
})

scenario(
  'the sessions of a board are listed newest first, all or those in one state, for its members alone',
  ['session.read.by-board', 'session.read.board-state-filter'],
  async () => {
    const elsewhere = await makeBoard(world)
    await delegate((await elsewhere.card()).id)
    const first = await delegate()
    const second = await delegate((await board.card()).id)
    await post(second, working)
    const list = async (state?: 'queued' | 'working' | 'done') =>
      (await allowed(world.vic, 'session.listForBoard', { boardId: board.id, state })).map((session) => session.id)
    expect([await list(), await list('queued'), await list('working'), await list('done')]).toEqual([
      [second, first],
      [first],
      [second],
      [],
    ])
    await refused(world.vic, 'session.listForBoard', { boardId: board.id, state: 'sleeping' as never }, 'validation')
    await refused(world.eve, 'session.listForBoard', { boardId: board.id }, 'not_found')
  },
)

scenario(
  'one’s own sessions are those one works on or has initiated, on every board, newest first',
  ['session.read.mine-across-boards', 'session.read.mine-roles', 'session.read.mine-state-filter'],
  async () => {
    const other = await makeAgent(world, 'Lone', [board.id])
    const eve = { boardId: board.id, actorId: world.eve.actorId, role: 'member' } as const
    await allowed(world.ada, 'member.add', eve)
    const second = await makeBoard(world)
    await allowed(world.ada, 'member.add', { boardId: second.id, actorId: other.actorId, role: 'member' })
    await allowed(world.ada, 'member.add', { ...eve, boardId: second.id })
    const open = async (by: Who, on: Board) => {
      const card = await on.card()
      return (await allowed(by, 'session.open', { cardId: card.id, agentActorId: other.actorId })).id
    }
    const sessions = [await open(world.eve, board), await open(world.eve, second), await open(world.mia, board)]
    await delegate()
    const [a = '', b = '', c = ''] = sessions
    await post(a, working, other)
    const mine = async (who: Who, state?: 'queued' | 'working') =>
      (await allowed(who, 'session.mine', { state })).map((session) => session.id)
    expect(await mine(other)).toEqual([c, b, a])
    expect(await mine(world.eve)).toEqual([b, a])
    expect([await mine(world.eve, 'working'), await mine(other, 'queued'), await mine(world.vic)]).toEqual([[a], [c, b], []])
  },
)

scenario(
  'the trail holds every event in order, unchanged, and since gives what came after',
  [
    'session.event.shape',
    'session.event.kinds',
    'session.event.append-only',
    'session.event.list-envelope',
    'session.event.since-strict',
    'session.event.state-change-body',
  ],
  async () => {
    const id = await delegate()
    const ops = [{ ...working, statusText: 'Looking' }, { op: 'progress', note: 'Half way' }, { op: 'log', payload: { step: 1 } }, asking]
    const appended = [...(await trail(id))]
    for (const op of ops) {
      world.tandem.clock.advance(1_000)
      appended.push(eventOf(await post(id, op)))
    }
    world.tandem.clock.advance(1_000)
    appended.push((await allowed(world.vic, 'session.answer', { sessionId: id, answer: 'B' })).event)
    world.tandem.clock.advance(1_000)
    appended.push(eventOf(await post(id, completing)))
    expect(appended.map((event) => event.kind)).toEqual([
      'state_change',
      'state_change',
      'progress',
      'log',
      'question',
      'answer',
      'state_change',
    ])
    for (const event of appended) expect(Object.keys(event).toSorted()).toEqual(['body', 'createdAt', 'id', 'kind'])
    expect(appended.filter((event) => event.kind === 'state_change').map((event) => event.body)).toEqual([
      { from: null, to: 'queued' },
      { from: 'queued', to: 'working', statusText: 'Looking' },
      { from: 'working', to: 'done', summary: 'Done' },
    ])
    expect(await allowed(world.vic, 'session.events', { sessionId: id })).toEqual({ events: appended })
    for (const [at, event] of appended.entries()) {
      for (const since of [event.id, event.createdAt]) expect(await trail(id, since)).toEqual(appended.slice(at + 1))
    }
    for (const since of [cardId, 'yesterday']) await refused(world.robo, 'session.events', { sessionId: id, since }, 'validation')
    const failed = await delegate()
    expect(eventOf(await post(failed, failing)).body).toEqual({ from: 'queued', to: 'error', reason: 'No wrench' })
  },
)
