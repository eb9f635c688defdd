import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('an agent session', () => {
  let tandem: TestService
  let ada: Person
  let bob: Person
  let robo: Person
  let boardId: string
  let listId: string
  let cardId: string

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    bob = await tandem.register('Bob')
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban', agentGuidance: 'Be brief.' })).body.id
    listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
    robo = await tandem.agent(ada, 'Robo', [boardId])
    await ada.post(`/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'viewer' })
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    cardId = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Fix the pump', description: 'It drips.' })).body.id
  })

  const delegate = async (): Promise<string> => {
    const answer = await ada.post(`/api/cards/${cardId}/delegation`, { agentActorId: robo.actorId })
    expect(answer.status).toBe(201)
    return answer.body.session.id
  }
  const post = (sessionId: string, body: object, by: Person = robo) => by.post(`/api/sessions/${sessionId}/events`, body)
  const verbs = async (): Promise<string[]> =>
    (await ada.get(`/api/cards/${cardId}/activity?since=2020-01-01&limit=200`)).body.map((activity: { verb: string }) => activity.verb)
  const kinds = async (sessionId: string): Promise<string[]> =>
    (await ada.get(`/api/sessions/${sessionId}/events`)).body.events.map((event: { kind: string }) => event.kind)

  test('goes from delegation over a question to done, each step one event and one activity', async () => {
    const sessionId = await delegate()
    expect((await post(sessionId, { op: 'update', state: 'working', statusText: 'Looking', ifState: 'queued' })).body.session.state).toBe(
      'working',
    )
    await post(sessionId, { op: 'update', plan: [{ text: 'Look', status: 'done' }], usage: { inputTokens: 5 } })
    await post(sessionId, { op: 'update', usage: { inputTokens: 7, costUsd: 0.5 } })
    await post(sessionId, { op: 'progress', note: 'Found the leak' })
    await post(sessionId, { op: 'log', payload: { tool: 'wrench' } })
    const asked = await post(sessionId, { op: 'ask_human', question: 'Replace or seal?', options: ['Replace', 'Seal'] })
    expect(asked.body.session).toMatchObject({
      state: 'awaiting_input',
      question: { question: 'Replace or seal?', options: ['Replace', 'Seal'] },
    })
    expect((await post(sessionId, { op: 'update', state: 'working' })).status).toBe(409)
    expect((await post(sessionId, { op: 'progress', note: 'Waiting' })).status).toBe(200)
    const inbox = (await ada.get('/api/notifications?unread')).body
    expect(inbox[0]).toMatchObject({ reason: 'question', sessionId, excerpt: 'Replace or seal?', cardTitle: 'Fix the pump' })
    expect((await ada.get('/api/me/work')).body.sessions_awaiting_me.map((s: { id: string }) => s.id)).toEqual([sessionId])
    expect((await robo.post(`/api/sessions/${sessionId}/answer`, { answer: 'Seal' })).status).toBe(403)
    const answered = await bob.post(`/api/sessions/${sessionId}/answer`, { answer: 'Seal', questionEventId: asked.body.event.id })
    expect(answered.body).toMatchObject({
      event: { kind: 'answer', body: { answer: 'Seal' } },
      session: { state: 'working', question: null },
    })
    expect((await ada.get('/api/notifications?unread')).body.filter((n: { reason: string }) => n.reason === 'question')).toEqual([])
    const done = await post(sessionId, { op: 'complete', summary: 'Sealed.' })
    expect(done.body.session).toMatchObject({ state: 'done', summary: 'Sealed.', usage: { inputTokens: 12, costUsd: 0.5 } })
    expect(done.body.session.endedAt).not.toBeNull()
    expect((await post(sessionId, { op: 'progress', note: 'late' })).status).toBe(409)
    expect(await verbs()).toEqual([
      'card.created',
      'card.delegated',
      'agent_session.created',
      'agent_session.updated',
      'agent_session.updated',
      'agent_session.updated',
      'agent_session.progress',
      'agent_session.log',
      'agent_session.question',
      'agent_session.progress',
      'agent_session.answered',
      'agent_session.completed',
    ])
    expect(await kinds(sessionId)).toEqual([
      'state_change',
      'state_change',
      'state_change',
      'state_change',
      'progress',
      'log',
      'question',
      'progress',
      'answer',
      'state_change',
    ])
    expect((await ada.get(`/api/cards/${cardId}`)).body.card.delegation.agentActorId).toBe(robo.actorId)
  })

  test('opens with everything that the agent needs to start', async () => {
    await ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'Buy a seal' })
    await ada.post(`/api/cards/${cardId}/comments`, { body: 'It is the left one.' })
    await delegate()
    const created = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body[0]
    expect(created).toMatchObject({
      verb: 'agent_session.created',
      cardId,
      payload: {
        boardName: 'Engine',
        trigger: { type: 'delegation' },
        state: 'queued',
        context: {
          cardTitle: 'Fix the pump',
          description: 'It drips.',
          guidance: 'Be brief.',
          checklist: [{ text: 'Buy a seal', done: false }],
        },
      },
    })
    expect(created.payload.context.recentComments[0].body).toBe('It is the left one.')
  })

  test('is one per card and agent: delegating again is idempotent, opening again is refused with its id', async () => {
    const sessionId = await delegate()
    const again = await ada.post(`/api/cards/${cardId}/delegation`, { agentActorId: robo.actorId })
    expect([again.status, again.body.session.id]).toEqual([200, sessionId])
    const second = await robo.post(`/api/cards/${cardId}/sessions`, {})
    expect([second.status, second.body.error.details.sessionId]).toEqual([409, sessionId])
    expect((await verbs()).filter((verb) => verb === 'card.delegated')).toHaveLength(1)
  })

  test('is reported from by its own agent alone', async () => {
    const sessionId = await delegate()
    const other = await tandem.agent(ada, 'Other', [boardId])
    for (const by of [ada, bob, other]) expect((await post(sessionId, { op: 'progress', note: 'x' }, by)).status).toBe(403)
    const stranger = await tandem.register('Stranger')
    expect((await post(sessionId, { op: 'progress', note: 'x' }, stranger)).status).toBe(404)
    for (const body of [{ op: 'progress' }, { op: 'update' }, { op: 'update', state: 'done' }, { op: 'nap' }, { op: 'complete' }]) {
      expect((await post(sessionId, body)).status).toBe(400)
    }
  })

  test('is claimed by one of two runners (ifState)', async () => {
    const sessionId = await delegate()
    const claim = { op: 'update', state: 'working', ifState: 'queued' }
    const claims = await Promise.all([post(sessionId, claim), post(sessionId, claim)])
    expect(claims.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  })

  test('takes one of two answers (F19)', async () => {
    const sessionId = await delegate()
    await post(sessionId, { op: 'ask_human', question: 'Which?' })
    const answers = await Promise.all([ada, bob].map((by) => by.post(`/api/sessions/${sessionId}/answer`, { answer: by.handle })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
    expect((await verbs()).filter((verb) => verb === 'agent_session.answered')).toHaveLength(1)
    expect((await kinds(sessionId)).filter((kind) => kind === 'answer')).toHaveLength(1)
  })

  test('turns stale after 30 silent minutes, and any event clears it', async () => {
    const sessionId = await delegate()
    await post(sessionId, { op: 'update', state: 'working' })
    const etag = (await ada.get(`/api/boards/${boardId}`)).headers.get('etag') ?? ''
    expect((await ada.get(`/api/boards/${boardId}`, { 'if-none-match': etag })).status).toBe(304)
    tandem.clock.advance(31 * 60_000)
    expect((await ada.get(`/api/sessions/${sessionId}`)).body.stale).toBe(true)
    const tree = await ada.get(`/api/boards/${boardId}`, { 'if-none-match': etag })
    expect(tree.status).toBe(200)
    const face = tree.body.lists[0].cards.find((card: { id: string }) => card.id === cardId).session
    expect(face).toMatchObject({ id: sessionId, stale: true })
    await post(sessionId, { op: 'progress', note: 'back' })
    expect((await ada.get(`/api/sessions/${sessionId}`)).body.stale).toBe(false)
  })

  test('fails by the watchdog after 24 silent hours, once; an open question is no failure but climbs the ladder', async () => {
    const silent = await delegate()
    await post(silent, { op: 'update', state: 'working' })
    const asking = (await robo.post(`/api/cards/${(await ada.post(`/api/lists/${listId}/cards`, { title: 'Ask' })).body.id}/sessions`, {}))
      .body.id
    await post(asking, { op: 'ask_human', question: 'Anyone?' })
    tandem.clock.advance(25 * 3_600_000)
    await Promise.all([tandem.service.workers.watchdog.runOnce(), tandem.service.workers.watchdog.runOnce()])
    expect((await ada.get(`/api/sessions/${silent}`)).body).toMatchObject({ state: 'error', failureReason: 'timeout' })
    expect((await verbs()).filter((verb) => verb === 'agent_session.failed')).toHaveLength(1)
    expect((await ada.get(`/api/sessions/${asking}`)).body.state).toBe('awaiting_input')
  })

  test('ends when the delegation that opened it is taken back, and the delegation stays when it ends by itself', async () => {
    const sessionId = await delegate()
    expect((await ada.delete(`/api/cards/${cardId}/delegation`)).status).toBe(204)
    expect((await ada.delete(`/api/cards/${cardId}/delegation`)).status).toBe(204)
    expect((await ada.get(`/api/sessions/${sessionId}`)).body).toMatchObject({ state: 'error', failureReason: 'undelegated' })
    expect((await verbs()).filter((verb) => verb.endsWith('undelegated'))).toHaveLength(1)
  })

  test('is asked to stop, and ended by asking again a minute later', async () => {
    const sessionId = await delegate()
    await post(sessionId, { op: 'update', state: 'working' })
    expect((await robo.post(`/api/sessions/${sessionId}/stop`)).status).toBe(403)
    expect((await ada.post(`/api/sessions/${sessionId}/stop`)).body.event.body).toEqual({ type: 'stop_requested', byActorId: ada.actorId })
    tandem.clock.advance(61_000)
    expect((await ada.post(`/api/sessions/${sessionId}/stop`)).body.session.state).toBe('error')
  })

  test('is opened by a mention; a second mention becomes a note in its trail; a mention in code starts no agent', async () => {
    await ada.post(`/api/cards/${cardId}/comments`, { body: `Not \`@${robo.handle}\` and not me@${robo.handle}` })
    expect((await ada.get(`/api/cards/${cardId}/sessions`)).body).toEqual([])
    await ada.post(`/api/cards/${cardId}/comments`, { body: `Please look, @${robo.handle}.` })
    const [session] = (await ada.get(`/api/cards/${cardId}/sessions`)).body
    expect(session.trigger.type).toBe('mention')
    await ada.post(`/api/cards/${cardId}/comments`, { body: `@${robo.handle} and be quick` })
    expect(await kinds(session.id)).toEqual(['state_change', 'log'])
    const own = await robo.post(`/api/cards/${cardId}/comments`, { body: `On it, @${robo.handle}` })
    expect(own.body.sessionId).toBe(session.id)
    expect((await ada.get(`/api/cards/${cardId}/sessions`)).body).toHaveLength(1)
  })

  test('is polled without a gap while its agent posts (F18)', async () => {
    const sessionId = await delegate()
    const seen: string[] = []
    let writing = true
    const polled = (async () => {
      for (let since = '2020-01-01T00:00:00Z'; ; ) {
        const done = !writing
        const { events } = (await ada.get(`/api/sessions/${sessionId}/events?since=${since}&limit=200`)).body
        for (const event of events) seen.push(event.id)
        since = events.at(-1)?.id ?? since
        if (done && events.length === 0) return
      }
    })()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 25; n++) await post(sessionId, { op: 'progress', note: `${n}` })
      }),
    )
    writing = false
    await polled
    expect(seen).toHaveLength(201)
    expect(seen).toEqual([...new Set(seen)].toSorted())
  })
})
