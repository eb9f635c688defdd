import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Person, startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { type Caller, call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'

let tandem: TestService
let people: { ada: Person; viewer: Person; stranger: Person }
let ada: Caller
let viewer: Caller
let robo: Caller
let robot: Person
let boardId: string
let cardId: string

const as = (person: Person): Caller => ({
  url: tandem.url,
  headers: person.token ? { authorization: `Bearer ${person.token}` } : { cookie: person.cookie ?? '' },
})

beforeAll(async () => {
  tandem = await startTestService()
  people = { ada: await tandem.register('Ada'), viewer: await tandem.register('Viewer'), stranger: await tandem.register('Stranger') }
  ada = as(people.ada)
  viewer = as(people.viewer)
  boardId = (await allowed(ada, 'board.create', { name: 'Engine', template: 'kanban' })).id
  await allowed(ada, 'member.add', { boardId, actorId: people.viewer.actorId, role: 'viewer' })
  robot = await tandem.agent(people.ada, 'Robo', [boardId])
  robo = as(robot)
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  const listId = (await allowed(ada, 'board.tree', { boardId })).lists[0]?.id ?? ''
  cardId = (await allowed(ada, 'card.create', { listId, title: 'Fix the pump' })).id
})

const delegate = async () => (await allowed(ada, 'delegation.set', { cardId, agentActorId: robot.actorId })).session.id
const latest = async (count: number) => (await allowed(ada, 'board.activity', { boardId, limit: count })).map((activity) => activity.verb)
const seq = async () => (await allowed(ada, 'board.tree', { boardId })).seq

scenario(
  'delegating opens one queued session, and again changes nothing',
  [
    'delegation.create.answer',
    'delegation.create.shape',
    'delegation.create.opens-session',
    'delegation.create.emits',
    'delegation.again.idempotent',
    'delegation.again.no-activity',
    'session.record.id-twice',
    'session.read.by-id',
    'session.read.by-card',
    'session.event.opening',
  ],
  async () => {
    const first = await call(ada, 'delegation.set', { cardId, agentActorId: robot.actorId })
    expect(first.status).toBe(201)
    const again = await call(ada, 'delegation.set', { cardId, agentActorId: robot.actorId })
    expect([again.status, again.ok && again.body]).toEqual([200, first.ok && first.body])
    expect(await latest(2)).toEqual(['agent_session.created', 'card.delegated'])
    const [session] = await allowed(ada, 'session.listForCard', { cardId })
    expect(session).toMatchObject({ state: 'queued', trigger: { type: 'delegation' }, agentActorId: robot.actorId })
    expect(await allowed(ada, 'session.get', { sessionId: session?.id ?? '' })).toEqual(session)
    const { events } = await allowed(robo, 'session.events', { sessionId: session?.id ?? '' })
    expect(events.map((event) => [event.kind, event.body.from])).toEqual([['state_change', null]])
  },
)

scenario(
  'who cannot be delegated to is refused',
  ['delegation.create.human', 'delegation.create.not-member', 'delegation.create.not-delegatable'],
  async () => {
    const outsider = await allowed(ada, 'agent.create', { name: 'Outsider' })
    const shy = await allowed(ada, 'agent.create', { name: 'Shy', capabilities: { delegatable: false, mentionable: true } })
    await allowed(ada, 'member.add', { boardId, actorId: shy.id, role: 'member' })
    for (const agentActorId of [people.viewer.actorId, outsider.id, shy.id]) {
      await refused(ada, 'delegation.set', { cardId, agentActorId }, 'validation')
    }
    expect(await allowed(ada, 'session.listForCard', { cardId })).toEqual([])
  },
)

scenario(
  'each op appends one event and one activity, and the answer holds both sides',
  [
    'session.state.queued-to-working',
    'session.state.working-stays',
    'session.state.progress-log-keep',
    'session.op.answer-shape',
    'session.op.one-event',
    'session.op.one-activity',
    'session.op.status-text',
    'session.op.plan',
    'session.op.external-url',
    'session.op.usage-added',
    'session.event.progress-body',
    'session.event.log-body',
    'session.event.update-same-state',
  ],
  async () => {
    const sessionId = await delegate()
    const ops = [
      { op: 'update', state: 'working', statusText: 'Looking', externalUrl: 'https://runs.example/1' },
      { op: 'update', state: 'working' },
      { op: 'update', plan: [{ text: 'Look', status: 'in_progress' }], usage: { inputTokens: 3 } },
      { op: 'update', usage: { inputTokens: 4, outputTokens: 1 } },
      { op: 'progress', note: 'Half way' },
      { op: 'log', payload: { step: 1 } },
    ] as const
    for (const op of ops) {
      const before = await seq()
      const { event, session } = await allowed(robo, 'session.post', { sessionId, ...op } as never)
      expect([session.state, await seq()]).toEqual(['working', before + 1])
      expect((await allowed(robo, 'session.events', { sessionId })).events.at(-1)).toEqual(event)
    }
    const session = await allowed(ada, 'session.get', { sessionId })
    expect(session).toMatchObject({
      statusText: 'Looking',
      externalUrl: 'https://runs.example/1',
      usage: { inputTokens: 7, outputTokens: 1 },
      plan: [{ text: 'Look', status: 'in_progress' }],
    })
    const bodies = (await allowed(robo, 'session.events', { sessionId })).events.map((event) => event.body)
    expect(bodies.slice(-2)).toEqual([{ note: 'Half way' }, { step: 1 }])
    expect(bodies[3]).toMatchObject({ from: 'working', to: 'working' })
  },
)

scenario(
  'ops are for the session’s own agent, within its states',
  [
    'session.op.own-agent-only',
    'session.op.unknown',
    'session.op.status-text-length',
    'session.state.update-working-only',
    'session.state.ended-refuses-ops',
    'session.state.ended-at',
    'session.state.complete-from-queued',
    'session.state.if-state',
    'session.state.if-state-applies-nothing',
  ],
  async () => {
    const sessionId = await delegate()
    await refused(ada, 'session.post', { sessionId, op: 'progress', note: 'x' }, 'forbidden')
    await refused(robo, 'session.post', { sessionId, op: 'nap' } as never, 'validation')
    await refused(robo, 'session.post', { sessionId, op: 'update', state: 'done' } as never, 'validation')
    await refused(robo, 'session.post', { sessionId, op: 'update', statusText: 'x'.repeat(281) }, 'validation')
    const before = await seq()
    const stale = await refused(robo, 'session.post', { sessionId, op: 'progress', note: 'x', ifState: 'working' }, 'conflict')
    expect(stale.details).toMatchObject({ session: { id: sessionId, state: 'queued' } })
    expect(await seq()).toBe(before)
    expect((await allowed(robo, 'session.get', { sessionId })).endedAt).toBeNull()
    expect((await allowed(robo, 'session.post', { sessionId, op: 'complete', summary: 'Done' })).session.endedAt).not.toBeNull()
    await refused(robo, 'session.post', { sessionId, op: 'progress', note: 'late' }, 'conflict')
  },
)

scenario(
  'a question waits for one human answer',
  [
    'session.state.ask-from-queued',
    'session.state.answer-to-working',
    'session.state.update-awaiting',
    'session.record.question',
    'session.event.question-body',
    'session.event.answer-body',
    'session.answer.endpoint',
    'session.answer.viewer',
    'session.answer.agent-refused',
    'session.answer.non-member',
    'session.answer.one-winner',
    'session.answer.not-awaiting',
    'session.answer.old-question',
    'session.answer.polled',
    'session.answer.marks-read',
    'session.routing.initiator',
  ],
  async () => {
    const sessionId = await delegate()
    const asked = await allowed(robo, 'session.post', { sessionId, op: 'ask_human', question: 'Which?', options: ['A', 'B'] })
    expect(asked.session).toMatchObject({
      state: 'awaiting_input',
      question: { question: 'Which?', options: ['A', 'B'], eventId: asked.event?.id },
    })
    expect(asked.event?.body).toEqual({ question: 'Which?', options: ['A', 'B'] })
    await refused(robo, 'session.post', { sessionId, op: 'update', state: 'working' }, 'conflict')
    const questions = async () => (await allowed(ada, 'notification.list', { unread: true })).filter((row) => row.reason === 'question')
    expect((await questions()).map((row) => row.sessionId)).toEqual([sessionId])
    await refused(robo, 'session.answer', { sessionId, answer: 'A' }, 'forbidden')
    await refused(as(people.stranger), 'session.answer', { sessionId, answer: 'A' }, 'not_found')
    await refused(ada, 'session.answer', { sessionId, answer: 'A', questionEventId: cardId }, 'conflict')
    const answers = await Promise.all([ada, viewer].map((by) => call(by, 'session.answer', { sessionId, answer: 'B' })))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const since = await allowed(robo, 'session.events', { sessionId, since: asked.event?.id })
    const polled = since.events
    // The answer that was refused is passed on as a late one.
    expect(polled.map(({ kind }) => kind)).toEqual(['answer', 'log'])
    expect(polled[0]).toMatchObject({ kind: 'answer', body: { answer: 'B', questionEventId: asked.event?.id } })
    expect(await allowed(robo, 'session.get', { sessionId })).toMatchObject({ state: 'working', question: null })
    expect(await questions()).toEqual([])
    await refused(ada, 'session.answer', { sessionId, answer: 'late' }, 'conflict')
  },
)

scenario(
  'one live session per card and agent',
  [
    'session.open.by-agent',
    'session.open.queued',
    'session.open.second-refused',
    'session.open.concurrent-one',
    'session.open.initiator',
    'session.open.by-human',
  ],
  async () => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => call(robo, 'session.open', { cardId })))
    expect(opened.filter((answer) => answer.ok)).toHaveLength(1)
    const [session] = await allowed(ada, 'session.listForCard', { cardId })
    expect(session).toMatchObject({ state: 'queued', trigger: { type: 'api' }, initiatorActorId: robot.actorId })
    const second = await refused(ada, 'session.open', { cardId, agentActorId: robot.actorId }, 'conflict')
    expect(second.details).toMatchObject({ sessionId: session?.id })
    await allowed(robo, 'session.post', { sessionId: session?.id ?? '', op: 'fail', reason: 'No wrench' })
    const again = await allowed(ada, 'session.open', { cardId, agentActorId: robot.actorId })
    expect(again.initiatorActorId).toBe(people.ada.actorId)
  },
)

