import { afterAll, beforeAll, expect } from 'vitest'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
  board = await makeBoard(world)
})
afterAll(() => world?.tandem.stop())

const hour = 3_600_000
const insightsBy = (who: World['ada']) => allowed(who, 'board.insights', { boardId: board.id, timezone: 'UTC' })
const now = () => new Date(world.tandem.clock.now()).toISOString()

scenario('the log says how cards flow and how long they take', ['insights.flow', 'insights.cycle'], async () => {
  const { id: cardId } = await board.card('Fix the pump')
  await board.card('Paint it')
  await allowed(world.mia, 'card.update', { cardId, listId: board.lists[1] ?? '' })
  world.tandem.clock.advance(30 * hour)
  await allowed(world.mia, 'card.update', { cardId, completedAt: now() })
  const { flow, cycle, throughput } = await insightsBy(world.vic)
  expect(flow.days.at(-1)).toMatchObject({ completed: 1, inLists: [1, 0, 0] })
  expect(flow.days.some((day) => day.inLists[1] === 1)).toBe(true)
  expect(flow.days[0]).toMatchObject({ completed: 0, inLists: [0, 0, 0] })
  expect(cycle).toMatchObject({ measured: 1, startListId: board.lists[1], cards: [{ cardId }] })
  expect(Math.round((cycle.p50 ?? 0) / hour)).toBe(30)
  expect(throughput.reduce((sum, week) => sum + week.completed, 0)).toBe(1)
})

scenario('what agents waited for people is told of a board and of an agent', ['insights.waiting', 'insights.agents'], async () => {
  const { ada, mia, robo, eve } = world
  const { id: cardId } = await board.card('Choose a seal')
  const { session } = await allowed(ada, 'delegation.set', { cardId, agentActorId: robo.actorId })
  await allowed(robo, 'session.post', { sessionId: session.id, op: 'ask_human', question: 'Which?' })
  expect((await insightsBy(mia)).waiting).toMatchObject({ open: 1, answered: 0 })
  world.tandem.clock.advance(hour)
  await allowed(mia, 'session.answer', { sessionId: session.id, answer: 'The black one' })
  await allowed(robo, 'session.post', { sessionId: session.id, op: 'complete', summary: 'Ordered' })
  const { waiting, sessions } = await insightsBy(mia)
  expect(waiting).toMatchObject({ open: 0, answered: 1, longest: [{ sessionId: session.id }] })
  expect(Math.round((waiting?.p50 ?? 0) / hour)).toBe(1)
  expect(sessions).toMatchObject({ done: 1, error: 0, byAgent: [{ agent: { id: robo.actorId }, done: 1 }] })
  const about = { agentActorId: robo.actorId, timezone: 'UTC' }
  expect(await allowed(ada, 'agentStats.get', about)).toMatchObject({ successRate: 1, activeTokens: 1, owner: { id: ada.actorId } })
  expect(await allowed(mia, 'agentStats.get', about)).toMatchObject({ successRate: 1, activeTokens: null, boards: [{ id: board.id }] })
  expect((await allowed(mia, 'agentStats.list', {})).map((stats) => stats.agent.id)).toEqual([robo.actorId])
  await refused(eve, 'agentStats.get', about, 'not_found')
})

scenario('insights are for who reads the board, and for a year at most', ['insights.readers-only'], async () => {
  const boardId = board.id
  await refused(world.eve, 'board.insights', { boardId }, 'not_found')
  await refused(world.vic, 'board.insights', { boardId, from: '2020-01-01', to: '2021-01-01' }, 'validation')
  expect((await allowed(world.vic, 'board.insights', { boardId, from: '2020-01-01', to: '2020-12-31' })).flow.days).toHaveLength(366)
})
