import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { created } from '../sessions/fixture/team.ts'
import { type Stage, stageAt } from './stage.ts'

/**
 * Robo, from 9:00 on: one session asks twice and is done, one fails, one waits, one has begun. Bert does one. The clock is moved by the
 * test.
 */
let stage: Stage
let otherBoardId: string
const minute = 60_000
const at = (time: string) => stage.goTo(`2026-06-01T${time}:00Z`)

beforeAll(async () => {
  stage = await stageAt('2026-06-01T09:00:00Z')
  const { ada, robo, bert, newCard, delegate, post } = stage
  const [first, second] = [await newCard({ title: 'First' }), await newCard({ title: 'Second' })]
  const one = await delegate(first)
  at('09:05')
  await post(one, { op: 'update', state: 'working', usage: { inputTokens: 100, costUsd: 0.5 } })
  await post(one, { op: 'ask_human', question: 'Which?' })
  at('09:15')
  expect((await ada.post(`/api/sessions/${one}/answer`, { answer: 'That' })).status).toBe(200)
  await post(one, { op: 'ask_human', question: 'And now?' })
  at('10:15')
  await stage.eve.post(`/api/sessions/${one}/answer`, { answer: 'Go on' })
  await post(one, { op: 'ask_human', question: 'Really?' })
  await post(one, { op: 'complete', summary: 'Done without an answer' })
  await stage.complete(first)
  const two = await delegate(second)
  at('10:25')
  await post(two, { op: 'update', state: 'working', usage: { inputTokens: 20, outputTokens: 5 } })
  await post(two, { op: 'fail', reason: 'No luck' })
  const three = await delegate(await newCard({ title: 'Third' }))
  await post(three, { op: 'ask_human', question: 'May I?' })
  await delegate(await newCard({ title: 'Fourth' }))
  const berts = await delegate(await newCard({ title: 'Fifth' }), bert)
  at('10:45')
  await post(berts, { op: 'complete', summary: 'Done' }, bert)
  otherBoardId = created(await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).id
  await ada.post(`/api/boards/${otherBoardId}/members`, { actorId: robo.actorId, role: 'member' })
  const list = (await ada.get(`/api/boards/${otherBoardId}`)).body.lists[0].id
  const elsewhere = await delegate(created(await ada.post(`/api/lists/${list}/cards`, { title: 'Elsewhere' })).id)
  at('10:55')
  await post(elsewhere, { op: 'complete', summary: 'Done' })
})
afterAll(() => stage?.stop())

describe('the insights of a board', () => {
  test('say how long agents waited for people, by the questions that were answered', async () => {
    const { waiting } = await stage.insights('from=2026-06-01')
    expect(waiting).toMatchObject({ open: 1, answered: 2, p50: 10 * minute, p85: 60 * minute, p95: 60 * minute })
    expect(waiting.longest).toMatchObject([
      { cardKey: 'ENG-1', askedAt: '2026-06-01T09:15:00.000Z', answeredAt: '2026-06-01T10:15:00.000Z', waitedMs: 60 * minute },
      { cardKey: 'ENG-1', waitedMs: 10 * minute },
    ])
    const filled = waiting.buckets.filter((bucket: { questions: number }) => bucket.questions > 0)
    expect(filled).toEqual([
      { belowMs: 15 * minute, questions: 1 },
      { belowMs: 240 * minute, questions: 1 },
    ])
    expect(waiting.buckets.at(-1).belowMs).toBeNull()
  })

  test('say what became of the sessions, and whose they were', async () => {
    const { sessions } = await stage.insights('from=2026-06-01')
    expect(sessions).toMatchObject({ queued: 1, working: 0, awaitingInput: 1, done: 2, error: 1 })
    expect(sessions.byAgent.map((row: any) => [row.agent.name, row.done, row.error, row.queued])).toEqual([
      ['Robo', 1, 1, 1],
      ['Bert', 1, 0, 0],
    ])
  })

  test('count the work of an agent as the beginning of work, in any list', async () => {
    const { cycle } = await stage.insights('from=2026-06-01')
    expect(cycle.cards).toMatchObject([{ title: 'First', startedAt: '2026-06-01T09:05:00.000Z', cycleMs: 70 * minute }])
  })

  test('leave out what ended before, and what the caller may not see', async () => {
    at('23:59')
    stage.goTo('2026-06-02T08:00:00Z')
    const later = await stage.insights('from=2026-06-02')
    expect(later.sessions).toMatchObject({ done: 0, error: 0, queued: 1, awaitingInput: 1 })
    expect(later.waiting).toMatchObject({ answered: 0, p50: null, longest: [] })
    const { boardId, ada, stranger, eve } = stage
    const path = `/api/boards/${boardId}/insights`
    expect((await stranger.get(path)).status).toBe(404)
    expect((await eve.get(path)).status).toBe(200)
    const bearing = async (...scopes: string[]) =>
      stage.tandem.withToken((await ada.post('/api/tokens', { label: 'x', scopes })).body.token).get(path)
    expect((await bearing('boards:read')).body).toMatchObject({ waiting: null, sessions: null, boardId })
    expect((await bearing('boards:read', 'sessions:read')).body).toMatchObject({ waiting: { open: 1 }, sessions: { queued: 1 } })
    expect((await bearing('notifications:read')).status).toBe(403)
    expect((await bearing('boards:read', `board:${otherBoardId}`)).status).toBe(403)
  })
})

