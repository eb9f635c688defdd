import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../kit/http.ts'
import type { Person } from '../../kit/service.ts'
import { startTeam, type Team } from '../fixture/team.ts'

const second = 1_000

/** Sends a request again after a 503 of a busy service, as clients do. */
async function untilTaken<Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
    await pause(200)
  }
}

describe('claims', () => {
  let team: Team
  let queueId: string
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())
  beforeEach(async () => {
    queueId = (await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Ready' })).body.id
    expect((await team.bob.patch(`/api/lists/${queueId}`, { queue: {} })).status).toBe(200)
  })

  const claim = (more: object = {}, by = team.robo) => by.post('/api/work/claim', { listId: queueId, ...more })
  const claimAnywhere = () => team.robo.post('/api/work/claim', {})
  const queued = async (title: string, more: object = {}) =>
    (await team.ada.post(`/api/lists/${queueId}/cards`, { title, ...more })).body.id as string
  const act = (sessionId: string, body: object, by = team.robo) => team.post(sessionId, body, by)
  const expire = async (ms: number) => {
    team.tandem.clock.advance(ms)
    await team.tandem.service.workers.watchdog.runOnce()
  }
  const nothing = (because: string) => ({ card: null, because, retryAfterSeconds: expect.any(Number) })

  test('a list is a queue for agents of its board', { meta: { proves: ['list.queue.set'] } }, async () => {
    const set = (queue: unknown, by = team.bob) => by.patch(`/api/lists/${queueId}`, { queue })
    expect((await set({ agentActorIds: [team.bob.actorId] })).status).toBe(400)
    expect((await set({ agentActorIds: Array.from({ length: 51 }, () => team.robo.actorId) })).status).toBe(400)
    expect((await set({}, team.eve)).status).toBe(403)
    const named = { agentActorIds: [team.robo.actorId] }
    expect((await set(named)).body.queue).toEqual(named)
    for (const read of [
      (await team.eve.get(`/api/boards/${team.boardId}`)).body,
      (await team.eve.get(`/api/boards/${team.boardId}/outline`)).body,
    ])
      expect(read.lists.find((list: any) => list.id === queueId).queue).toEqual(named)
    await queued('for Robo')
    expect((await claim({}, team.bert)).body).toEqual(nothing('empty'))
    expect((await claim()).status).toBe(201)
    expect((await set(null)).body.queue).toBeNull()
  })

  test.each([
    ['is removed', (agent: Person) => team.ada.delete(`/api/boards/${team.boardId}/members/${agent.actorId}`)],
    ['is withdrawn by its owner', (agent: Person) => team.bob.delete(`/api/agents/${agent.actorId}/boards/${team.boardId}`)],
    ['is deleted', (agent: Person) => team.bob.delete(`/api/agents/${agent.actorId}`)],
    ['loses its owner', () => team.ada.delete(`/api/boards/${team.boardId}/members/${team.bob.actorId}`)],
  ])('an agent that %s leaves its queues', { meta: { proves: ['list.queue.left'] } }, async (_, leave) => {
    const agent = await team.tandem.agent(team.bob, 'Gone')
    await team.tandem.lend(team.bob, agent, team.ada, team.boardId)
    const otherId = (await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Alone, archived' })).body.id
    const [shared, alone] = [{ agentActorIds: [agent.actorId, team.robo.actorId].toSorted() }, { agentActorIds: [agent.actorId] }]
    await team.ada.patch(`/api/lists/${queueId}`, { queue: shared })
    await team.ada.patch(`/api/lists/${otherId}`, { queue: alone })
    await team.ada.patch(`/api/lists/${otherId}`, { archived: true })
    const { seq } = (await team.ada.get(`/api/boards/${team.boardId}/outline`)).body
    expect((await leave(agent)).status).toBeLessThan(300)

    const log = (await team.ada.get(`/api/boards/${team.boardId}/activity?limit=50`)).body
    const told = log.filter((one: any) => one.seq > seq && one.verb === 'list.updated').map(({ payload }: any) => payload)
    expect(told).toHaveLength(2)
    expect(told).toContainEqual({ listId: queueId, queue: { agentActorIds: [team.robo.actorId] }, previous: { queue: shared } })
    expect(told).toContainEqual({ listId: otherId, queue: null, previous: { queue: alone } })
    const back = await team.ada.patch(`/api/lists/${otherId}`, { archived: false })
    expect(back.body.queue).toBeNull()
    expect((await team.ada.patch(`/api/lists/${otherId}`, { queue: alone })).status).toBe(400)
    await team.ada.post(`/api/boards/${team.boardId}/members`, { actorId: team.bob.actorId, role: 'member' })
  })

  test('take a card: delegation, working session and lease at once', { meta: { proves: ['claim.answer', 'lease.seconds'] } }, async () => {
    const cardId = await queued('first', { description: 'It drips.' })
    expect((await claim({}, team.bob)).body.error.code).toBe('forbidden')
    const hiddenBoard = (await team.stranger.post('/api/boards', { name: 'Hidden', template: 'kanban' })).body.id
    const hiddenList = (await team.stranger.get(`/api/boards/${hiddenBoard}`)).body.lists[0].id
    const [unknown, hidden] = [await claim({ listId: crypto.randomUUID() }), await claim({ listId: hiddenList })]
    expect([unknown.status, hidden.status, hidden.body.error.message]).toEqual([404, 404, unknown.body.error.message])
    for (const leaseSeconds of [59, 86_401]) expect((await claim({ leaseSeconds })).status).toBe(400)
    const taken = await claim()
    expect(taken.status).toBe(201)
    const { card, session, lease, context } = taken.body
    expect(card).toMatchObject({ id: cardId, boardId: team.boardId, delegation: { agentActorId: team.robo.actorId } })
    expect(card.session).toMatchObject({ id: session.id, state: 'working' })
    expect(session).toMatchObject({ state: 'working', cardId, lease, agentActorId: team.robo.actorId })
    expect(context).toMatchObject({ cardTitle: 'first', description: 'It drips.', guidance: 'Be brief.' })
    expect(lease.generation).toBe(1)
    expect(Date.parse(lease.expiresAt) - Date.parse(session.updatedAt)).toBe(900 * second)
    const read = (await team.ada.get(`/api/cards/${cardId}`)).body
    expect(read.card).toMatchObject({ delegation: card.delegation, version: card.version, session: card.session })
    expect((await team.log(cardId)).map(({ verb }) => verb)).toEqual([
      'card.created',
      'card.delegated',
      'agent_session.created',
      'agent_session.updated',
    ])
    expect((await team.events(session.id)).map(({ body }) => body)).toEqual([
      { from: null, to: 'queued' },
      { from: 'queued', to: 'working', generation: 1 },
    ])
  })

  test('come in order: what is delegated, then priority, then rank', { meta: { proves: ['claim.order'] } }, async () => {
    const [low, none, other] = [await queued('low', { priority: 'low' }), await queued('none'), await queued('none too')]
    const urgent = await queued('urgent', { priority: 'urgent' })
    const own = await team.newCard()
    const sessionId = await team.delegate(own)
    const taken = []
    for (let at = 0; at < 5; at++) taken.push((await claimAnywhere()).body)
    expect(taken.map(({ card }) => card.id)).toEqual([own, urgent, low, none, other])
    expect(taken[0].session.id).toBe(sessionId)
    expect((await claimAnywhere()).body).toEqual(nothing('empty'))
  })

  test.each([
    ['a mention', (cardId: string) => team.ada.post(`/api/cards/${cardId}/comments`, { body: `@${team.robo.handle} have a look` })],
    ['a request', (cardId: string) => team.robo.post(`/api/cards/${cardId}/sessions`, {})],
  ])(
    'leave a card on which a person has stopped the agent, called by %s, to others',
    {
      meta: { proves: ['claim.stopped'] },
    },
    async (_, call) => {
      const cardId = await queued('stopped')
      const stopped = async () => {
        expect((await call(cardId)).status).toBe(201)
        const { session } = (await claim()).body
        team.tandem.clock.advance(second)
        await team.ada.post(`/api/sessions/${session.id}/stop`)
        expect((await act(session.id, { op: 'fail', reason: 'stopped', generation: 1 })).status).toBe(200)
      }
      const move = (listId: string, by = team.ada) => by.patch(`/api/cards/${cardId}`, { listId })
      await stopped()
      for (const leaves of [
        () => team.ada.post(`/api/cards/${cardId}/comments`, { body: 'Not now.' }),
        () => team.ada.patch(`/api/cards/${cardId}`, { listId: queueId, afterId: null }),
        () => team.robo.patch(`/api/cards/${cardId}`, { listId: team.listId }),
        () => move(queueId, team.robo),
      ]) {
        expect((await leaves()).status).toBeLessThan(300)
        expect((await claim()).body).toEqual(nothing('empty'))
      }
      const others = (await claim({}, team.bert)).body
      expect(others.card.id).toBe(cardId)
      await act(others.session.id, { op: 'fail', reason: 'cannot', generation: 1 }, team.bert)
      await team.ada.delete(`/api/cards/${cardId}/delegation`)
      expect((await claim()).body.card.id).toBe(cardId)
      await team.ada.delete(`/api/cards/${cardId}/delegation`)

      // Moved back by a person, or delegated once more, it is free again.
      await stopped()
      await move(team.listId)
      await move(queueId)
      expect((await claim()).body.card.id).toBe(cardId)
      await team.ada.delete(`/api/cards/${cardId}/delegation`)
      await stopped()
      await team.ada.post(`/api/cards/${cardId}/delegation`, { agentActorId: team.robo.actorId })
      await team.ada.delete(`/api/cards/${cardId}/delegation`)
      expect((await claim()).body.card.id).toBe(cardId)
    },
  )

  test('leave a card whose session a person has ended after its lease had given it back', {
    meta: { proves: ['claim.stopped'] },
  }, async () => {
    const cardId = await queued('given back')
    await team.robo.post(`/api/cards/${cardId}/sessions`, {})
    const { session } = (await claim({ leaseSeconds: 60 })).body
    team.tandem.clock.advance(61 * second)
    await team.tandem.service.workers.watchdog.runOnce()
    expect((await team.ada.post(`/api/sessions/${session.id}/stop`)).body.session).toMatchObject({
      state: 'error',
      stopRequestedBy: team.ada.actorId,
    })
    expect((await claim()).body).toEqual(nothing('empty'))
    expect((await claim({}, team.bert)).body.card.id).toBe(cardId)
  })

  test('leave what is not ready', { meta: { proves: ['claim.ready', 'claim.nothing'] } }, async () => {
    const [archived, completed, later, blocked, delegated, mentioned] = [
      await queued('archived'),
      await queued('completed'),
      await queued('later', { startAt: new Date(team.tandem.clock.now() + 3_600_000).toISOString() }),
      await queued('blocked'),
      await queued('delegated'),
      await queued('mentioned'),
    ]
    const blocker = await team.newCard()
    await team.ada.put(`/api/cards/${blocker}/relations/${blocked}`, { kind: 'blocks' })
    await team.ada.patch(`/api/cards/${archived}`, { archived: true })
    await team.ada.patch(`/api/cards/${completed}`, { completedAt: new Date().toISOString() })
    await team.delegate(delegated, team.bert)
    await team.ada.post(`/api/cards/${mentioned}/sessions`, { agentActorId: team.bert.actorId })
    const seq = async () => (await team.ada.get(`/api/boards/${team.boardId}/outline`)).body.seq
    const before = await seq()
    expect((await claim()).body).toEqual(nothing('blocked'))
    expect(await seq()).toBe(before)
    // A session that a person has started is not blocked by other cards. Only limits and pauses keep it queued.
    const started = await team.delegate(blocked)
    await team.ada.post(`/api/sessions/${started}/start`)
    await team.ada.patch(`/api/boards/${team.boardId}`, { agentsPaused: { reason: 'Deploy' } })
    expect((await claim()).body).toEqual(nothing('paused'))
    await team.ada.patch(`/api/boards/${team.boardId}`, { agentsPaused: null })
    await team.ada.patch(`/api/cards/${blocker}`, { completedAt: new Date().toISOString() })
    const taken = (await claim()).body
    expect(taken.card.id).toBe(blocked)
    await act(taken.session.id, { op: 'complete', summary: 'Done', generation: 1 })
    expect((await claim()).body).toEqual(nothing('empty'))
    await expire(3_600_000)
    expect((await claim()).body.card.id).toBe(later)
  })

  test('take the session that is named, and no other', { meta: { proves: ['claim.session'] } }, async () => {
    const [first, second] = [await team.newCard(), await team.newCard()]
    const [, sessionId] = [await team.delegate(first), await team.delegate(second)]
    const claimIt = (more: object = {}, by = team.robo) => by.post('/api/work/claim', { sessionId, ...more })
    const refused = async (more: object = {}, by = team.robo) => {
      const { status, body } = await claimIt(more, by)
      return [status, body.error.reason]
    }
    const unknown = await claimIt({ sessionId: crypto.randomUUID() })
    for (const answer of [
      await claimIt({}, team.bert),
      await claimIt({ listId: queueId }),
      await claimIt({ boardId: crypto.randomUUID() }),
    ])
      expect([answer.status, answer.body.error.message]).toEqual([404, unknown.body.error.message])
    expect((await claimIt({}, team.bob)).status).toBe(403)

    const board = (change: object) => team.ada.patch(`/api/boards/${team.boardId}`, change)
    await board({ agentsPaused: { reason: 'Deploy' } })
    expect(await refused()).toEqual([409, 'agentsPaused'])
    await board({ agentsPaused: null })
    const blocker = await team.newCard()
    await team.ada.put(`/api/cards/${blocker}/relations/${second}`, { kind: 'blocks' })
    expect(await refused({ waitSeconds: 25 })).toEqual([409, 'sessionHeld'])
    await team.ada.delete(`/api/cards/${blocker}/relations/${second}`)
    const { session: busy } = (await team.robo.post('/api/work/claim', {})).body
    await board({ maxAgentSessions: 1 })
    expect(await refused()).toEqual([409, 'boardFull'])
    await board({ maxAgentSessions: null })
    const log = await team.log(second)
    expect((await team.session(sessionId)).state).toBe('queued')

    const answers = await Promise.all(Array.from({ length: 8 }, () => claimIt({ leaseSeconds: 60 })))
    const taken = answers.filter(({ status }) => status === 201)
    expect(taken.map(({ body }) => [body.session.id, body.lease.generation])).toEqual([[sessionId, 1]])
    const late = answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.error.details.session.state])
    expect(late).toEqual(Array.from({ length: 7 }, () => [409, 'working']))
    expect((await team.log(second)).slice(log.length).map(({ verb }) => verb)).toEqual(['agent_session.updated'])
    for (const id of [sessionId, busy.id]) await act(id, { op: 'complete', summary: 'Done', generation: 1 })
    expect(await refused()).toEqual([409, 'sessionEnded'])
  })

  test('take no session whose card is closed or starts later', { meta: { proves: ['claim.session'] } }, async () => {
    const startAt = new Date(team.tandem.clock.now() + 3_600_000).toISOString()
    for (const [closed, open, reason] of [
      [{ archived: true }, { archived: false }, 'cardClosed'],
      [{ completedAt: new Date().toISOString() }, { completedAt: null }, 'cardClosed'],
      [{ startAt }, { startAt: null }, 'cardNotStarted'],
    ] as const) {
      const cardId = await queued('closed')
      const sessionId = await team.delegate(cardId)
      const change = async (to: object) => expect((await team.ada.patch(`/api/cards/${cardId}`, to)).status).toBe(200)
      await change(closed)
      const refused = await team.robo.post('/api/work/claim', { sessionId })
      expect([refused.status, refused.body.error.reason]).toEqual([409, reason])
      expect(refused.body.error.details.session).toMatchObject({ id: sessionId, state: 'queued' })
      expect((await claim()).body).toEqual(nothing('empty'))
      await change(open)
      expect((await team.robo.post('/api/work/claim', { sessionId })).status).toBe(201)
      await act(sessionId, { op: 'complete', summary: 'Done', generation: 1 })
    }
  })

  test('take no session that is to stop; a viewer takes its own and nothing else', { meta: { proves: ['claim.session'] } }, async () => {
    const stopped = await team.delegate(await team.newCard())
    await team.ada.post(`/api/sessions/${stopped}/stop`)
    const late = await team.robo.post('/api/work/claim', { sessionId: stopped })
    expect([late.status, late.body.error.reason]).toEqual([409, 'stopRequested'])
    await act(stopped, { op: 'fail', reason: 'I was asked to stop.' })

    await queued('for members')
    const sessionId = await team.delegate(await team.newCard())
    const member = `/api/boards/${team.boardId}/members/${team.robo.actorId}`
    expect((await team.ada.patch(member, { role: 'viewer' })).status).toBe(200)
    const outcome = [await claim(), await team.robo.post('/api/work/claim', { sessionId })]
    await team.ada.patch(member, { role: 'member' })
    expect(outcome.map(({ status }) => status)).toEqual([403, 201])
    await act(sessionId, { op: 'complete', summary: 'Done', generation: 1 })
    expect((await claim()).status).toBe(201)
  })

  test('tell the news of a session that waited', { meta: { proves: ['claim.news'] } }, async () => {
    const [one, two] = [await team.newCard(), await team.newCard()]
    const ids = [await team.delegate(one), await team.delegate(two)]
    for (const cardId of [one, two]) await team.ada.post(`/api/cards/${cardId}/comments`, { body: 'Mind the gap' })
    const claimIt = async (at: number, more: object = {}) => (await team.robo.post('/api/work/claim', { sessionId: ids[at], ...more })).body
    expect((await claimIt(0, { newsCursor: 'x' })).error.code).toBe('validation')
    const { news } = await claimIt(0)
    expect(news).toMatchObject({ items: [{ text: 'Mind the gap', actorId: team.ada.actorId, cardId: one }], cursor: expect.any(String) })
    // News that was sent with a change of state is not sent again.
    const noted = (await act(ids[0]!, { op: 'progress', note: 'On it', generation: 1 })).body
    expect(noted.news.items).toEqual([])
    const { cursor } = (await team.robo.get('/api/me/work')).body.news
    expect(await claimIt(1, { newsCursor: cursor })).toMatchObject({ card: { id: two }, news: { items: [] } })
    await queued('fresh')
    expect((await claim()).body.news).toEqual({ items: [], cursor: null })
  })

  test('give each card to one of many', { meta: { proves: ['claim.once'] } }, async () => {
    const cards = await Promise.all(Array.from({ length: 12 }, (_, at) => queued(`card ${at}`)))
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => claim({}, at % 2 ? team.bert : team.robo)))
    const taken = answers.filter(({ status }) => status === 201).map(({ body }) => body.card.id)
    expect(taken.toSorted()).toEqual(cards.toSorted())
    expect(answers.filter(({ body }) => body.because === 'empty')).toHaveLength(8)
    const more = await queued('one more')
    const clientMutationId = crypto.randomUUID()
    const [first, again] = [await claim({ clientMutationId }), await claim({ clientMutationId })]
    expect([first.body.card.id, again.status, again.body]).toEqual([more, 201, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  test.each([
    ['archived', 'update boards set archived_at = now() where id = $1', 'update boards set archived_at = null where id = $1'],
    [
      'one that the agent only sees',
      `update members set role = 'viewer' where board_id = $1 and actor_id = $2`,
      `update members set role = 'member' where board_id = $1 and actor_id = $2`,
    ],
  ])(
    'go on with the next board where one becomes %s in that moment',
    { meta: { proves: ['claim.next-board'] } },
    async (_, change, undo) => {
      await queued('here', { priority: 'urgent' })
      const next = (await team.ada.post('/api/boards', { name: 'Next', template: 'kanban' })).body.id
      await team.ada.post(`/api/boards/${next}/members`, { actorId: team.robo.actorId, role: 'member' })
      const listId = (await team.ada.get(`/api/boards/${next}`)).body.lists[0].id
      await team.ada.patch(`/api/lists/${listId}`, { queue: {} })
      const there = (await team.ada.post(`/api/lists/${listId}/cards`, { title: 'there' })).body.id

      const holder = await team.tandem.database.pool.connect()
      const values = [team.boardId, team.robo.actorId].slice(0, change.includes('$2') ? 2 : 1)
      const waiting = 'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))'
      await holder.query('begin')
      await holder.query('select 1 from boards where id = $1 for update', [team.boardId])
      const claiming = claimAnywhere()
      await until(async () => (await holder.query(waiting)).rowCount !== 0)
      await holder.query(change, values)
      await holder.query('commit')
      const taken = await claiming
      await holder.query(undo, values)
      holder.release()
      expect([taken.status, taken.body.card?.id]).toEqual([201, there])
      expect((await claim()).body.card?.title).toBe('here')
    },
  )

  test('wait for what comes, for callers that are still there', { meta: { proves: ['claim.wait'] } }, async () => {
    expect((await claim({ waitSeconds: 26 })).status).toBe(400)
    const waiting = claim({ waitSeconds: 25 })
    const leaving = new AbortController()
    const left = fetch(`${team.tandem.url}/api/work/claim`, {
      method: 'POST',
      headers: { authorization: `Bearer ${team.bert.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ listId: queueId, waitSeconds: 25 }),
      signal: leaving.signal,
    }).catch(() => 'left')
    leaving.abort()
    expect(await left).toBe('left')
    const cardId = await queued('at last')
    expect((await waiting).body.card?.id).toBe(cardId)
  })

  describe('are held by a lease', () => {
    let sessionId: string
    let cardId: string
    beforeEach(async () => {
      cardId = await queued('leased')
      sessionId = (await claim({ leaseSeconds: 60 })).body.session.id
    })
    const leaseOf = async () => (await team.session(sessionId)).lease
    const endsIn = async () => Date.parse((await leaseOf()).expiresAt) - team.tandem.clock.now()

    test('that acts and heartbeats extend', { meta: { proves: ['lease.extended', 'lease.heartbeat'] } }, async () => {
      team.tandem.clock.advance(50 * second)
      expect((await act(sessionId, { op: 'progress', note: 'Here', generation: 1 })).status).toBe(200)
      expect(await endsIn()).toBeGreaterThan(50 * second)
      const events = await team.events(sessionId)
      team.tandem.clock.advance(50 * second)
      const beat = await team.robo.post(`/api/sessions/${sessionId}/heartbeat`, { generation: 1 })
      expect([beat.status, beat.body.session.lease]).toEqual([200, await leaseOf()])
      expect([await endsIn(), await team.events(sessionId)]).toEqual([expect.closeTo(60 * second, -5), events])
      expect((await team.bert.post(`/api/sessions/${sessionId}/heartbeat`, { generation: 1 })).status).toBe(403)
      const without = await team.delegate(await team.newCard(), team.bert)
      expect((await team.bert.post(`/api/sessions/${without}/heartbeat`, { generation: 1 })).status).toBe(409)
      await act(sessionId, { op: 'ask_human', question: 'Go?', generation: 1 })
      expect(await leaseOf()).toEqual({ generation: 1, expiresAt: null })
      await expire(3_600_000)
      await team.ada.post(`/api/sessions/${sessionId}/answer`, { answer: 'Yes' })
      expect(await endsIn()).toBeGreaterThan(50 * second)
    })

    test('that was lost takes what was used, and nothing else', { meta: { proves: ['budget.session.late-usage'] } }, async () => {
      const usage = { inputTokens: 40, costUsd: 0.5 }
      const late = (more: object = {}, generation = 1) => act(sessionId, { op: 'update', usage, generation, ...more })
      const used = async () => (await team.ada.get(`/api/boards/${team.boardId}/usage`)).body.budgetUsed.tokens
      const usedBefore = await used()
      await expire(61 * second)
      expect((await late()).body.session).toMatchObject({ state: 'queued', usage, lease: { generation: 2, expiresAt: null } })
      await claim({ leaseSeconds: 60 })
      const trail = await team.events(sessionId)
      for (const more of [{ statusText: 'Late' }, { state: 'working' }, { plan: [] }])
        expect((await late(more)).body.error).toMatchObject({ reason: 'leaseLost', details: { generation: 2 } })
      expect((await late({}, 3)).body.error.reason).toBe('leaseLost')
      expect((await act(sessionId, { op: 'update', usage, generation: 1 }, team.bert)).status).toBe(403)
      expect(await team.events(sessionId)).toEqual(trail)
      const ends = (await team.session(sessionId)).lease.expiresAt
      team.tandem.clock.advance(10 * second)
      expect((await late()).body.session).toMatchObject({ state: 'working', usage: { inputTokens: 80, costUsd: 1 } })
      expect((await team.session(sessionId)).lease).toEqual({ generation: 2, expiresAt: ends })
      await team.bob.patch(`/api/sessions/${sessionId}`, { budget: { tokens: 100 } })
      expect((await late()).body.session).toMatchObject({ state: 'awaiting_input', question: { kind: 'budget' } })
      expect(await used()).toBe(usedBefore + 120)
      await act(sessionId, { op: 'fail', reason: 'Enough', generation: 2 })
    })

    test('that expires and fences off who had it', { meta: { proves: ['lease.expired', 'lease.fence'] } }, async () => {
      const before = await team.events(sessionId)
      for (const generation of [undefined, 2]) {
        const refused = await act(sessionId, { op: 'progress', note: 'No', generation })
        expect(refused.status).toBe(generation === undefined ? 400 : 409)
      }
      expect(await team.events(sessionId)).toEqual(before)
      await expire(61 * second)
      expect(await team.session(sessionId)).toMatchObject({ state: 'queued', lease: { generation: 2, expiresAt: null } })
      expect((await team.events(sessionId)).at(-1)).toMatchObject({ kind: 'log', body: { type: 'lease_expired', generation: 2 } })
      const trail = await team.events(sessionId)
      for (const body of [
        { op: 'progress', note: 'Late' },
        { op: 'complete', summary: 'Late' },
        { op: 'fail', reason: 'Late' },
      ]) {
        const late = await act(sessionId, { ...body, generation: 1 })
        expect([late.status, late.body.error.details.generation]).toEqual([409, 2])
      }
      expect(await team.events(sessionId)).toEqual(trail)
      const again = (await claim()).body
      expect([again.session.id, again.lease.generation]).toEqual([sessionId, 2])
      expect((await act(sessionId, { op: 'complete', summary: 'Done', generation: 1 })).status).toBe(409)
      expect((await act(sessionId, { op: 'complete', summary: 'Done', generation: 2 })).status).toBe(200)
      // A report that is still accepted after the end needs the right generation too.
      const usage = async (generation?: number) =>
        (await act(sessionId, { op: 'update', usage: { inputTokens: 9 }, generation })).body.error?.reason
      expect([await usage(), await usage(1), await usage(2)]).toEqual(['generationNeeded', undefined, undefined])
      expect((await team.session(sessionId)).usage).toEqual({ inputTokens: 18 })
      expect((await claim()).body).toEqual(nothing('empty'))
    })

    test('is taken with the first update too, by whom a session is delegated to', { meta: { proves: ['lease.at-start'] } }, async () => {
      const id = await team.delegate(await team.newCard())
      const start = (more: object) => act(id, { op: 'update', state: 'working', ...more })
      expect((await act(id, { op: 'update', statusText: 'Soon', leaseSeconds: 60 })).body.error.reason).toBe('leaseOfStart')
      for (const leaseSeconds of [59, 86_401]) expect((await start({ leaseSeconds })).status).toBe(400)
      expect((await team.session(id)).lease).toBeNull()
      const both = await Promise.all([1, 2].map(() => start({ leaseSeconds: 60, generation: 1, ifState: 'queued' })))
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { lease, updatedAt } = await team.session(id)
      expect(lease).toEqual({ generation: 1, expiresAt: new Date(Date.parse(updatedAt) + 60 * second).toISOString() })
      expect((await act(id, { op: 'progress', note: 'No' })).status).toBe(400)
      await expire(61 * second)
      expect(await team.session(id)).toMatchObject({ state: 'queued', lease: { generation: 2, expiresAt: null } })
      expect((await start({ leaseSeconds: 60, generation: 1 })).body.error.reason).toBe('leaseLost')
      expect((await start({ leaseSeconds: 60 })).body.error.reason).toBe('generationNeeded')
      const again = await start({ leaseSeconds: 60, generation: 2 })
      expect(again.body.session).toMatchObject({ state: 'working', lease: { generation: 2, expiresAt: expect.any(String) } })
      expect(again.body.event.body).toMatchObject({ from: 'queued', to: 'working', generation: 2 })
      await act(id, { op: 'complete', summary: 'Done', generation: 2 })
    })

    test('is extended by what the agent does on the card, not by what it reads or what others do', {
      meta: { proves: ['lease.extended.on-card'] },
    }, async () => {
      const expiresAt = async () => Date.parse((await team.session(sessionId)).lease.expiresAt)
      const first = await expiresAt()
      const other = await team.newCard()
      team.tandem.clock.advance(40 * second)
      for (const nothing of [
        () => team.robo.get(`/api/cards/${cardId}`),
        () => team.ada.post(`/api/cards/${cardId}/comments`, { body: 'Still there?' }),
        () => team.bert.post(`/api/cards/${cardId}/comments`, { body: 'I am not.' }),
        () => team.robo.post(`/api/cards/${other}/comments`, { body: 'Elsewhere' }),
        () => team.robo.patch(`/api/cards/${cardId}`, { title: 'No', ifVersion: 99 }),
      ]) {
        await nothing()
        expect(await expiresAt()).toBe(first)
      }
      const before = await team.events(sessionId)
      expect((await team.robo.post(`/api/cards/${cardId}/comments`, { body: 'I am at it.' })).status).toBe(201)
      const afterComment = await expiresAt()
      expect(afterComment - first).toBeGreaterThanOrEqual(40 * second)
      team.tandem.clock.advance(40 * second)
      expect((await team.robo.patch(`/api/cards/${cardId}`, { priority: 'high' })).status).toBe(200)
      expect((await expiresAt()) - afterComment).toBeGreaterThanOrEqual(40 * second)
      expect(await team.events(sessionId)).toEqual(before)
      await act(sessionId, { op: 'ask_human', question: 'Go on?', generation: 1 })
      await team.robo.post(`/api/cards/${cardId}/comments`, { body: 'I wait.' })
      expect((await team.session(sessionId)).lease).toEqual({ generation: 1, expiresAt: null })
    })

    test('counts on the card, over its sessions, from the last act of a person on', {
      meta: { proves: ['lease.expired.thrice'] },
    }, async () => {
      for (let at = 0; at < 2; at++) {
        await expire(61 * second)
        await claim({ leaseSeconds: 60 })
      }
      await expire(61 * second)
      expect(await team.session(sessionId)).toMatchObject({ state: 'error', failureReason: 'lease_expired' })
      const next = (await team.robo.post(`/api/cards/${cardId}/sessions`, {})).body.id
      expect((await claim({ leaseSeconds: 60 })).body.session.id).toBe(next)
      await expire(61 * second)
      expect(await team.session(next)).toMatchObject({ state: 'error', failureReason: 'lease_expired' })
      await team.bob.post(`/api/cards/${cardId}/comments`, { body: 'The machine has more memory now.' })
      const last = (await team.robo.post(`/api/cards/${cardId}/sessions`, {})).body.id
      await claim({ leaseSeconds: 60 })
      await expire(61 * second)
      expect(await team.session(last)).toMatchObject({ state: 'queued', lease: { generation: 2 } })
    })

    test('that has expired leaves no process that could stop: a stop ends the session', {
      meta: { proves: ['session.stop.given-back'] },
    }, async () => {
      await expire(61 * second)
      expect(await team.session(sessionId)).toMatchObject({ state: 'queued', lease: { generation: 2 } })
      expect((await team.robo.post(`/api/sessions/${sessionId}/stop`)).status).toBe(403)
      const stopped = await team.ada.post(`/api/sessions/${sessionId}/stop`)
      expect(stopped.body.session).toMatchObject({ state: 'error', failureReason: 'stopped' })
      expect((await claim()).body).toEqual(nothing('empty'))
      const fresh = await team.delegate(await queued('never claimed'))
      expect((await team.ada.post(`/api/sessions/${fresh}/stop`)).body.session).toMatchObject({ state: 'queued', endedAt: null })
      await act(fresh, { op: 'fail', reason: 'over' })
    })

    test('that expires three times, or with a stop', { meta: { proves: ['lease.expired.thrice'] } }, async () => {
      for (let at = 0; at < 2; at++) {
        await expire(61 * second)
        await claim({ leaseSeconds: 60 })
      }
      await expire(61 * second)
      expect(await team.session(sessionId)).toMatchObject({ state: 'error', failureReason: 'lease_expired' })
      // Bob set the queue.
      expect((await team.inbox(team.bob, 'session_ended')).filter((row) => row.sessionId === sessionId)).toHaveLength(1)
      expect((await claim()).body).toEqual(nothing('empty'))
      const delegated = await team.delegate(await queued('to be stopped'), team.robo, team.bob)
      const { session } = (await claim({ leaseSeconds: 60 })).body
      expect(session.id).toBe(delegated)
      await team.bob.post(`/api/sessions/${delegated}/stop`, {})
      await expire(61 * second)
      expect(await team.session(delegated)).toMatchObject({ state: 'error', failureReason: 'stopped' })
      expect((await team.log(cardId)).filter(({ verb }) => verb === 'agent_session.failed')).toHaveLength(1)
    })
  })
})

describe('a claim over more boards than are looked at together', () => {
  let team: Team
  let boards: { id: string; listId: string }[]
  beforeAll(async () => {
    team = await startTeam()
    boards = []
    for (let at = 0; at < 9; at++) {
      const { id } = (await team.ada.post('/api/boards', { name: `Board ${at}`, template: 'kanban' })).body
      for (const actorId of [team.bob.actorId, team.robo.actorId])
        await team.ada.post(`/api/boards/${id}/members`, { actorId, role: 'member' })
      boards.push({ id, listId: (await team.ada.get(`/api/boards/${id}`)).body.lists[0].id })
    }
  })
  afterAll(() => team?.stop())
  const claim = async () => (await team.robo.post('/api/work/claim', {})).body
  const card = async (listId: string, more: object) =>
    (await team.ada.post(`/api/lists/${listId}/cards`, { title: 'one', ...more })).body.id as string
  const end = ({ session, lease }: any) => team.post(session.id, { op: 'complete', summary: 'Done', generation: lease.generation })
  const priorityOf = (at: number) => ({ priority: at < 8 ? 'urgent' : 'low' })

  test('leaves out those whose month is used up', { meta: { proves: ['claim.boards.all'] } }, async () => {
    const month = `${new Date(team.tandem.clock.now()).toISOString().slice(0, 7)}-01`
    const cards: string[] = []
    for (const [at, { id, listId }] of boards.entries()) {
      await team.ada.patch(`/api/lists/${listId}`, { queue: {} })
      cards.push(await card(listId, priorityOf(at)))
      if (at === 8) continue
      await team.ada.patch(`/api/boards/${id}`, { monthlyBudget: [{ tokens: 5 }, { costUsd: 1 }, { minutes: 1 }][at % 3] })
      const used = [
        id,
        month,
        ...[
          [5, 0, 0],
          [0, 1, 0],
          [0, 0, 60_000],
        ][at % 3]!,
      ]
      const usage = 'insert into board_usage (board_id, month, tokens, cost_usd, worked_ms) values ($1, $2, $3, $4, $5)'
      await team.tandem.database.pool.query(
        usage + ' on conflict (board_id, month) do update set tokens = $3, cost_usd = $4, worked_ms = $5',
        used,
      )
    }
    const taken = await claim()
    expect(taken.card?.id).toBe(cards[8])
    await end(taken)
    expect(await claim()).toMatchObject({ card: null, because: 'capacity' })
    expect((await team.robo.post('/api/work/claim', { boardId: boards[0]!.id })).body).toMatchObject({ card: null, because: 'capacity' })
    // A budget with a little left is not used up.
    for (const [id, column, value] of [
      [boards[0]!.id, 'tokens', 4],
      [boards[1]!.id, 'cost_usd', 0.99],
      [boards[2]!.id, 'worked_ms', 59_999],
    ]) {
      await team.tandem.database.pool.query(`update board_usage set ${column} = $2 where board_id = $1`, [id, value])
      const next = await claim()
      expect(next.card?.boardId).toBe(id)
      await end(next)
    }
    for (const { id, listId } of boards) {
      await team.ada.patch(`/api/boards/${id}`, { monthlyBudget: null })
      await team.ada.patch(`/api/lists/${listId}`, { queue: null })
    }
  })

  test('passes by those where its owner lets it start nothing, and calls that empty', {
    meta: { proves: ['claim.boards.all', 'claim.nothing'] },
  }, async () => {
    const cards: string[] = []
    for (const [at, { listId }] of boards.entries()) {
      const id = await card(listId, priorityOf(at))
      await team.delegate(id, team.robo, at < 8 ? team.bob : team.ada)
      cards.push(id)
    }
    await team.ada.patch(`/api/agents/${team.robo.actorId}`, { invokableBy: 'owner' })
    const taken = await claim()
    expect(taken.card?.id).toBe(cards[8])
    await end(taken)
    expect(await claim()).toMatchObject({ card: null, because: 'empty' })
  })
})

describe('caps', () => {
  let team: Team
  beforeAll(async () => {
    team = await startTeam()
  })
  afterAll(() => team?.stop())

  const start = (sessionId: string, by: Person = team.robo) => team.post(sessionId, { op: 'update', state: 'working' }, by)
  const several = async (count: number) => {
    const ids: string[] = []
    for (let at = 0; at < count; at++) ids.push(await team.delegate(await team.newCard()))
    return ids
  }
  const endAll = async (ids: string[]) => {
    for (const id of ids) await team.post(id, { op: 'fail', reason: 'over' })
  }

  test('of an agent, a board and a list keep sessions queued', { meta: { proves: ['cap.agent', 'cap.board', 'cap.list'] } }, async () => {
    const ids = await several(2)
    const [first, other] = ids as [string, string]
    const caps: [string, (value: number | null) => Promise<any>][] = [
      ['agent', (maxSessions) => team.ada.patch(`/api/agents/${team.robo.actorId}`, { maxSessions })],
      ['board', (maxAgentSessions) => team.ada.patch(`/api/boards/${team.boardId}`, { maxAgentSessions })],
      ['list', (wipLimit) => team.bob.patch(`/api/lists/${team.listId}`, { wipLimit, wipPolicy: 'agents' })],
    ]
    expect((await start(first)).status).toBe(200)
    for (const [cap, set] of caps) {
      for (const unfit of [0, 10_001]) expect((await set(unfit)).status).toBe(400)
      expect((await set(1)).status).toBe(200)
      const refused = await start(other)
      expect([refused.status, refused.body.error.details.waitsFor]).toEqual([409, { cap, most: 1, taken: 1 }])
      expect((await team.robo.post('/api/work/claim', {})).body).toMatchObject({ card: null, because: 'capacity' })
      expect((await team.session(other)).state).toBe('queued')
      expect((await set(null)).status).toBe(200)
    }
    expect((await team.bob.patch(`/api/boards/${team.boardId}`, { maxAgentSessions: 3 })).status).toBe(403)
    expect((await team.bob.patch(`/api/agents/${team.robo.actorId}`, { maxSessions: 3 })).status).toBe(404)
    expect((await start(other)).status).toBe(200)
    await endAll(ids)
  })

  test('of a list refuse whom its policy names', { meta: { proves: ['cap.list'] } }, async () => {
    const listId = (await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Doing' })).body.id
    const set = (wipPolicy: string) => team.bob.patch(`/api/lists/${listId}`, { wipLimit: 1, wipPolicy })
    const make = (by: Person) => by.post(`/api/lists/${listId}/cards`, { title: 'one more' })
    const move = async (by: Person) => by.patch(`/api/cards/${await team.newCard()}`, { listId })
    const archived: string[] = []
    for (let at = 0; at < 6; at++) {
      const { id } = (await team.ada.post(`/api/lists/${listId}/cards`, { title: 'back again' })).body
      expect((await team.ada.patch(`/api/cards/${id}`, { archived: true })).status).toBe(200)
      archived.push(id)
    }
    const unarchive = (by: Person) => by.patch(`/api/cards/${archived.pop()}`, { archived: false })
    const copy = async (by: Person) => by.post(`/api/cards/${await team.newCard()}/copy`, { listId })
    expect((await make(team.ada)).status).toBe(201)
    for (const [policy, refused] of [
      ['warn', []],
      ['agents', [team.robo]],
      ['all', [team.robo, team.bob]],
    ] as const) {
      await set(policy)
      for (const by of [team.robo, team.bob])
        for (const attempt of [make, move, copy, unarchive]) {
          const answer = await attempt(by)
          if (refused.includes(by as never))
            expect([answer.status, answer.body.error?.details]).toEqual([409, { boardId: team.boardId, listId, most: 1 }])
          else expect(answer.status).toBeLessThan(300)
        }
    }
    expect((await set('nobody')).status).toBe(400)
  })

  test('of a list hold under 64 claims at once', { meta: { proves: ['cap.concurrent', 'cap.list'] } }, async () => {
    const listId = (await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Narrow' })).body.id
    await team.bob.patch(`/api/lists/${listId}`, { queue: {}, wipLimit: 5, wipPolicy: 'agents' })
    const add = (at: number) => team.ada.post(`/api/lists/${listId}/cards`, { title: `narrow ${at}` })
    for (let at = 0; at < 40; at++) expect((await add(at)).status).toBe(201)
    const delegated = (await add(40)).body.id
    await team.delegate(delegated, team.bert)
    const claims = (agents: readonly Person[]) =>
      Promise.all(Array.from({ length: 64 }, (_, at) => untilTaken(() => agents[at % agents.length]!.post('/api/work/claim', { listId }))))
    const answers = await claims([team.robo, team.bert])
    const taken = answers.filter(({ status }) => status === 201).map(({ body }) => body)
    expect(new Set(taken.map(({ card }) => card.id)).size).toBe(5)
    expect(taken).toHaveLength(5)
    expect(answers.filter(({ body }) => body.because === 'capacity')).toHaveLength(59)
    // A session that ends makes room for one other.
    const end = async ({ session, lease }: any) => {
      const agent = [team.robo, team.bert].find(({ actorId }) => actorId === session.agentActorId)
      expect((await team.post(session.id, { op: 'fail', reason: 'over', generation: lease.generation }, agent)).status).toBe(200)
    }
    await end(taken[0])
    const next = (await claims([team.robo, team.bert])).filter(({ status }) => status === 201).map(({ body }) => body)
    expect(next).toHaveLength(1)
    for (const one of [...taken.slice(1), ...next]) await end(one)
    await team.ada.patch(`/api/lists/${listId}`, { archived: true })
  })

  test('hold under 64 starts at once', { meta: { proves: ['cap.concurrent'] } }, async () => {
    const other = (await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
    await team.ada.post(`/api/boards/${other}/members`, { actorId: team.robo.actorId, role: 'member' })
    const listId = (await team.ada.get(`/api/boards/${other}`)).body.lists[0].id
    const ids = await several(40)
    for (let at = 0; at < 24; at++) {
      const card = (await team.ada.post(`/api/lists/${listId}/cards`, { title: `there ${at}` })).body.id
      ids.push(await team.delegate(card))
    }
    await team.ada.patch(`/api/agents/${team.robo.actorId}`, { maxSessions: 5 })
    const statuses = (await Promise.all(ids.map((id) => untilTaken(() => start(id))))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(59)
    await endAll(ids)
    await team.ada.patch(`/api/agents/${team.robo.actorId}`, { maxSessions: null })
    const more = await several(64)
    await team.ada.patch(`/api/boards/${team.boardId}`, { maxAgentSessions: 7 })
    const started = (await Promise.all(more.map((id) => untilTaken(() => start(id))))).filter(({ status }) => status === 200)
    expect(started).toHaveLength(7)
  })
})
