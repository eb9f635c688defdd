import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { startTestService, type TestService } from '../kit/service.ts'
import { startTeam, type Team } from './fixture/team.ts'

const hour = 3_600_000

describe('the watchdog', () => {
  let team: Team
  let second: TestService
  beforeAll(async () => {
    team = await startTeam()
    second = await startTestService({ clock: team.tandem.clock, address: team.tandem.address })
  })
  afterAll(async () => {
    await second?.stop()
    await team?.stop()
  })
  const bothRun = () => Promise.all([team.tandem, second].map(({ service }) => service.workers.watchdog.runOnce()))
  const failures = async (cardId: string) => (await team.log(cardId)).filter(({ verb }) => verb === 'agent_session.failed')

  test('fails sessions that were silent for 24 hours, queued or working, once for all instances; a report delays it', async () => {
    const cards = await Promise.all([1, 2, 3, 4].map(() => team.newCard()))
    const [queued, working, awake, asking] = (await Promise.all(cards.map((card) => team.delegate(card)))) as [
      string,
      string,
      string,
      string,
    ]
    await team.post(working, { op: 'update', state: 'working' })
    await team.post(asking, { op: 'ask_human', question: 'Go?' })
    team.tandem.clock.advance(23.9 * hour)
    await bothRun()
    for (const id of [queued, working]) expect((await team.session(id)).endedAt).toBeNull()
    await team.post(awake, { op: 'progress', note: 'Here' })
    team.tandem.clock.advance(0.2 * hour)
    await bothRun()
    for (const [at, id] of [queued, working].entries()) {
      expect(await team.session(id)).toMatchObject({ state: 'error', failureReason: 'timeout' })
      const activities = await failures(cards[at] ?? '')
      expect(activities.map(({ payload }) => payload.reason)).toEqual(['timeout'])
      expect((await team.events(id)).at(-1)).toMatchObject({ kind: 'state_change', body: { to: 'error', reason: 'timeout' } })
      expect((await team.inbox(team.ada, 'session_ended')).filter((row) => row.sessionId === id)).toHaveLength(1)
    }
    expect([(await team.session(awake)).state, (await team.session(asking)).state]).toEqual(['queued', 'awaiting_input'])
  })

  test('leaves alone what a lease holds, which is never stale; what it gives back is silent from then on', {
    meta: { proves: ['lease.alive'] },
  }, async () => {
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId)
    const leased = { op: 'update', state: 'working', leaseSeconds: 7_200 }
    expect((await team.post(sessionId, leased)).status).toBe(200)
    const faces = async () => [
      (await team.session(sessionId)).stale,
      (await team.ada.get(`/api/cards/${cardId}`)).body.card.session.stale,
      (await team.ada.get(`/api/boards/${team.boardId}`)).body.lists[0].cards.find(({ id }: any) => id === cardId).session.stale,
      (await team.robo.get('/api/me/work')).body.delegated_to_me.find(({ id }: any) => id === cardId).session.stale,
    ]
    for (let hours = 0; hours < 26; hours++) {
      team.tandem.clock.advance(hour)
      await bothRun()
      expect((await team.robo.post(`/api/sessions/${sessionId}/heartbeat`, { generation: 1 })).status).toBe(200)
      if (hours % 25 === 0) expect(await faces()).toEqual([false, false, false, false])
    }
    expect(await team.session(sessionId)).toMatchObject({ state: 'working', lease: { generation: 1 } })
    team.tandem.clock.advance(25 * hour)
    await bothRun()
    expect(await team.session(sessionId)).toMatchObject({ state: 'queued', lease: { generation: 2, expiresAt: null } })
    team.tandem.clock.advance(25 * hour)
    await bothRun()
    expect(await team.session(sessionId)).toMatchObject({ state: 'error', failureReason: 'timeout' })
  })

  test('does everything that is due in one round, though it is more than a batch', async () => {
    // Not all at once: on a busy machine a change that waits for a board for 5 s is refused.
    for (let made = 0; made < 230; made += 23)
      await Promise.all(Array.from({ length: 23 }, async () => team.delegate(await team.newCard())))
    team.tandem.clock.advance(25 * hour)
    await bothRun()
    const left = (await team.ada.get(`/api/boards/${team.boardId}/sessions?state=queued&limit=200`)).body
    expect(left).toHaveLength(0)
    expect(await team.tandem.service.workers.watchdog.runOnce()).toBe(0)
  })

  test('runs by itself, and takes a fraction of an hour', async () => {
    const quick = await startTeam({ environment: { SESSION_TIMEOUT_HOURS: '0.01', SESSION_STALE_MINUTES: '0.1' } })
    const sessionId = await quick.delegate(await quick.newCard())
    await quick.post(sessionId, { op: 'update', state: 'working' })
    quick.tandem.clock.advance(7_000)
    expect((await quick.session(sessionId)).stale).toBe(true)
    quick.tandem.clock.advance(40_000)
    expect((await until(async () => (await quick.session(sessionId)).endedAt && quick.session(sessionId))).failureReason).toBe('timeout')
    await quick.stop()
  })
})