describe('the numbers of an agent', () => {
  const span = 'from=2026-06-01&to=2026-06-01'
  const statsOf = (by: Pick<Stage['ada'], 'get'>, of: Stage['ada'], query = span) => by.get(`/api/agents/${of.actorId}/stats?${query}`)

  test('tell its owner of every board of both', async () => {
    const { body } = await statsOf(stage.ada, stage.robo)
    expect(body).toMatchObject({
      agent: { id: stage.robo.actorId, capabilities: { delegatable: true, mentionable: true } },
      owner: { id: stage.ada.actorId },
      sessions: { queued: 1, working: 0, awaitingInput: 1, done: 2, error: 1 },
      successRate: 2 / 3,
      questionsAnswered: 2,
      medianWaitMs: 10 * minute,
      medianDurationMs: 10 * minute,
      usage: { inputTokens: 120, outputTokens: 5, costUsd: 0.5 },
      activeTokens: 1,
      lastActiveAt: '2026-06-01T10:55:00.000Z',
    })
    expect(body.boards.map((board: any) => [board.name, board.role])).toEqual([
      ['Engine', 'member'],
      ['Other', 'member'],
    ])
    expect(body.live.map((session: any) => [session.cardTitle, session.boardName, session.state])).toEqual([
      ['Third', 'Engine', 'awaiting_input'],
      ['Fourth', 'Engine', 'queued'],
    ])
    expect(body.recent.map((session: any) => session.cardTitle)).toEqual(['Elsewhere', 'Second', 'First'])
  })

  test('tell a colleague of the boards of both alone, and of no tokens', async () => {
    for (const colleague of [stage.bob, stage.eve]) {
      const { body } = await statsOf(colleague, stage.robo)
      expect(body).toMatchObject({ sessions: { done: 1, error: 1 }, successRate: 0.5, medianDurationMs: 10 * minute, activeTokens: null })
      expect(body.boards.map((board: any) => board.name)).toEqual(['Engine'])
      expect(JSON.stringify(body)).not.toContain('Elsewhere')
    }
    expect((await statsOf(stage.bob, stage.bert)).body).toMatchObject({ sessions: { done: 1, error: 0 }, successRate: 1, usage: null })
  })

  test('are refused to strangers and beyond a leash, and are not found for an actor that is no agent', async () => {
    const { ada, stranger, robo, bert, tandem, boardId } = stage
    expect((await statsOf(stranger, robo)).status).toBe(404)
    expect((await statsOf(ada, stage.bob)).status).toBe(404)
    expect((await ada.get(`/api/agents/${boardId}/stats`)).status).toBe(404)
    expect((await ada.get('/api/agents/none/stats')).status).toBe(404)
    const token = (await ada.post('/api/tokens', { label: 'x', scopes: ['sessions:read', 'tokens:write', `board:${otherBoardId}`] })).body
      .token
    const { body } = await statsOf(tandem.withToken(token), robo)
    expect(body).toMatchObject({ sessions: { done: 1, error: 0, queued: 0 }, activeTokens: null, live: [] })
    expect((await statsOf(tandem.withToken(token), bert)).body).toMatchObject({ boards: [], sessions: { done: 0 }, successRate: null })
    const blind = (await ada.post('/api/tokens', { label: 'x', scopes: ['boards:read'] })).body.token
    expect((await statsOf(tandem.withToken(blind), robo)).status).toBe(403)
  })

  test('are listed for all agents that the caller can see, its own first', { meta: { proves: ['insights.agents-listed'] } }, async () => {
    const list = async (by: Stage['ada']) => {
      const { status, body } = await by.get(`/api/agents/stats?${span}`)
      expect(status).toBe(200)
      return body
    }
    const [own, foreign] = [await list(stage.ada), await list(stage.eve)]
    expect(own.map((row: any) => row.agent.name)).toEqual(['Bert', 'Robo'])
    const { recent: _, ...robo } = (await statsOf(stage.ada, stage.robo)).body
    expect(own[1]).toEqual(robo)
    expect(foreign.map((row: any) => [row.agent.name, row.activeTokens])).toEqual([
      ['Bert', null],
      ['Robo', null],
    ])
    expect(await list(stage.stranger)).toEqual([])
    expect((await list(stage.robo)).map((row: any) => row.agent.name)).toEqual(['Bert', 'Robo'])
  })
})
