import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTeam, type Team } from '../fixture/team.ts'

describe('agents that are paused', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  afterEach(async () => {
    await pause(null)
    await team.ada.patch(`/api/agents/${team.robo.actorId}`, { paused: false })
  })

  const pause = (agentsPaused: unknown, by = team.bob, more = {}) => by.patch(`/api/boards/${team.boardId}`, { agentsPaused, ...more })
  const board = async () => (await team.eve.get(`/api/boards/${team.boardId}/outline`)).body
  const begin = (sessionId: string, by = team.robo) => team.post(sessionId, { op: 'update', state: 'working', ifState: 'queued' }, by)
  // Filtered by the verb, because the activities of earlier tests fill more than a page.
  const boardLog = async () =>
    (await team.ada.get(`/api/boards/${team.boardId}/activity?verb=board.updated&limit=200`)).body as {
      verb: string
      actorId: string
      payload: any
    }[]

  test('are paused by people of the board alone', { meta: { proves: ['pause.board.set', 'pause.board.reason'] } }, async () => {
    const before = await boardLog()
    const reason = 'Deploy on Friday'
    expect((await pause({ reason }, team.stranger)).status).toBe(404)
    for (const refused of [
      await pause({ reason }, team.eve),
      await pause({ reason }, team.robo),
      await pause(null, team.robo),
      await pause({ reason }, team.bob, { name: 'Other' }),
      await team.bob.patch(`/api/boards/${team.boardId}`, {}),
    ])
      expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    for (const unfit of ['', ' ', 'x'.repeat(501)]) expect((await pause({ reason: unfit })).status).toBe(400)
    expect([await boardLog(), (await board()).agentsPaused]).toEqual([before, null])

    const paused = (await pause({ reason: 'x'.repeat(500) })).body
    expect(paused.agentsPaused).toEqual({ at: expect.any(String), by: team.bob.actorId, reason: 'x'.repeat(500) })
    for (const read of [
      await board(),
      (await team.eve.get(`/api/boards/${team.boardId}`)).body,
      (await team.eve.get('/api/boards')).body[0],
    ])
      expect(read.agentsPaused).toEqual(paused.agentsPaused)
    expect((await pause(null, team.ada)).body.agentsPaused).toBeNull()
    expect((await board()).agentsPaused).toBeNull()
  })

  test('start nothing once the pause is answered, however many starts race it', {
    meta: { proves: ['pause.board.nothing-starts'] },
  }, async () => {
    const listId = (await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Queue' })).body.id
    await team.ada.patch(`/api/lists/${listId}`, { queue: {} })
    const own: string[] = []
    for (let at = 0; at < 24; at++) {
      own.push(await team.delegate(await team.newCard()))
      await team.ada.post(`/api/lists/${listId}/cards`, { title: `queued ${at}` })
    }
    const working = async () => (await team.ada.get(`/api/boards/${team.boardId}/sessions?state=working&limit=200`)).body.length
    const before = await working()
    const race = (at: number) => {
      if (at % 3 === 0) return begin(own[at]!)
      return team.robo.post('/api/work/claim', at % 3 === 1 ? { sessionId: own[at] } : { listId })
    }
    const starts = (from: number) => Array.from({ length: 12 }, (_, at) => race(from + at))
    const [first, paused] = [starts(0), pause({ reason: 'Stop the line' })]
    const second = starts(12)
    expect((await paused).status).toBe(200)
    const atPause = await working()
    const later = [race(9), race(10), race(11), race(21), race(22), race(23)]
    const answers = await Promise.all([...first, ...second, ...later])
    const started = answers.filter(({ body }) => body.session?.state === 'working').length
    expect(await working()).toBe(atPause)
    expect(atPause - before).toBe(started)
    for (const { body } of (await Promise.all(later)).filter(({ body }) => body.session === undefined))
      expect(body.because ?? body.error.reason).toMatch(/^(paused|agentsPaused|stateMoved|sessionElsewhere)$/)

    // The log has every start before the pause.
    const log = (await team.ada.get(`/api/boards/${team.boardId}/activity?limit=200`)).body as { verb: string; payload: any }[]
    const pausedAt = log.findIndex(({ verb, payload }) => verb === 'board.updated' && payload.agentsPaused?.reason === 'Stop the line')
    expect(pausedAt).toBeGreaterThanOrEqual(0)
    const since = log.slice(0, pausedAt)
    expect(since.filter(({ verb, payload }) => verb === 'agent_session.updated' && payload.state === 'working')).toEqual([])
    const sessions = (await team.ada.get(`/api/boards/${team.boardId}/sessions?limit=200`)).body
    for (const { id, state, lease } of sessions)
      if (state === 'working') await team.post(id, { op: 'fail', reason: 'over', ...(lease && { generation: lease.generation }) })
    for (const id of own) await team.post(id, { op: 'fail', reason: 'over' })
    await team.ada.patch(`/api/lists/${listId}`, { archived: true })
  })

  test('are so once, and the log says it', { meta: { proves: ['pause.board.recorded'] } }, async () => {
    const before = (await boardLog()).length
    const clientMutationId = crypto.randomUUID()
    const first = await pause({ reason: 'Budget' }, team.bob, { clientMutationId })
    const again = await pause({ reason: 'Budget' }, team.bob, { clientMutationId })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await pause({ reason: 'Budget' }, team.ada)).body.agentsPaused).toEqual(first.body.agentsPaused)
    expect((await boardLog()).length).toBe(before + 1)
    expect((await boardLog())[0]).toMatchObject({
      actorId: team.bob.actorId,
      payload: { agentsPaused: first.body.agentsPaused, previous: { agentsPaused: null } },
    })
    await pause(null)
    expect((await boardLog())[0]?.payload).toEqual({ agentsPaused: null, previous: { agentsPaused: first.body.agentsPaused } })

    // Two people at once: one pause is recorded.
    const both = await Promise.all([pause({ reason: 'At once' }, team.ada), pause({ reason: 'At once' }, team.bob)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0].body.agentsPaused).toEqual(both[1].body.agentsPaused)
    expect((await boardLog()).length).toBe(before + 3)
    await pause(null)

    await team.ada.patch(`/api/boards/${team.boardId}`, { archived: true })
    const archived = await pause({ reason: 'Late', stop: true })
    expect([archived.status, archived.body.error.reason]).toEqual([409, 'boardArchived'])
    await team.ada.patch(`/api/boards/${team.boardId}`, { archived: false })
    expect((await board()).agentsPaused).toBeNull()
  })

  test('start nothing, lose nothing, and finish what they began', { meta: { proves: ['pause.board.nothing-starts'] } }, async () => {
    const works = await team.delegate(await team.newCard())
    await begin(works)
    const queued = await team.delegate(await team.newCard())
    await pause({ reason: 'Deploy on Friday' })

    const opened = await team.delegate(await team.newCard())
    const mentioned = await team.newCard()
    const comment = await team.bob.post(`/api/cards/${mentioned}/comments`, { body: `@${team.bert.handle} look` })
    const called = comment.body.calls?.[0]?.sessionId ?? (await team.ada.get(`/api/cards/${mentioned}`)).body.card.sessions[0].id
    for (const [sessionId, by] of [
      [queued, team.robo],
      [opened, team.robo],
      [called, team.bert],
    ] as const) {
      const refused = await begin(sessionId, by)
      expect([refused.status, refused.body.error.code, refused.body.error.reason]).toEqual([409, 'conflict', 'agentsPaused'])
      expect(refused.body.error.message).toContain('Bob has paused the agents of this board: "Deploy on Friday"')
      expect((await team.post(sessionId, { op: 'ask_human', question: 'May I?' }, by)).status).toBe(409)
      expect((await team.session(sessionId)).state).toBe('queued')
      expect(await team.events(sessionId)).toHaveLength(1)
    }
    // Running sessions go on, may ask, and are answered.
    expect((await team.post(works, { op: 'update', state: 'working', statusText: 'Further' })).status).toBe(200)
    expect((await team.post(works, { op: 'ask_human', question: 'Blue?' })).status).toBe(200)
    expect((await team.bob.post(`/api/sessions/${works}/answer`, { answer: 'Yes' })).body.session.state).toBe('working')
    expect((await team.post(works, { op: 'complete', summary: 'Done' })).status).toBe(200)
    expect((await team.post(opened, { op: 'fail', reason: 'Not mine' })).status).toBe(200)

    await pause(null)
    expect((await begin(queued)).body.session.state).toBe('working')
    expect((await begin(called, team.bert)).body.session.state).toBe('working')
  })

  test('are asked to stop where the pause says so', { meta: { proves: ['pause.board.stop'] } }, async () => {
    const card = await team.newCard()
    const [works, asks, asked, queued] = [
      await team.delegate(card),
      await team.delegate(await team.newCard()),
      await team.delegate(await team.newCard()),
      await team.delegate(await team.newCard()),
    ]
    for (const sessionId of [works, asks, asked]) await begin(sessionId)
    await team.post(asks, { op: 'ask_human', question: 'Blue?' })
    await team.ada.post(`/api/sessions/${asked}/stop`)
    const trail = await team.events(asked)

    await pause({ reason: 'Wrong plan', stop: true })
    const by = { stopRequestedBy: team.bob.actorId, stopRequestedAt: (await board()).agentsPaused.at }
    expect(await team.session(works)).toMatchObject({ state: 'working', ...by })
    expect(await team.session(asks)).toMatchObject({ state: 'awaiting_input', ...by })
    expect(await team.session(asked)).toMatchObject({ stopRequestedBy: team.ada.actorId })
    expect(await team.session(queued)).toMatchObject({ state: 'queued', stopRequestedAt: null })
    expect(await team.events(asked)).toEqual(trail)
    expect((await team.events(works)).at(-1)).toMatchObject({ kind: 'log', body: { type: 'stop_requested', byActorId: team.bob.actorId } })
    expect((await team.log(card)).at(-1)).toMatchObject({
      verb: 'agent_session.updated',
      actorId: team.bob.actorId,
      payload: { sessionId: works, stopRequested: true },
    })
    // With `stop`, a board that is already paused asks the sessions that work now to stop.
    await pause(null)
    await begin(queued)
    await pause({ reason: 'Once more' })
    await pause({ reason: 'Once more', stop: true })
    expect(await team.session(queued)).toMatchObject({ state: 'working', stopRequestedBy: team.bob.actorId })
  })

  test('by their owner start on no board', { meta: { proves: ['pause.agent'] } }, async () => {
    const [robos, berts] = [await team.delegate(await team.newCard()), await team.delegate(await team.newCard(), team.bert)]
    const path = `/api/agents/${team.robo.actorId}`
    for (const by of [team.bob, team.stranger, team.robo]) expect([403, 404]).toContain((await by.patch(path, { paused: true })).status)
    const first = (await team.ada.patch(path, { paused: true })).body
    expect(first.pausedAt).toEqual(expect.any(String))
    expect((await team.ada.patch(path, { paused: true })).body.pausedAt).toBe(first.pausedAt)
    expect((await team.ada.get('/api/agents')).body.find(({ id }: any) => id === team.robo.actorId).pausedAt).toBe(first.pausedAt)
    expect((await team.bob.get(`/api/actors?handle=${team.robo.handle}`)).body).not.toHaveProperty('pausedAt')

    const refused = await begin(robos)
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'agentPaused'])
    expect(refused.body.error.message).toContain('Ada, has paused it')
    expect((await begin(berts, team.bert)).status).toBe(200)
    expect((await team.ada.patch(path, { paused: false })).body.pausedAt).toBeNull()
    expect((await begin(robos)).status).toBe(200)
  })
})