describe('the watchdog waits with what may not begin', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  const isThere = async (sessionId: string) => (await team.session(sessionId)).state === 'queued'
  const later = async (hours: number) => {
    team.tandem.clock.advance(hours * hour)
    await team.tandem.service.workers.watchdog.runOnce()
  }
  const newSession = async () => team.delegate(await team.newCard())

  test.each([
    [
      'its board is paused',
      (on: boolean) => team.ada.patch(`/api/boards/${team.boardId}`, { agentsPaused: on ? { reason: 'Deploy' } : null }),
    ],
    ['its agent is paused', (paused: boolean) => team.ada.patch(`/api/agents/${team.robo.actorId}`, { paused })],
  ])('while %s, and 24 hours from then on', { meta: { proves: ['session.timeout.held'] } }, async (_, pause) => {
    const sessionId = await newSession()
    await later(1)
    expect((await pause(true)).status).toBe(200)
    await later(22.5)
    await later(25)
    expect((await pause(false)).status).toBe(200)
    await later(23.5)
    expect(await isThere(sessionId)).toBe(true)
    await later(1)
    expect(await team.session(sessionId)).toMatchObject({ state: 'error', failureReason: 'timeout' })
    // A pause that ends before the session is a day old counts too.
    const next = await newSession()
    await pause(true)
    await later(20)
    await pause(false)
    await later(23.5)
    expect(await isThere(next)).toBe(true)
    await later(1)
    expect((await team.session(next)).failureReason).toBe('timeout')
  })

  test.each([
    ['agent', (count: number | null) => team.ada.patch(`/api/agents/${team.robo.actorId}`, { maxSessions: count })],
    ['board', (count: number | null) => team.ada.patch(`/api/boards/${team.boardId}`, { maxAgentSessions: count })],
    ['list', (count: number | null) => team.ada.patch(`/api/lists/${team.listId}`, { wipLimit: count, wipPolicy: 'agents' })],
  ])('while a cap of its %s is full, and 24 hours from then on', { meta: { proves: ['session.timeout.held'] } }, async (_, cap) => {
    const [first, second] = [await newSession(), await newSession()]
    await team.post(first, { op: 'update', state: 'working' })
    expect((await cap(1)).status).toBe(200)
    for (let at = 0; at < 3; at++) {
      await later(20)
      expect((await team.post(first, { op: 'progress', note: 'Still here' })).status).toBe(200)
    }
    expect(await isThere(second)).toBe(true)
    await later(1)
    await team.post(first, { op: 'complete', summary: 'Done' })
    await later(23.5)
    expect(await isThere(second)).toBe(true)
    await later(1)
    expect((await team.session(second)).failureReason).toBe('timeout')
    await cap(null)
  })

  test('while the month of its board is used up, and 24 hours from then on', { meta: { proves: ['session.timeout.held'] } }, async () => {
    const budget = (monthlyBudget: object | null) => team.ada.patch(`/api/boards/${team.boardId}`, { monthlyBudget })
    const [first, second] = [await newSession(), await newSession()]
    await team.post(first, { op: 'update', state: 'working', usage: { inputTokens: 10 } })
    expect((await budget({ tokens: 5 })).status).toBe(200)
    await later(25)
    expect(await isThere(second)).toBe(true)
    await budget(null)
    await later(23.5)
    expect(await isThere(second)).toBe(true)
    await later(1)
    expect((await team.session(second)).failureReason).toBe('timeout')
  })
})
