import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { standingClock } from '../kit/clock.ts'
import { connect } from '../mcp/client.ts'
import { startTeam, type Team } from './fixture/team.ts'

const minute = 60_000

describe('the budget of a board for a month', () => {
  let team: Team
  beforeEach(async () => {
    team = await startTeam({ clock: standingClock() })
    // At the beginning of a month, so that no test crosses into the next one.
    await nextMonth()
  })
  afterEach(() => team?.stop())

  const setBudget = (monthlyBudget: unknown, by = team.ada) => by.patch(`/api/boards/${team.boardId}`, { monthlyBudget })
  const use = (sessionId: string, usage: object) => team.post(sessionId, { op: 'update', usage })
  const answer = (sessionId: string, text: string, by = team.ada) => by.post(`/api/sessions/${sessionId}/answer`, { answer: text })
  const begin = (sessionId: string) => team.post(sessionId, { op: 'update', state: 'working' })
  const working = async () => {
    const sessionId = await team.delegate(await team.newCard())
    expect((await begin(sessionId)).status).toBe(200)
    return sessionId
  }
  /** Moves the clock to the next month, in steps short enough that people stay signed in. */
  async function nextMonth(): Promise<void> {
    const month = () => new Date(team.tandem.clock.now()).getUTCMonth()
    for (const before = month(); month() === before; ) {
      team.tandem.clock.advance(3 * 24 * 60 * minute)
      for (const person of [team.ada, team.bob]) await person.get('/api/me')
    }
  }
  const end = (sessionId: string) => team.post(sessionId, { op: 'fail', reason: 'Enough' })

  test('is set by admins who are people', { meta: { proves: ['budget.board.set'] } }, async () => {
    for (const by of [team.bob, team.robo]) expect((await setBudget({ tokens: 10 }, by)).status).toBe(403)
    expect((await setBudget({}, team.ada)).status).toBe(400)
    expect((await setBudget({ tokens: 10, costUsd: 2 })).body.monthlyBudget).toEqual({ tokens: 10, costUsd: 2 })
    for (const path of ['', '/outline'])
      expect((await team.eve.get(`/api/boards/${team.boardId}${path}`)).body.monthlyBudget).toEqual({ tokens: 10, costUsd: 2 })
    const log = async () =>
      (await team.ada.get(`/api/boards/${team.boardId}/activity?limit=200`)).body.filter((one: any) => one.verb === 'board.updated')
    const before = await log()
    expect(before[0].payload).toMatchObject({ monthlyBudget: { tokens: 10, costUsd: 2 }, previous: { monthlyBudget: null } })
    await setBudget({ costUsd: 2, tokens: 10 })
    expect(await log()).toEqual(before)
  })

  test('counts all sessions, tells the admins, asks each that reports, and lets none begin', {
    meta: { proves: ['budget.board.asks', 'budget.board.nothing-starts', 'budget.board.extended'] },
  }, async () => {
    const [first, second] = [await working(), await working()]
    // Usage from before the budget was set counts too.
    await use(first, { inputTokens: 500 })
    await setBudget({ tokens: 1_000 })
    expect((await use(second, { outputTokens: 299 })).body.session.state).toBe('working')
    const told = async () => (await team.inbox(team.ada, 'budget')).filter((row) => row.sessionId === second)
    expect(await told()).toEqual([])
    for (let report = 0; report < 2; report++) await use(second, { outputTokens: 1 })
    expect(await told()).toMatchObject([{ excerpt: '800 of 1,000 tokens' }])
    const queued = await team.delegate(await team.newCard())
    const crossing = (await use(second, { inputTokens: 199 })).body.session
    expect(crossing).toMatchObject({ state: 'awaiting_input', question: { kind: 'budget', budgetOf: 'board' }, budget: null })
    expect((await team.post(second, { op: 'progress', note: 'On' })).body.error.code).toBe('budget_exceeded')
    expect((await team.post(first, { op: 'progress', note: 'On' })).body.session.state).toBe('awaiting_input')

    const refused = await begin(queued)
    expect([refused.status, refused.body.error.code, refused.body.error.reason]).toEqual([409, 'budget_exceeded', 'boardBudgetUsed'])
    expect((await team.session(queued)).state).toBe('queued')
    expect((await team.robo.post('/api/work/claim', {})).body).toMatchObject({ card: null, because: 'capacity' })
    const client = await connect(team.tandem.url, team.robo.token ?? '', 'modern')
    const { delegated_to_me: lines } = await client.use('my_work')
    expect(lines.find((line: any) => line.session.sessionId === queued)).toMatchObject({ waits: 'budget' })
    expect(await client.refused('session_write', 'update', { sessionId: queued, state: 'working' })).toMatchObject({
      next: { tool: 'my_work' },
    })
    await client.close()

    const byBob = await answer(second, 'Same budget once more', team.bob)
    expect([byBob.status, byBob.body.error.reason]).toEqual([403, 'boardBudgetAnswerOfAdmins'])
    const more = (await answer(second, 'Same budget once more')).body
    expect([more.session.state, more.event.body.budget]).toEqual(['working', { tokens: 2_000 }])
    // The budget has room again: a member lets the other session continue, and the budget is not extended twice.
    expect((await answer(first, 'Same budget once more', team.bob)).body.event.body.budget).toEqual({ tokens: 2_000 })
    expect((await begin(queued)).status).toBe(200)
    for (const sessionId of [first, second, queued]) await end(sessionId)
  })

  test('counts what is told after the end of a session, and asks no one', { meta: { proves: ['budget.session.after-end'] } }, async () => {
    await setBudget({ tokens: 1_000 })
    const sessionId = await working()
    await use(sessionId, { inputTokens: 300 })
    await team.post(sessionId, { op: 'complete', summary: 'Done' })
    const ended = await team.session(sessionId)
    const trail = await team.events(sessionId)
    for (const more of [{ statusText: 'Late' }, { plan: [] }, { state: 'working' }])
      expect((await team.post(sessionId, { op: 'update', usage: { inputTokens: 9 }, ...more })).body.error.reason).toBe('sessionEnded')
    for (const by of [team.bert, team.ada]) {
      const refused = await team.post(sessionId, { op: 'update', usage: { inputTokens: 9 } }, by)
      expect(refused.body.error.code).toBe('forbidden')
    }
    expect([await team.session(sessionId), await team.events(sessionId)]).toEqual([ended, trail])

    team.tandem.clock.advance(minute)
    const clientMutationId = crypto.randomUUID()
    const late = { op: 'update', usage: { outputTokens: 700 }, clientMutationId }
    for (let sent = 0; sent < 2; sent++) {
      const { body } = await team.post(sessionId, late)
      expect(body.event).toMatchObject({ kind: 'log', body: { type: 'usage_reported', usage: { outputTokens: 700 } } })
      expect(body.session).toMatchObject({
        state: 'done',
        summary: 'Done',
        question: null,
        endedAt: ended.endedAt,
        usage: { inputTokens: 300, outputTokens: 700 },
      })
    }
    expect(await team.events(sessionId)).toHaveLength(trail.length + 1)
    expect((await begin(await team.delegate(await team.newCard()))).body.error.reason).toBe('boardBudgetUsed')

    const failed = await team.delegate(await team.newCard())
    await team.post(failed, { op: 'fail', reason: 'No access' })
    const client = await connect(team.tandem.url, team.robo.token ?? '', 'modern')
    const told = await client.use('session_write', 'update', { sessionId: failed, costUsd: 0.5 })
    expect([told.session.state, told.next]).toEqual(['error', undefined])
    await client.close()
    expect((await team.session(failed)).usage).toEqual({ costUsd: 0.5 })
  })

  test('shows what was used to whoever reads the board', { meta: { proves: ['budget.board.used'] } }, async () => {
    const usage = async (by = team.eve) => (await by.get(`/api/boards/${team.boardId}/usage`)).body
    const now = new Date(team.tandem.clock.now())
    const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString()
    expect(await usage()).toEqual({ since, budget: null, budgetUsed: { tokens: 0, costUsd: 0, minutes: 0 } })
    const [first, second] = [await working(), await working()]
    await use(first, { inputTokens: 300, outputTokens: 200, costUsd: 0.5 })
    team.tandem.clock.advance(2 * minute)
    await use(second, { costUsd: 0.25 })
    await end(first)
    expect(await usage()).toEqual({ since, budget: null, budgetUsed: { tokens: 500, costUsd: 0.75, minutes: 4 } })
    await setBudget({ tokens: 500, costUsd: 1 })
    await use(second, { inputTokens: 1 })
    await answer(second, 'Same budget once more')
    expect(await usage(team.robo)).toEqual({
      since,
      budget: { tokens: 1_000, costUsd: 2 },
      budgetUsed: { tokens: 501, costUsd: 0.75, minutes: 4 },
    })
    const stranger = await team.tandem.register('Stranger')
    expect((await stranger.get(`/api/boards/${team.boardId}/usage`)).status).toBe(404)
    const { token } = (await team.ada.post('/api/tokens', { label: 'boards alone', scopes: ['boards:read'] })).body
    expect((await team.tandem.withToken(token).get(`/api/boards/${team.boardId}/usage`)).status).toBe(403)
    await end(second)
    await nextMonth()
    expect((await usage(team.ada)).budgetUsed).toEqual({ tokens: 0, costUsd: 0, minutes: 0 })
  })

  test('begins anew with the month, and when it is raised', { meta: { proves: ['budget.board.nothing-starts'] } }, async () => {
    await setBudget({ costUsd: 1 })
    const sessionId = await working()
    expect((await use(sessionId, { costUsd: 1 })).body.session.state).toBe('awaiting_input')
    expect((await answer(sessionId, 'Finish now', team.bob)).body.session).toMatchObject({
      state: 'working',
      budgetExceededAt: expect.any(String),
    })
    await end(sessionId)
    const queued = await team.delegate(await team.newCard())
    expect((await begin(queued)).status).toBe(409)
    const [list] = (await team.ada.get(`/api/boards/${team.boardId}`)).body.lists
    const claimed = () => team.robo.post('/api/work/claim', { listId: list.id })
    expect((await claimed()).body.card).toBeNull()
    await setBudget({ costUsd: 3 })
    expect((await begin(queued)).status).toBe(200)
    expect((await use(queued, { costUsd: 2 })).body.session.state).toBe('awaiting_input')
    await end(queued)
    await nextMonth()
    await end(await working())
  })

  test('in minutes adds up what works at once, and asks while the agents are silent', {
    meta: { proves: ['budget.board.asks'] },
  }, async () => {
    await setBudget({ minutes: 10 })
    const [first, second] = [await working(), await working()]
    const look = () => team.tandem.service.workers.watchdog.runOnce()
    const told = async (person = team.ada) => (await team.inbox(person, 'budget')).map(({ excerpt }) => excerpt)
    team.tandem.clock.advance(3 * minute)
    await look()
    expect(await told()).toEqual([])
    team.tandem.clock.advance(minute)
    await look()
    expect((await team.session(first)).state).toBe('working')
    expect(await look()).toBe(0)
    expect([await told(), await told(team.bob)]).toEqual([['8 of 10 minutes'], []])
    team.tandem.clock.advance(minute)
    await look()
    expect(await told()).toEqual(['8 of 10 minutes'])
    for (const sessionId of [first, second])
      expect(await team.session(sessionId)).toMatchObject({ state: 'awaiting_input', question: { budgetOf: 'board' } })
    expect(await look()).toBe(0)
    for (const sessionId of [first, second]) await end(sessionId)
  })

  test('that is passed at once tells the admins with the question', { meta: { proves: ['budget.board.asks'] } }, async () => {
    await setBudget({ minutes: 10 })
    const cardId = await team.newCard({ assigneeActorIds: [team.bob.actorId] })
    const sessionId = await team.delegate(cardId)
    await begin(sessionId)
    team.tandem.clock.advance(12 * minute)
    await team.tandem.service.workers.watchdog.runOnce()
    expect(await team.inbox(team.bob, 'question')).toMatchObject([{ sessionId }])
    expect(await team.inbox(team.ada, 'budget')).toMatchObject([{ sessionId, excerpt: '12 of 10 minutes' }])
    await end(sessionId)
  })
})