scenario(
  'taking the delegation back ends its session, once',
  [
    'delegation.remove.answer',
    'delegation.remove.idempotent',
    'delegation.remove.emits',
    'delegation.remove.ends-session',
    'session.event.ends-are-state-changes',
  ],
  async () => {
    const sessionId = await delegate()
    expect((await call(ada, 'delegation.clear', { cardId })).status).toBe(204)
    expect(await latest(2)).toEqual(['agent_session.failed', 'card.undelegated'])
    const before = await seq()
    expect((await call(ada, 'delegation.clear', { cardId })).status).toBe(204)
    expect(await seq()).toBe(before)
    expect(await allowed(ada, 'session.get', { sessionId })).toMatchObject({ state: 'error', failureReason: 'undelegated' })
    expect((await allowed(ada, 'session.events', { sessionId })).events.at(-1)).toMatchObject({
      kind: 'state_change',
      body: { to: 'error' },
    })
  },
)

scenario(
  'silence makes a working session stale, and in the end fails it',
  [
    'session.stale.derived',
    'session.stale.cleared',
    'session.watchdog.working',
    'session.watchdog.queued',
    'board.tree.etag',
    'board.tree.not-modified',
    'board.tree.etag-stale-session',
  ],
  async () => {
    const sessionId = await delegate()
    await allowed(robo, 'session.post', { sessionId, op: 'update', state: 'working' })
    const etag = (await call(ada, 'board.tree', { boardId })).headers.get('etag') ?? ''
    const again = () => fetch(`${tandem.url}/api/boards/${boardId}`, { headers: { ...ada.headers, 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    tandem.clock.advance(31 * 60_000)
    expect((await allowed(ada, 'session.get', { sessionId })).stale).toBe(true)
    expect((await again()).status).toBe(200)
    await allowed(robo, 'session.post', { sessionId, op: 'progress', note: 'Back' })
    expect((await allowed(ada, 'session.get', { sessionId })).stale).toBe(false)
    const other = await allowed(ada, 'card.create', {
      listId: (await allowed(ada, 'board.tree', { boardId })).lists[0]?.id ?? '',
      title: 'Queued',
    })
    const queued = await allowed(robo, 'session.open', { cardId: other.id })
    tandem.clock.advance(25 * 3_600_000)
    await tandem.service.workers.watchdog.runOnce()
    for (const id of [sessionId, queued.id]) {
      expect(await allowed(ada, 'session.get', { sessionId: id })).toMatchObject({ state: 'error', failureReason: 'timeout' })
    }
  },
)
