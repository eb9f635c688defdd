import type { Activity } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string
let cardKey: string
let agent: Who

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world, { agentGuidance: 'Be brief.' })
  const card = await board.card('Fix the pump', { description: 'It drips.' })
  cardId = card.id
  cardKey = card.key
  agent = world.robo
})

const delegate = async () => (await allowed(world.mia, 'delegation.set', { cardId, agentActorId: agent.actorId })).session.id
const post = (sessionId: string, op: object) => allowed(agent, 'session.post', { sessionId, ...op } as never)
/** The activity that the agent's report appended to the log: one, by the agent, on the card. */
async function told(sessionId: string, op: object): Promise<Activity> {
  const recorded = await board.recorded(() => post(sessionId, op))
  expect(recorded).toMatchObject([{ cardId, actorId: agent.actorId }])
  return recorded[0] as Activity
}
const common = (sessionId: string, state: string) => ({
  sessionId,
  cardId,
  cardKey,
  boardName: 'Engine',
  state,
  agentActorId: agent.actorId,
  initiatorActorId: world.mia.actorId,
})
const asking = { op: 'ask_human', question: 'Which valve?', options: ['left', 'right'] }

scenario(
  'opening a session tells who works on what, and all that the agent needs to start',
  ['verb.agent-session.created', 'verb.agent-session.created-context', 'verb.agent-session.created-guidance'],
  async () => {
    const item = await allowed(world.mia, 'checklist.add', { cardId, text: 'Find the wrench' })
    await allowed(world.mia, 'comment.create', { cardId, body: 'Hurry.' })
    const open = () => allowed(agent, 'session.open', { cardId, summary: 'Stop the dripping' })
    const recorded = await board.recorded(open)
    const { id, trigger } = (await allowed(world.vic, 'session.listForCard', { cardId }))[0] ?? {}
    expect(recorded).toMatchObject([
      {
        verb: 'agent_session.created',
        cardId,
        actorId: agent.actorId,
        payload: { ...common(id ?? '', 'queued'), initiatorActorId: agent.actorId, trigger: { type: 'api' } },
      },
    ])
    expect(recorded[0]?.payload.trigger).toEqual(trigger)
    expect(recorded[0]?.payload.context).toMatchObject({
      cardTitle: 'Fix the pump',
      description: 'It drips.',
      guidance: 'Be brief.',
      summary: 'Stop the dripping',
      checklist: [{ id: item.id, text: 'Find the wrench', done: false }],
      recentComments: [{ actorId: world.mia.actorId, body: 'Hurry.' }],
    })
    const again = await board.recorded(() => refused(agent, 'session.open', { cardId }, 'conflict'))
    expect(again).toEqual([])
    await allowed(world.ada, 'board.update', { boardId: board.id, agentGuidance: 'Be thorough.' })
    const other = await board.card()
    const [created] = await board.recorded(() => allowed(agent, 'session.open', { cardId: other.id }))
    expect(created?.payload.context).toMatchObject({ guidance: 'Be thorough.', summary: null })
  },
)

scenario('the context holds the ten latest comments', ['verb.agent-session.created-recent-comments'], async () => {
  for (let n = 1; n <= 12; n++) await allowed(world.mia, 'comment.create', { cardId, body: `${n}` })
  const [created] = await board.recorded(() => allowed(agent, 'session.open', { cardId }))
  expect(created?.payload.context).toMatchObject({ recentComments: Array.from({ length: 10 }, (_, n) => ({ body: `${n + 3}` })) })
})

scenario(
  'what an agent says of its work is told: state and text, plan, notes and log entries',
  [
    'verb.agent-session.updated',
    'verb.agent-session.updated-payload',
    'verb.agent-session.progress',
    'verb.agent-session.log',
    'verb.agent-session.common-payload',
  ],
  async () => {
    const id = await delegate()
    const plan = [{ text: 'Look', status: 'in_progress' }]
    expect(await told(id, { op: 'update', state: 'working', statusText: 'Looking', plan })).toMatchObject({
      verb: 'agent_session.updated',
      payload: { ...common(id, 'working'), statusText: 'Looking', plan },
    })
    expect(await told(id, { op: 'update', statusText: 'Still looking' })).toMatchObject({
      verb: 'agent_session.updated',
      payload: { ...common(id, 'working'), statusText: 'Still looking' },
    })
    expect(await told(id, { op: 'progress', note: 'Found it' })).toMatchObject({
      verb: 'agent_session.progress',
      payload: { ...common(id, 'working'), note: 'Found it' },
    })
    expect(await told(id, { op: 'log', payload: { tool: 'wrench', size: 7 } })).toMatchObject({
      verb: 'agent_session.log',
      payload: { ...common(id, 'working'), payload: { tool: 'wrench', size: 7 } },
    })
    const stopped = await board.recorded(() => allowed(world.mia, 'session.stop', { sessionId: id }))
    expect(stopped).toMatchObject([
      { verb: 'agent_session.updated', cardId, actorId: world.mia.actorId, payload: { ...common(id, 'working'), stopRequested: true } },
    ])
    const denied = await board.recorded(async () => {
      await refused(world.mia, 'session.post', { sessionId: id, op: 'progress', note: 'Mine' }, 'forbidden')
      await refused(agent, 'session.post', { sessionId: id, op: 'progress' }, 'validation')
    })
    expect(denied).toEqual([])
  },
)

