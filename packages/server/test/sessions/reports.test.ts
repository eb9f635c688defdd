import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTeam, type Team } from './fixture/team.ts'

describe('what an agent reports', () => {
  let team: Team
  let cardId: string
  let sessionId: string
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  beforeEach(async () => {
    cardId = await team.newCard({ assigneeActorIds: [team.bob.actorId] })
    sessionId = await team.delegate(cardId)
  })
  const last = async () => (await team.log(cardId)).at(-1)

  test.each([
    ['progress', 'note'],
    ['log', 'payload'],
    ['ask_human', 'question'],
    ['complete', 'summary'],
    ['fail', 'reason'],
  ])('op %s without %s is refused, and the refusal names it', async (op, field) => {
    const answer = await team.post(sessionId, { op })
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
      400,
      'validation',
      `${field}: is required for op ${op}.`,
    ])
    expect(answer.body.error.details.fieldErrors).toHaveProperty(field)
    expect((await team.post(sessionId, { op, [field]: field === 'payload' ? 'no object' : '   ' })).status).toBe(400)
    expect(await team.events(sessionId)).toHaveLength(1)
  })

  test('the reason of a removed delegation is refused: the session would be shown as canceled', async () => {
    const answer = await team.post(sessionId, { op: 'fail', reason: ' undelegated ' })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'validation', details: { fieldErrors: { reason: expect.anything() } } } },
    })
    expect(answer.body.error.message).toBe(
      'reason: is undelegated, which only the service gives, for a removed delegation. Say why the work failed.',
    )
    expect(await team.session(sessionId)).toMatchObject({ state: 'queued', failureReason: null })
    expect((await team.post(sessionId, { op: 'fail', reason: 'I was undelegated' })).body.session.failureReason).toBe('I was undelegated')
  })

  test('every kind of activity carries the common keys and its own', async () => {
    const common = {
      sessionId,
      cardId,
      cardKey: expect.stringMatching(/^[A-Z0-9]+-\d+$/),
      boardName: 'Engine',
      agentActorId: team.robo.actorId,
      initiatorActorId: team.ada.actorId,
    }
    expect((await team.log(cardId)).find(({ verb }) => verb === 'agent_session.created')?.payload).toMatchObject({
      ...common,
      state: 'queued',
    })
    const plan = [{ text: 'Look', status: 'in_progress' }]
    await team.post(sessionId, { op: 'update', state: 'working', statusText: 'Looking', plan })
    expect((await last())?.payload).toEqual({ ...common, state: 'working', statusText: 'Looking', plan })
    await team.post(sessionId, { op: 'progress', note: 'Found it' })
    expect((await last())?.payload).toEqual({ ...common, state: 'working', note: 'Found it' })
    await team.post(sessionId, { op: 'log', payload: { tool: 'wrench', n: [1, { deep: true }] } })
    expect((await last())?.payload).toEqual({ ...common, state: 'working', payload: { tool: 'wrench', n: [1, { deep: true }] } })
    const asked = await team.post(sessionId, { op: 'ask_human', question: 'Go?' })
    const open = { eventId: asked.body.event.id, question: 'Go?', options: [] }
    expect((await last())?.payload).toEqual({ ...common, state: 'awaiting_input', ...open })
    expect(asked.body.session.question).toEqual({ ...open, askedAt: asked.body.event.createdAt })
    const answered = await team.eve.post(`/api/sessions/${sessionId}/answer`, { answer: 'Yes' })
    const answer = {
      eventId: answered.body.event.id,
      questionEventId: asked.body.event.id,
      answer: 'Yes',
      answeredByActorId: team.eve.actorId,
    }
    expect((await last())?.payload).toEqual({ ...common, state: 'working', ...answer })
    await team.post(sessionId, { op: 'complete', summary: 'Sealed.' })
    expect(await last()).toMatchObject({
      verb: 'agent_session.completed',
      actorId: team.robo.actorId,
      payload: { ...common, state: 'done', summary: 'Sealed.' },
    })
    const other = await team.delegate(await team.newCard())
    const failed = await team.post(other, { op: 'fail', reason: 'No pump.' })
    expect(failed.body).toMatchObject({
      event: { body: { from: 'queued', to: 'error', reason: 'No pump.' } },
      session: { failureReason: 'No pump.' },
    })
  })

  test('update keeps what it does not name, sums usage, and takes http links alone', async () => {
    await team.post(sessionId, {
      op: 'update',
      statusText: 'A',
      plan: [{ text: 'x', status: 'pending' }],
      externalUrl: 'https://ci.example/1',
    })
    await team.post(sessionId, { op: 'update', usage: { inputTokens: 10, costUsd: 0.25 } })
    const { session, event } = (await team.post(sessionId, { op: 'update', usage: { inputTokens: 5, outputTokens: 7 } })).body
    expect(session).toMatchObject({
      state: 'queued',
      statusText: 'A',
      plan: [{ text: 'x', status: 'pending' }],
      externalUrl: 'https://ci.example/1',
      usage: { inputTokens: 15, outputTokens: 7, costUsd: 0.25 },
    })
    expect(event).toMatchObject({ kind: 'state_change', body: { from: 'queued', to: 'queued' } })
    const refusals = [
      { op: 'update' },
      { op: 'update', externalUrl: 'javascript:alert(1)' },
      { op: 'update', usage: { inputTokens: -1 } },
      { op: 'update', usage: { outputTokens: 1e16 } },
      { op: 'update', usage: { costUsd: 1e308 } },
      `{"op":"update","usage":{"costUsd":1e999}}`,
      { op: 'update', statusText: 'x'.repeat(281) },
      { op: 'update', plan: [{ text: 'x', status: 'never' }] },
    ]
    for (const body of refusals)
      expect((await team.robo.post(`/api/sessions/${sessionId}/events`, body)).status, JSON.stringify(body)).toBe(400)
    expect(await team.session(sessionId)).toEqual(session)
  })

  test('a payload of a log has 65,536 characters of JSON', { meta: { proves: ['limit.session.log'] } }, async () => {
    const log = (length: number) => team.post(sessionId, { op: 'log', payload: { text: 'x'.repeat(length - '{"text":""}'.length) } })
    expect([(await log(65_536)).status, (await log(65_537)).status]).toEqual([200, 400])
  })

  test('usage stays a finite number, however much is added', { meta: { proves: ['limit.session.usage'] } }, async () => {
    const most = { inputTokens: 1e15, outputTokens: 1e15, costUsd: 1e9 }
    for (let n = 0; n < 3; n++) expect((await team.post(sessionId, { op: 'update', usage: most })).status).toBe(200)
    expect((await team.session(sessionId)).usage).toEqual(most)
  })

  test('with ifState is refused in another state, with the session as it is', async () => {
    const refused = await team.post(sessionId, { op: 'complete', summary: 'x', ifState: 'working' })
    expect([refused.status, refused.body.error.code, refused.body.error.details.session]).toEqual([
      409,
      'conflict',
      await team.session(sessionId),
    ])
    expect((await team.post(sessionId, { op: 'complete', summary: 'x', ifState: 'queued' })).status).toBe(200)
  })

  test('is refused after the end, with the session as it ended', async () => {
    await team.post(sessionId, { op: 'complete', summary: 'Done' })
    const refused = await team.post(sessionId, { op: 'log', payload: {} })
    expect([refused.status, refused.body.error.details.session.state]).toEqual([409, 'done'])
    expect((await team.ada.post(`/api/sessions/${sessionId}/stop`)).status).toBe(409)
  })

  test('that the work has ended reaches the initiator and the assignees', async () => {
    await team.post(sessionId, { op: 'complete', summary: 'Sealed the pump.' })
    for (const person of [team.ada, team.bob]) {
      const [row] = await team.inbox(person, 'session_ended')
      expect(row).toMatchObject({ sessionId, verb: 'agent_session.completed', excerpt: 'Sealed the pump.' })
    }
    expect((await team.inbox(team.eve, 'session_ended')).filter((row) => row.sessionId === sessionId)).toEqual([])
  })

  test('a stop is asked for by members, as a note in the trail; a second one within a minute is another note', async () => {
    const stop = (by = team.bob) => by.post(`/api/sessions/${sessionId}/stop`)
    expect((await stop(team.eve)).status).toBe(403)
    expect((await stop(team.robo)).status).toBe(403)
    expect((await stop(team.stranger)).status).toBe(404)
    expect((await stop()).body).toMatchObject({
      event: { kind: 'log', body: { type: 'stop_requested', byActorId: team.bob.actorId } },
      session: { state: 'queued' },
    })
    expect(await last()).toMatchObject({ verb: 'agent_session.updated', payload: { stopRequested: true, state: 'queued' } })
    team.tandem.clock.advance(58_000)
    expect((await stop(team.ada)).body.session.state).toBe('queued')
    team.tandem.clock.advance(2_000)
    expect((await stop(team.ada)).body).toMatchObject({
      event: { kind: 'state_change', body: { to: 'error' } },
      session: { state: 'error', failureReason: 'stopped' },
    })
    expect(await last()).toMatchObject({ verb: 'agent_session.failed', payload: { reason: 'stopped' } })
    expect((await stop()).status).toBe(409)
  })

  test('scopes: sessions:read reads and does not report; cards:write alone does neither', async () => {
    const withScopes = async (scopes: string[]) => {
      const minted = await team.ada.post('/api/tokens', { label: 'narrow', scopes, actorId: team.robo.actorId })
      return team.tandem.withToken(minted.body.token)
    }
    const [reader, carder] = [await withScopes(['sessions:read']), await withScopes(['cards:write'])]
    expect((await reader.get(`/api/sessions/${sessionId}`)).status).toBe(200)
    expect((await reader.post(`/api/sessions/${sessionId}/events`, { op: 'progress', note: 'x' })).status).toBe(403)
    expect((await carder.get(`/api/sessions/${sessionId}`)).status).toBe(403)
    const leashed = await withScopes(['sessions:write', `board:${team.boardId}`])
    expect((await leashed.post(`/api/sessions/${sessionId}/events`, { op: 'progress', note: 'x' })).status).toBe(200)
  })
})
