import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { standingClock } from '../kit/clock.ts'
import { created, startTeam, type Team } from './fixture/team.ts'

const options = ['Same budget once more', 'Finish now', 'Stop']
const minute = 60_000

describe('a budget of a session', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam({ clock: standingClock() })
  })
  afterAll(() => team?.stop())
  afterEach(() => team.ada.patch(`/api/agents/${team.robo.actorId}`, { budget: null }))

  const setBudget = (sessionId: string, budget: unknown, by = team.bob) => by.patch(`/api/sessions/${sessionId}`, { budget })
  const use = (sessionId: string, usage: object) => team.post(sessionId, { op: 'update', usage })
  const answer = (sessionId: string, text: string, by = team.bob) => by.post(`/api/sessions/${sessionId}/answer`, { answer: text })
  /** A working session that Ada delegated with this budget. */
  async function working(budget: object, cardId?: string): Promise<string> {
    const input = { agentActorId: team.robo.actorId, budget }
    const { session } = created(await team.ada.post(`/api/cards/${cardId ?? (await team.newCard())}/delegation`, input))
    expect(session.budget).toEqual(budget)
    return (await team.post(session.id, { op: 'update', state: 'working' })).body.session.id
  }
  const asked = async (sessionId: string) => (await team.events(sessionId)).filter(({ kind }) => kind === 'question')
  const told = async (sessionId: string, reason: string, who = team.ada) =>
    (await team.inbox(who, reason)).filter((row) => row.sessionId === sessionId)

  test('is set by members of the board alone', { meta: { proves: ['budget.session.set', 'limit.session.budget'] } }, async () => {
    const sessionId = await team.delegate(await team.newCard())
    const trail = await team.events(sessionId)
    expect((await setBudget(sessionId, { tokens: 5 }, team.stranger)).status).toBe(404)
    for (const by of [team.eve, team.robo]) {
      const refused = await setBudget(sessionId, { tokens: 5 }, by)
      expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    }
    for (const unfit of [
      {},
      { tokens: 0 },
      { minutes: -1 },
      { costUsd: '2' },
      { tokens: 2e15 + 1 },
      { costUsd: 1e9 + 1 },
      { minutes: 1e7 + 1 },
      7,
      undefined,
    ])
      expect((await setBudget(sessionId, unfit)).status).toBe(400)
    expect(await team.events(sessionId)).toEqual(trail)

    const budget = { tokens: 1_000, costUsd: 0.5, minutes: 1.5 }
    expect((await setBudget(sessionId, budget)).body.budget).toEqual(budget)
    expect((await setBudget(sessionId, budget, team.ada)).body.budget).toEqual(budget)
    expect((await team.events(sessionId)).slice(1)).toMatchObject([
      { kind: 'log', body: { type: 'budget_changed', budget, byActorId: team.bob.actorId } },
    ])
    const { news } = (await team.post(sessionId, { op: 'progress', note: 'On it' })).body
    expect(news.items.map(({ text }: any) => text)).toEqual(['budget: {"tokens":1000,"costUsd":0.5,"minutes":1.5}'])
    expect((await setBudget(sessionId, null)).body.budget).toBeNull()
    await team.post(sessionId, { op: 'complete', summary: 'Done' })
    expect((await setBudget(sessionId, budget)).status).toBe(409)
  })

  test('comes with the delegation or the opening by a person', { meta: { proves: ['budget.session.at-opening'] } }, async () => {
    const cardId = await team.newCard()
    const path = `/api/cards/${cardId}/delegation`
    const input = { agentActorId: team.robo.actorId, budget: { tokens: 10 } }
    for (const refused of [
      await team.bert.post(path, input),
      await team.robo.post(`/api/cards/${cardId}/sessions`, { budget: { tokens: 10 } }),
    ])
      expect([refused.status, refused.body.error.reason]).toEqual([403, 'budgetOfPeople'])
    expect((await team.ada.get(`/api/cards/${cardId}`)).body.card.sessions).toEqual([])
    const opened = created(
      await team.bob.post(`/api/cards/${cardId}/sessions`, { agentActorId: team.robo.actorId, budget: { minutes: 2 } }),
    )
    expect(opened.budget).toEqual({ minutes: 2 })
    const delegated = await team.ada.post(path, input)
    expect(delegated.body.session).toMatchObject({ id: opened.id, budget: { tokens: 10 } })
    expect((await team.ada.post(path, { ...input, budget: { tokens: 20 } })).body.session.budget).toEqual({ tokens: 20 })
    expect((await team.ada.post(path, { agentActorId: team.robo.actorId })).body.session.budget).toEqual({ tokens: 20 })
  })

  test('tells the initiator at 80 % and asks at 100 %, once', {
    meta: { proves: ['budget.session.warns', 'budget.session.asks', 'budget.session.shown', 'budget.session.refuses'] },
  }, async () => {
    const cardId = await team.newCard({ assigneeActorIds: [team.bob.actorId] })
    const sessionId = await working({ tokens: 1_000 }, cardId)
    await use(sessionId, { inputTokens: 500, outputTokens: 299 })
    expect(await told(sessionId, 'budget')).toEqual([])
    for (const inputTokens of [1, 199]) {
      expect((await use(sessionId, { inputTokens })).body.session).toMatchObject({ state: 'working', budgetExceededAt: null })
      expect(await told(sessionId, 'budget')).toMatchObject([{ excerpt: '800 of 1,000 tokens', actor: { name: 'Tandem' } }])
    }
    const crossing = (await use(sessionId, { outputTokens: 1, costUsd: 0.25 })).body
    expect(crossing.session).toMatchObject({
      state: 'awaiting_input',
      question: { kind: 'budget', options },
      budget: { tokens: 1_000 },
      budgetUsed: { tokens: 1_000, costUsd: 0.25 },
      budgetExceededAt: expect.any(String),
    })
    expect(await asked(sessionId)).toMatchObject([{ body: { kind: 'budget', options } }])
    const [activity] = (await team.log(cardId)).filter(({ verb }) => verb === 'agent_session.question')
    expect(activity).toMatchObject({ actorId: '00000000-0000-7000-8000-000000000001', payload: { kind: 'budget', options } })
    expect([await told(sessionId, 'question', team.bob), await told(sessionId, 'question')]).toMatchObject([[{}], []])
    expect((await team.bob.get('/api/me/work')).body.sessions_awaiting_me.map(({ id }: any) => id)).toContain(sessionId)

    const trail = await team.events(sessionId)
    for (const op of [
      { op: 'progress', note: 'Further' },
      { op: 'log', payload: {} },
      { op: 'ask_human', question: 'May I?' },
      { op: 'update', state: 'working' },
      { op: 'update', statusText: 'On', usage: { inputTokens: 1 } },
    ]) {
      const refused = await team.post(sessionId, op)
      expect([refused.status, refused.body.error.code, refused.body.error.reason]).toEqual([409, 'budget_exceeded', 'budgetExceeded'])
    }
    expect(await team.events(sessionId)).toEqual(trail)
    expect((await use(sessionId, { inputTokens: 50 })).body.session).toMatchObject({
      budgetUsed: { tokens: 1_050 },
      state: 'awaiting_input',
    })
    expect(await asked(sessionId)).toHaveLength(1)
    expect((await team.post(sessionId, { op: 'complete', summary: 'As far as it goes' })).body.session).toMatchObject({
      state: 'done',
      question: null,
    })
  })

  test('asks once for 64 reports at the same time', { meta: { proves: ['budget.session.asks'] } }, async () => {
    const sessionId = await working({ tokens: 1_000 })
    const answers = await Promise.all(Array.from({ length: 64 }, () => use(sessionId, { inputTokens: 20 })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await asked(sessionId)).toHaveLength(1)
    expect(await told(sessionId, 'budget')).toHaveLength(1)
    expect(await team.session(sessionId)).toMatchObject({ state: 'awaiting_input', budgetUsed: { tokens: 1_280 } })
    await team.post(sessionId, { op: 'fail', reason: 'Enough' })
  })

  test('is extended by an answer, as often as people say so', { meta: { proves: ['budget.answer.more'] } }, async () => {
    const sessionId = await working({ tokens: 1_000, costUsd: 1 })
    await use(sessionId, { inputTokens: 1_010 })
    const refused = await answer(sessionId, 'Same budget once more', team.eve)
    expect([refused.status, refused.body.error.reason]).toEqual([403, 'budgetAnswerOfMembers'])
    expect((await answer(sessionId, 'Same budget once more', team.robo)).status).toBe(403)
    const more = (await answer(sessionId, 'the same budget once more')).body
    expect(more.event.body.budget).toEqual({ tokens: 2_000, costUsd: 2 })
    expect(more.session).toMatchObject({ state: 'working', budget: { tokens: 2_000, costUsd: 2 }, budgetExceededAt: null, question: null })
    expect((await team.post(sessionId, { op: 'progress', note: 'On' })).status).toBe(200)
    // The first report exceeded the budget at once, so there was no warning; the next one nears the second budget.
    expect(await told(sessionId, 'budget')).toEqual([])
    await use(sessionId, { inputTokens: 600 })
    expect(await told(sessionId, 'budget')).toHaveLength(1)
    await use(sessionId, { inputTokens: 4_000 })
    expect((await answer(sessionId, 'Same budget once more')).body.session).toMatchObject({ budget: { tokens: 6_610, costUsd: 3 } })
    await team.post(sessionId, { op: 'complete', summary: 'Done' })
  })

  test('may be left as it is: the agent finishes', { meta: { proves: ['budget.answer.finish'] } }, async () => {
    for (const text of ['Finish now', 'Hand over what you have']) {
      const sessionId = await working({ tokens: 1_000 })
      await use(sessionId, { inputTokens: 2_000 })
      const { session } = (await answer(sessionId, text, team.eve)).body
      expect(session).toMatchObject({
        state: 'working',
        question: null,
        lastAnswer: { answer: text },
        budgetExceededAt: expect.any(String),
      })
      const refused = await team.post(sessionId, { op: 'progress', note: 'On' })
      expect([refused.status, refused.body.error.reason]).toEqual([409, 'budgetFinish'])
      expect((await use(sessionId, { inputTokens: 1 })).body.news.items.map(({ text: said }: any) => said)).toContain(text)
      expect(await asked(sessionId)).toHaveLength(1)
      expect((await team.post(sessionId, { op: 'complete', summary: 'Done' })).status).toBe(200)
    }
  })

  test('may end in a request to stop', { meta: { proves: ['budget.answer.stop'] } }, async () => {
    const sessionId = await working({ costUsd: 2 })
    await use(sessionId, { costUsd: 2 })
    expect((await answer(sessionId, 'Stop', team.eve)).status).toBe(403)
    const { session } = (await answer(sessionId, 'Stop')).body
    expect(session).toMatchObject({ state: 'working', stopRequestedBy: team.bob.actorId, question: null })
    expect((await team.events(sessionId)).at(-1)).toMatchObject({
      kind: 'log',
      body: { type: 'stop_requested', byActorId: team.bob.actorId },
    })
    team.tandem.clock.advance(minute)
    expect((await team.bob.post(`/api/sessions/${sessionId}/stop`)).body.session).toMatchObject({
      state: 'error',
      failureReason: 'stopped',
    })
  })

  test('that is raised or removed settles its question', { meta: { proves: ['budget.session.lifted'] } }, async () => {
    const sessionId = await working({ tokens: 1_000 })
    await use(sessionId, { inputTokens: 1_500 })
    expect((await setBudget(sessionId, { tokens: 1_200 })).body).toMatchObject({ state: 'awaiting_input', question: { kind: 'budget' } })
    expect((await setBudget(sessionId, { tokens: 3_000 })).body).toMatchObject({ state: 'working', question: null, budgetExceededAt: null })
    expect((await told(sessionId, 'question')).every(({ readAt }) => readAt !== null)).toBe(true)
    expect((await answer(sessionId, 'Finish now')).status).toBe(409)
    // A budget below the usage asks the question at once.
    expect((await setBudget(sessionId, { tokens: 100 })).body).toMatchObject({ state: 'awaiting_input', question: { kind: 'budget' } })
    expect((await setBudget(sessionId, null)).body).toMatchObject({ state: 'working', budget: null, budgetExceededAt: null })
    await team.post(sessionId, { op: 'complete', summary: 'Done' })
  })

  test('that runs out during a question of the agent is asked about next', {
    meta: { proves: ['budget.session.after-question'] },
  }, async () => {
    const sessionId = await working({ tokens: 1_000 })
    await team.post(sessionId, { op: 'ask_human', question: 'Which seal?' })
    expect((await use(sessionId, { inputTokens: 1_500 })).body.session).toMatchObject({ question: { question: 'Which seal?' } })
    const { session, event } = (await answer(sessionId, 'The blue one', team.eve)).body
    expect(event).toMatchObject({ kind: 'answer', body: { answer: 'The blue one' } })
    expect(session).toMatchObject({ state: 'awaiting_input', question: { kind: 'budget' }, lastAnswer: { answer: 'The blue one' } })
    await team.post(sessionId, { op: 'fail', reason: 'Enough' })
  })

  test('that is used up is asked about at the claim after a lease has expired', {
    meta: { proves: ['budget.session.claimed'] },
  }, async () => {
    const { id: listId } = created(await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Claimed' }))
    const { id: cardId } = created(await team.ada.post(`/api/lists/${listId}/cards`, { title: 'Fix the pump' }))
    const input = { agentActorId: team.robo.actorId, budget: { tokens: 1_000 } }
    const { session: delegated } = created(await team.ada.post(`/api/cards/${cardId}/delegation`, input))
    const claim = async () => created(await team.robo.post('/api/work/claim', { listId, leaseSeconds: 60 }))
    const { id: sessionId } = (await claim()).session
    expect(sessionId).toBe(delegated.id)
    await team.post(sessionId, { op: 'update', usage: { inputTokens: 1_200 }, generation: 1 })
    await answer(sessionId, 'Finish now')
    team.tandem.clock.advance(minute + 1)
    await team.tandem.service.workers.watchdog.runOnce()
    expect((await team.session(sessionId)).state).toBe('queued')

    const again = await claim()
    expect(again).toMatchObject({
      card: { session: { id: sessionId, state: 'awaiting_input' } },
      session: { id: sessionId, state: 'awaiting_input', question: { kind: 'budget' }, budgetExceededAt: expect.any(String) },
      lease: { generation: 2, expiresAt: null },
    })
    expect(await team.session(sessionId)).toEqual(again.session)
    expect(await asked(sessionId)).toHaveLength(2)
    const refused = await team.post(sessionId, { op: 'progress', note: 'On', generation: 2 })
    expect(refused.body.error.reason).toBe('budgetExceeded')
    expect((await answer(sessionId, 'Finish now')).body.session).toMatchObject({
      state: 'working',
      lease: { generation: 2, expiresAt: expect.any(String) },
    })
    expect((await team.post(sessionId, { op: 'complete', summary: 'Done', generation: 2 })).status).toBe(200)
  })

  test('in minutes counts work alone, and runs out while the agent is silent', { meta: { proves: ['budget.minutes'] } }, async () => {
    const { clock, service } = team.tandem
    const look = () => service.workers.watchdog.runOnce()
    const { session } = created(
      await team.ada.post(`/api/cards/${await team.newCard()}/delegation`, { agentActorId: team.robo.actorId, budget: { minutes: 2.5 } }),
    )
    clock.advance(10 * minute)
    await team.post(session.id, { op: 'update', state: 'working' })
    clock.advance(minute)
    await team.post(session.id, { op: 'ask_human', question: 'Go?' })
    clock.advance(10 * minute)
    expect((await team.session(session.id)).budgetUsed.minutes).toBe(1)
    await answer(session.id, 'Go')
    clock.advance(0.9 * minute)
    await look()
    expect(await told(session.id, 'budget')).toEqual([])
    clock.advance(0.1 * minute)
    await look()
    await look()
    expect(await told(session.id, 'budget')).toMatchObject([{ excerpt: '2 of 2.5 minutes' }])
    clock.advance(0.5 * minute)
    await look()
    await look()
    expect(await team.session(session.id)).toMatchObject({
      state: 'awaiting_input',
      question: { kind: 'budget' },
      budgetUsed: { minutes: 2.5 },
    })
    expect(await asked(session.id)).toHaveLength(2)
    expect((await answer(session.id, 'Same budget once more')).body.session).toMatchObject({ state: 'working', budget: { minutes: 5 } })
    await team.post(session.id, { op: 'complete', summary: 'Done' })
  })

  test('of an agent is the default of its sessions', { meta: { proves: ['budget.agent.default'] } }, async () => {
    const path = `/api/agents/${team.robo.actorId}`
    expect((await team.bob.patch(path, { budget: { tokens: 1 } })).status).toBe(404)
    expect((await team.ada.patch(path, { budget: {} })).status).toBe(400)
    const earlier = await team.delegate(await team.newCard())
    expect((await team.ada.patch(path, { budget: { tokens: 1_000 } })).body.budget).toEqual({ tokens: 1_000 })
    expect((await team.bob.get(`/api/actors?handle=${team.robo.handle}`)).body).not.toHaveProperty('budget')
    expect((await team.session(earlier)).budget).toBeNull()
    const sessionId = await team.delegate(await team.newCard())
    expect((await team.session(sessionId)).budget).toEqual({ tokens: 1_000 })
    const other = await working({ costUsd: 3 })
    expect((await team.session(other)).budget).toEqual({ costUsd: 3 })
    await team.post(sessionId, { op: 'update', state: 'working' })
    expect((await use(sessionId, { inputTokens: 1_000 })).body.session.state).toBe('awaiting_input')
    await team.ada.patch(path, { budget: null })
    expect((await team.session(await team.delegate(await team.newCard()))).budget).toBeNull()
  })
})