scenario(
  'a question and its answer are told with the event of the question, one each',
  ['verb.agent-session.question', 'verb.agent-session.answered', 'verb.agent-session.common-payload'],
  async () => {
    const id = await delegate()
    const question = await told(id, asking)
    const { events } = await allowed(world.vic, 'session.events', { sessionId: id })
    const eventId = events.find(({ kind }) => kind === 'question')?.id
    expect(question).toMatchObject({
      verb: 'agent_session.question',
      payload: { ...common(id, 'awaiting_input'), eventId, question: 'Which valve?', options: ['left', 'right'] },
    })
    const answer = () => allowed(world.vic, 'session.answer', { sessionId: id, answer: 'left' })
    const answered = await board.recorded(answer)
    expect(answered).toMatchObject([{ verb: 'agent_session.answered', cardId, actorId: world.vic.actorId }])
    const ofAnswer = (await allowed(world.vic, 'session.events', { sessionId: id })).events.find(({ kind }) => kind === 'answer')
    const payload = { eventId: ofAnswer?.id, questionEventId: eventId, answer: 'left', answeredByActorId: world.vic.actorId }
    expect(answered[0]?.payload).toMatchObject({ ...common(id, 'working'), ...payload })
    const late = await board.recorded(() => refused(world.mia, 'session.answer', { sessionId: id, answer: 'right' }, 'conflict'))
    const said = { type: 'late_answer', questionEventId: eventId, answer: 'right', actorId: world.mia.actorId }
    expect(late).toMatchObject([{ verb: 'agent_session.log', payload: { ...common(id, 'working'), payload: said } }])
  },
)

scenario(
  'how a session ends is told once: with the summary, or with the reason',
  ['verb.agent-session.completed', 'verb.agent-session.failed', 'verb.agent-session.common-payload'],
  async () => {
    const done = await delegate()
    expect(await told(done, { op: 'complete', summary: 'It is dry' })).toMatchObject({
      verb: 'agent_session.completed',
      payload: { ...common(done, 'done'), summary: 'It is dry' },
    })
    const late = { sessionId: done, op: 'fail', reason: 'No wrench' } as const
    expect(await board.recorded(() => refused(agent, 'session.post', late, 'conflict'))).toEqual([])
    const failed = await delegate()
    expect(await told(failed, { op: 'fail', reason: 'No wrench' })).toMatchObject({
      verb: 'agent_session.failed',
      payload: { ...common(failed, 'error'), reason: 'No wrench' },
    })
    const undelegated = await delegate()
    const recorded = await board.recorded(() => allowed(world.mia, 'delegation.clear', { cardId }))
    expect(recorded.filter(({ verb }) => verb.startsWith('agent_session.'))).toMatchObject([
      { verb: 'agent_session.failed', cardId, payload: { ...common(undelegated, 'error'), reason: 'undelegated' } },
    ])
  },
)

scenario(
  'a session that was silent for too long fails with reason timeout, one that waits for a person does not',
  ['verb.agent-session.failed-timeout', 'verb.agent-session.common-payload'],
  async () => {
    const id = await delegate()
    agent = await makeAgent(world, 'Patient', [board.id])
    const waiting = (await allowed(agent, 'session.open', { cardId })).id
    await post(waiting, asking)
    const recorded = await board.recorded(async () => {
      world.tandem.clock.advance(24 * 3_600_000 - 60_000)
      expect((await allowed(world.ada, 'session.get', { sessionId: id })).state).toBe('queued')
      world.tandem.clock.advance(120_000)
      await world.tandem.service.workers.watchdog.runOnce()
      await expect.poll(async () => (await allowed(world.ada, 'session.get', { sessionId: id })).state, { timeout: 60_000 }).toBe('error')
    })
    agent = world.robo
    const failed = recorded.filter(({ verb }) => verb === 'agent_session.failed')
    expect(failed).toMatchObject([{ cardId, payload: { ...common(id, 'error'), reason: 'timeout' } }])
    expect((await allowed(world.ada, 'session.get', { sessionId: waiting })).state).toBe('awaiting_input')
  },
)
