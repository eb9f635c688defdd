import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginHolding } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { startTestService, type TestService } from '../kit/service.ts'
import { created, startTeam, type Team } from './fixture/team.ts'

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

const terminal = new Set(['agent_session.completed', 'agent_session.failed'])

test('a poller sees each of 1,000 events of a busy session once, ascending (F18)', async () => {
  const sessionId = await team.delegate(await team.newCard())
  const seen: string[] = []
  let writing = true
  const polled = (async () => {
    for (let since = '2020-01-01T00:00:00Z'; ; ) {
      const isLast = !writing
      const { events } = (await team.ada.get(`/api/sessions/${sessionId}/events?since=${since}&limit=200`)).body
      for (const event of events) seen.push(event.id)
      since = events.at(-1)?.id ?? since
      if (isLast && events.length === 0) return
    }
  })()
  await Promise.all(
    Array.from({ length: 10 }, async (_, writer) => {
      for (let n = 0; n < 100; n++) expect((await team.post(sessionId, { op: 'progress', note: `${writer}/${n}` })).status).toBe(200)
    }),
  )
  writing = false
  await polled
  expect(seen).toHaveLength(1_001)
  expect(seen).toEqual([...new Set(seen)].toSorted())
})

test('of several people who answer one question together, one does; one answer event, one activity, state working (F19)', async () => {
  for (let round = 0; round < 15; round++) {
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId)
    await team.post(sessionId, { op: 'ask_human', question: 'Which?' })
    const { ada, bob, eve } = team
    const answers = await Promise.all([ada, bob, eve].map((by) => by.post(`/api/sessions/${sessionId}/answer`, { answer: by.handle })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.error.details.session.state).toBe('working')
    const won = answers.find(({ status }) => status === 200)?.body.event.body.answer
    expect((await team.events(sessionId)).filter(({ kind }) => kind === 'answer').map(({ body }) => body.answer)).toEqual([won])
    const answered = (await team.log(cardId)).filter(({ verb }) => verb === 'agent_session.answered')
    expect(answered.map(({ payload }) => payload.answer)).toEqual([won])
    expect((await team.session(sessionId)).state).toBe('working')
  }
})

test('a card delegated to two agents together ends with one delegation, and one live session per agent at most (F20)', async () => {
  for (let round = 0; round < 15; round++) {
    const cardId = await team.newCard()
    const delegate = (agentActorId: string) => team.ada.post(`/api/cards/${cardId}/delegation`, { agentActorId })
    const answers = await Promise.all([team.robo, team.bert, team.robo, team.bert].map((agent) => delegate(agent.actorId)))
    for (const answer of answers) expect([200, 201]).toContain(answer.status)
    const log = await team.log(cardId)
    const delegated = log.filter(({ verb }) => verb === 'card.delegated')
    expect(delegated).toHaveLength(answers.filter(({ status }) => status === 201).length)
    const { card } = (await team.ada.get(`/api/cards/${cardId}`)).body
    expect(card.delegation.agentActorId).toBe(delegated.at(-1)?.payload.agentActorId)
    const live = card.sessions.filter((session: { endedAt: string | null }) => session.endedAt === null)
    expect(live.map((session: { agentActorId: string }) => session.agentActorId)).toEqual([card.delegation.agentActorId])
  }
})

test('explicit opens together give one live session; the others are told its id', async () => {
  const cardId = await team.newCard()
  const answers = await Promise.all(Array.from({ length: 8 }, () => team.robo.post(`/api/cards/${cardId}/sessions`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  const id = answers.find(({ status }) => status === 201)?.body.id
  for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.error.details.sessionId).toBe(id)
})

test('delegating and taking back 100 times together ends as the last activity says (F21)', async () => {
  const cardId = await team.newCard()
  const agents = [team.robo, team.bert]
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      n % 2 === 0
        ? team.ada.post(`/api/cards/${cardId}/delegation`, { agentActorId: agents[(n / 2) % 2]?.actorId })
        : team.bob.delete(`/api/cards/${cardId}/delegation`),
    ),
  )
  expect([...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 201, 204].includes(status))).toEqual([])
  const { card } = (await team.ada.get(`/api/cards/${cardId}`)).body
  const log: { verb: string; payload: any }[] = []
  for (let since = '2020-01-01'; ; ) {
    const page = (await team.ada.get(`/api/cards/${cardId}/activity?since=${since}&limit=200`)).body
    if (page.length === 0) break
    log.push(...page)
    since = page.at(-1).id
  }
  const last = log.filter(({ verb }) => verb === 'card.delegated' || verb === 'card.undelegated').at(-1)
  expect(card.delegation?.agentActorId ?? null).toBe(last?.verb === 'card.delegated' ? last.payload.agentActorId : null)
  const opened = log.filter(({ verb }) => verb === 'agent_session.created').length
  const failed = log.filter(({ verb }) => verb === 'agent_session.failed').length
  expect(opened - failed).toBe(card.delegation === null ? 0 : 1)
})

test('complete against the watchdogs of two instances: one end, endedAt set once (F22)', async () => {
  for (let round = 0; round < 20; round++) {
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId)
    await team.post(sessionId, { op: 'update', state: 'working' })
    // Moving the clock wakes the workers of both instances too.
    team.tandem.clock.advance(24 * 3_600_000)
    const [completed] = await Promise.all([
      team.post(sessionId, { op: 'complete', summary: 'Just in time' }),
      team.tandem.service.workers.watchdog.runOnce(),
      second.service.workers.watchdog.runOnce(),
    ])
    const session = await team.session(sessionId)
    expect([completed.status, session.state]).toEqual(completed.status === 200 ? [200, 'done'] : [409, 'error'])
    if (completed.status === 200) expect(session.endedAt).toBe(completed.body.session.endedAt)
    expect((await team.log(cardId)).filter(({ verb }) => terminal.has(verb))).toHaveLength(1)
    expect((await team.events(sessionId)).filter(({ body }) => ['done', 'error'].includes(body.to))).toHaveLength(1)
  }
})

/** Connections that this one blocks, directly or through others. */
const waitingForThis = `with recursive waiting as (
    select pid from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))
    union select a.pid from pg_stat_activity a join waiting w on w.pid = any (pg_blocking_pids(a.pid))
  ) select from waiting`

test('a report that comes in while the watchdog waits for the board saves the session', async () => {
  // On a separate board: workers that earlier tests woke may still wait for the board of the team.
  const boardId = created(await team.ada.post('/api/boards', { name: 'Quiet', template: 'kanban' })).id
  created(await team.ada.post(`/api/boards/${boardId}/members`, { actorId: team.robo.actorId, role: 'member' }))
  const [list] = (await team.ada.get(`/api/boards/${boardId}`)).body.lists
  const sessionId = await team.delegate(created(await team.ada.post(`/api/lists/${list.id}/cards`, { title: 'Pump' })).id)
  await team.post(sessionId, { op: 'update', state: 'working' })
  const holder = await team.tandem.database.pool.connect()
  const waiting = async () => (await holder.query(waitingForThis)).rowCount ?? 0
  await holder.query(beginHolding)
  await holder.query('select 1 from boards where id = $1 for no key update', [boardId])
  const reported = team.post(sessionId, { op: 'progress', note: 'Still here' })
  await until(async () => (await waiting()) >= 1)
  team.tandem.clock.advance(24 * 3_600_000)
  const watched = second.service.workers.watchdog.runOnce()
  await until(async () => (await waiting()) >= 2)
  await holder.query('commit')
  holder.release()
  expect([(await reported).status, await watched]).toEqual([200, 0])
  expect((await team.session(sessionId)).state).toBe('working')
  await team.post(sessionId, { op: 'complete', summary: 'Done' })
})

test('complete against an answer: an end is never left, and no question stays open (F23)', async () => {
  for (let round = 0; round < 20; round++) {
    const cardId = await team.newCard()
    const sessionId = await team.delegate(cardId)
    await team.post(sessionId, { op: 'ask_human', question: 'Go?' })
    const [completed, answered] = await Promise.all([
      team.post(sessionId, { op: 'complete', summary: 'Did it anyway' }),
      team.bob.post(`/api/sessions/${sessionId}/answer`, { answer: 'Yes' }),
    ])
    expect(completed.status).toBe(200)
    expect([200, 409]).toContain(answered.status)
    expect(await team.session(sessionId)).toMatchObject({ state: 'done', question: null })
    const log = (await team.log(cardId)).map(({ verb }) => verb)
    // A late answer is passed on and does not change the state of the session.
    expect(log.slice(-2)).toEqual(
      answered.status === 200 ? ['agent_session.answered', 'agent_session.completed'] : ['agent_session.completed', 'agent_session.log'],
    )
    expect(log.filter((verb) => verb === 'agent_session.answered')).toHaveLength(answered.status === 200 ? 1 : 0)
  }
})

test('a question asked and withdrawn in one batch leaves nothing unread', async () => {
  for (let round = 0; round < 10; round++) {
    const sessionId = await team.delegate(await team.newCard())
    await Promise.all([
      ...Array.from({ length: 3 }, () => team.newCard()),
      team.post(sessionId, { op: 'ask_human', question: 'Go?' }),
      team.post(sessionId, { op: 'complete', summary: 'Never mind' }),
    ])
    if ((await team.session(sessionId)).state !== 'done') await team.post(sessionId, { op: 'complete', summary: 'Never mind' })
    const rows = (await team.inbox(team.ada, 'question')).filter((row) => row.sessionId === sessionId)
    expect(rows.filter((row) => row.readAt === null)).toEqual([])
  }
})
