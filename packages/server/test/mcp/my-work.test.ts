import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, type McpClient } from './client.ts'

let tandem: TestService
let ada: Person
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

type World = { boardId: string; listId: string; robo: Person; client: McpClient }
let world: World
beforeEach(async ({ onTestFinished }) => {
  const { id: boardId } = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
  const robo = await tandem.agent(ada, 'Robo', [boardId])
  world = { boardId, listId: list.id, robo, client: await connect(tandem.url, robo.token ?? '', 'modern') }
  onTestFinished(() => world.client.close())
})

const newCard = async (title = 'Fix the pump') => (await ada.post(`/api/lists/${world.listId}/cards`, { title })).body
const delegated = async (title?: string) => {
  const card = await newCard(title)
  const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: world.robo.actorId })).body
  return { card, sessionId: session.id as string }
}
const work = () => world.client.use('my_work')
const follow = ({ tool, method, params }: { tool: string; method: string; params: Record<string, unknown> }) =>
  world.client.use(tool, method, params)

/** Makes the call in `next`. Returns the generation of the lease, which every write in the session needs. */
const claimed = async (): Promise<number> => (await follow((await work()).next)).lease.generation
const waits = { tool: 'my_work', method: 'claim_next', params: { waitSeconds: 25 } }

describe('what to do next', () => {
  test('in a session that a person asked to stop is to end it, and nothing after that', {
    meta: { proves: ['mcp.work.stopped'] },
  }, async () => {
    const { card, sessionId } = await delegated()
    const generation = await claimed()
    await ada.post(`/api/sessions/${sessionId}/stop`)

    const told = await work()
    const stop = { stopRequestedAt: expect.any(String), stopRequestedBy: { handle: ada.handle, kind: 'human', role: 'admin' } }
    expect(told.delegated_to_me).toMatchObject([{ key: card.key, session: { state: 'working', ...stop } }])
    expect(told.next).toMatchObject({ tool: 'session_write', method: 'fail', params: { sessionId, generation } })
    await follow(told.next)
    const after = await work()
    expect(after.next).toBeUndefined()
    expect(after.delegated_to_me).toMatchObject([{ key: card.key, session: { state: 'error' } }])
    expect(after.delegated_to_me[0].next).toBeUndefined()
    const late = await world.client.refused('session_write', 'progress', { sessionId, generation, note: 'One more' })
    expect(late).toMatchObject({ reason: 'sessionEnded', current: { failureReason: told.next.params.reason }, next: { tool: 'my_work' } })
    expect(`${late.message} ${late.fix}`).not.toMatch(/open/i)
  })

  test('after the agent itself has given up is for people to say', { meta: { proves: ['mcp.work.stopped'] } }, async () => {
    const { sessionId } = await delegated()
    await world.client.use('session_write', 'fail', { sessionId, reason: 'No access to the shop' })
    expect((await work()).next).toBeUndefined()
    const late = await world.client.refused('session_write', 'progress', { sessionId, note: 'One more' })
    expect(late).toMatchObject({ code: 'conflict', current: { state: 'error' }, next: { tool: 'my_work', method: 'get', params: {} } })
  })

  test('lets one of two processes take a card, under a lease', {
    meta: { proves: ['mcp.work.one-takes', 'mcp.work.claims'] },
  }, async () => {
    const { card, sessionId } = await delegated()
    await ada.post(`/api/cards/${card.id}/comments`, { body: 'Mind the gap' })
    const { news, next } = await work()
    expect(next).toEqual({ tool: 'my_work', method: 'claim_next', params: { sessionId, newsCursor: news.cursor } })
    const answers = await Promise.all([1, 2].map(() => world.client.call(next.tool, { method: next.method, ...next.params })))
    expect(answers.map(({ isError }) => isError === true).toSorted()).toEqual([false, true])
    const { error } = JSON.parse(answers.find(({ isError }) => isError)?.content[0].text)
    expect(error).toMatchObject({ code: 'conflict', reason: 'sessionElsewhere', current: { state: 'working' }, next: waits })
    expect(error.details?.session).toBeUndefined()
    const taken = answers.find(({ isError }) => !isError)?.structuredContent
    const read = { tool: 'card_read', method: 'get', params: { cardId: card.key } }
    expect(taken).toMatchObject({ session: { sessionId, state: 'working' }, lease: { generation: 1 }, next: read })
    // Another process waits for the next card, and takes this one over once the lease has expired.
    expect(await work()).toMatchObject({ delegated_to_me: [{ key: card.key, waits: 'lease', next: waits }], next: waits })
    tandem.clock.advance(901_000)
    await until(async () => (await ada.get(`/api/sessions/${sessionId}`)).body.state === 'queued')
    expect(await claimed()).toBe(2)
  })

  test('names the generation of the lease in each call that follows', { meta: { proves: ['mcp.work.claims'] } }, async () => {
    const { sessionId } = await delegated()
    const generation = await claimed()
    const asked = await world.client.use('session_write', 'ask_human', { sessionId, generation, question: 'Which?' })
    expect(asked.next).toMatchObject({ tool: 'session_read', method: 'poll_events', params: { sessionId, generation } })
    const { next } = await work()
    expect(next).toEqual(asked.next)
    await ada.post(`/api/sessions/${sessionId}/answer`, { answer: 'The blue one' })
    const answered = await follow(next)
    expect(answered).toMatchObject({ events: [{ kind: 'answer' }], next: { tool: 'card_read' } })
    await ada.post(`/api/sessions/${sessionId}/stop`)
    expect((await work()).next).toMatchObject({ method: 'fail', params: { sessionId, generation } })
  })

  test('after a claim that is refused because of a stop is to end the session', { meta: { proves: ['mcp.work.stopped'] } }, async () => {
    const { sessionId } = await delegated()
    const { next } = await work()
    await ada.post(`/api/sessions/${sessionId}/stop`)
    const refused = await world.client.refused(next.tool, next.method, next.params)
    expect(refused).toMatchObject({ reason: 'stopRequested', next: { tool: 'session_write', method: 'fail', params: { sessionId } } })
    await follow(refused.next)
    expect((await ada.get(`/api/sessions/${sessionId}`)).body.state).toBe('error')
  })

  test('after a claim that waited in vain is to look at the work again, where a stop is seen', {
    meta: { proves: ['mcp.work.claims', 'mcp.work.stopped'] },
  }, async () => {
    const { sessionId } = await delegated()
    await ada.patch(`/api/boards/${world.boardId}`, { agentsPaused: { reason: 'Deploy' } })
    const { next } = await work()
    expect(next).toEqual(waits)
    await ada.post(`/api/sessions/${sessionId}/stop`)
    const waited = await world.client.use(next.tool, next.method, { waitSeconds: 1 })
    expect(waited).toMatchObject({ card: null, next: { tool: 'my_work', method: 'get', params: {} } })
    expect((await follow(waited.next)).next).toMatchObject({ method: 'fail', params: { sessionId } })
  })

  test('after a claim that found nothing at once is to wait there', { meta: { proves: ['mcp.work.claims'] } }, async () => {
    const { boardId, listId } = world
    const nothing = await world.client.use('my_work', 'claim_next', { boardId, listId })
    expect(nothing).toMatchObject({ card: null, because: 'empty' })
    expect(nothing.next).toEqual({ ...waits, params: { boardId, listId, waitSeconds: 25 } })
    expect((await world.client.use('my_work', 'claim_next', {})).next).toEqual(waits)
  })

  test('is told of each live session, one that a mention opened too', { meta: { proves: ['mcp.work.each-session'] } }, async () => {
    const [first, second] = [await delegated('First'), await delegated('Second')]
    const mentioned = await newCard('Third')
    await ada.post(`/api/cards/${mentioned.id}/comments`, { body: `@${world.robo.handle} have a look` })
    const { delegated_to_me, sessions, next } = await work()
    expect(delegated_to_me.map((line: any) => [line.key, line.next.params.sessionId])).toEqual([
      [first.card.key, first.sessionId],
      [second.card.key, second.sessionId],
    ])
    expect(sessions).toMatchObject([{ cardKey: mentioned.key, trigger: 'mention', next: { method: 'claim_next' } }])
    expect(next).toEqual(delegated_to_me[0].next)
  })

  test('waits for a person where the budget is used up, and finishes when told to', {
    meta: { proves: ['mcp.work.budget', 'mcp.update.usage'] },
  }, async () => {
    const { sessionId } = await delegated()
    await ada.patch(`/api/sessions/${sessionId}`, { budget: { tokens: 1_000 } })
    const generation = await claimed()
    const first = await world.client.use('session_write', 'update', { sessionId, generation, inputTokens: 400 })
    expect(first).toMatchObject({ session: { budget: { tokens: 1_000 }, budgetUsed: { tokens: 400 } }, next: { tool: 'card_read' } })
    const over = await world.client.use('session_write', 'update', { sessionId, generation, usage: { outputTokens: 600 } })
    const wait = { tool: 'session_read', method: 'poll_events', params: { sessionId, generation, since: over.session.question.eventId } }
    expect(over).toMatchObject({ session: { state: 'awaiting_input', question: { kind: 'budget' } }, next: wait })
    const waiting = await work()
    expect(waiting.delegated_to_me).toMatchObject([{ session: { budget: { tokens: 1_000 }, budgetUsed: { tokens: 1_000 } } }])
    expect(waiting.next).toMatchObject(wait)
    const refused = await world.client.refused('session_write', 'progress', { sessionId, generation, note: 'On' })
    expect(refused).toMatchObject({ code: 'budget_exceeded', current: { state: 'awaiting_input' }, next: wait })

    await ada.post(`/api/sessions/${sessionId}/answer`, { answer: 'Finish now' })
    const finish = { tool: 'session_write', method: 'complete', params: { sessionId, generation } }
    expect(await world.client.refused('session_write', 'progress', { sessionId, generation, note: 'On' })).toMatchObject({ next: finish })
    const late = await world.client.refused('session_write', 'progress', { sessionId, generation, note: 'On' })
    await follow(late.next)
    expect((await work()).next).toBeUndefined()
  })

  test('names the generation where a claimed session is to be finished', { meta: { proves: ['mcp.work.budget'] } }, async () => {
    const { sessionId } = await delegated()
    const { lease } = await world.client.use('my_work', 'claim_next', {})
    const { generation } = lease
    await ada.patch(`/api/sessions/${sessionId}`, { budget: { tokens: 1_000 } })
    await world.client.use('session_write', 'update', { sessionId, generation, inputTokens: 1_000 })
    await ada.post(`/api/sessions/${sessionId}/answer`, { answer: 'Finish now' })
    const finish = { tool: 'session_write', method: 'complete', params: { sessionId, generation } }
    const reported = await world.client.use('session_write', 'update', { sessionId, generation, inputTokens: 1 })
    expect(reported.next).toMatchObject(finish)
    expect(await world.client.refused('session_write', 'progress', { sessionId, generation, note: 'On' })).toMatchObject({ next: finish })
    await follow(reported.next)
    expect((await ada.get(`/api/sessions/${sessionId}`)).body.state).toBe('done')
  })

  test('waits where agents are paused, for what is queued', { meta: { proves: ['mcp.work.paused'] } }, async () => {
    const { card, sessionId } = await delegated()
    const mentioned = await newCard('Second')
    await ada.post(`/api/cards/${mentioned.id}/comments`, { body: `@${world.robo.handle} have a look` })
    const { next } = await work()
    await ada.patch(`/api/boards/${world.boardId}`, { agentsPaused: { reason: 'Deploy on Friday' } })

    const paused = await work()
    expect(paused.next).toEqual(waits)
    expect(paused.delegated_to_me).toMatchObject([{ key: card.key, session: { sessionId, state: 'queued' }, waits: 'paused', next: waits }])
    expect(paused.sessions).toMatchObject([{ cardKey: mentioned.key, waits: 'paused', next: waits }])
    expect(paused.pausedBoards).toEqual([{ board: 'Engine', by: 'ada', reason: 'Deploy on Friday', at: expect.any(String) }])
    const refused = await world.client.call(next.tool, { method: next.method, ...next.params })
    const { error } = JSON.parse(refused.content[0].text)
    expect(error).toMatchObject({ code: 'conflict', reason: 'agentsPaused', next: waits })
    expect(error.message).toContain('Deploy on Friday')

    await ada.patch(`/api/boards/${world.boardId}`, { agentsPaused: null })
    expect(await work()).toMatchObject({ next, delegated_to_me: [{ next }] })
    expect((await work()).pausedBoards).toBeUndefined()
    const agent = `/api/agents/${world.robo.actorId}`
    await ada.patch(agent, { paused: true })
    expect(await work()).toMatchObject({ agentPausedAt: expect.any(String), delegated_to_me: [{ waits: 'paused', next: waits }] })
    await ada.patch(agent, { paused: false })
    const generation = await claimed()
    await ada.patch(`/api/boards/${world.boardId}`, { agentsPaused: { reason: 'Again' } })
    // Running sessions go on.
    await world.client.use('session_write', 'progress', { sessionId, generation, note: 'Still at it' })
    expect((await work()).delegated_to_me).toMatchObject([{ key: card.key, session: { state: 'working' }, waits: 'lease' }])
  })

  test('waits for the cards that block a card, and completes one that blocks others', {
    meta: { proves: ['mcp.work.blocked', 'mcp.work.completes-blocker'] },
  }, async () => {
    const [first, second] = [await delegated('First'), await delegated('Second')]
    const { next } = (await work()).delegated_to_me[1]
    await ada.put(`/api/cards/${first.card.id}/relations/${second.card.id}`, { kind: 'blocks' })

    const [, held] = (await work()).delegated_to_me
    expect(held).toMatchObject({ key: second.card.key, blocked: true, waits: 'blocked', session: { waitingFor: [first.card.key] } })
    expect(held.next).toEqual(waits)
    const refused = await world.client.call(next.tool, { method: next.method, ...next.params })
    const { error } = JSON.parse(refused.content[0].text)
    expect(error).toMatchObject({ code: 'conflict', reason: 'sessionHeld', next: waits })
    expect(error.message).toContain(first.card.key)
    const third = await newCard('Third')
    await ada.put(`/api/cards/${second.card.id}/relations/${third.id}`, { kind: 'blocks' })
    const opened = await world.client.use('session_write', 'open', { cardId: third.key })
    expect(opened).toMatchObject({ state: 'queued', waitingFor: [second.card.key] })
    expect(opened.next).toEqual(waits)
    expect((await work()).sessions).toMatchObject([{ cardKey: third.key, waits: 'blocked', waitingFor: [second.card.key] }])

    await world.client.use('session_write', 'complete', { sessionId: first.sessionId, generation: await claimed(), summary: 'Done' })
    const left = (await work()).delegated_to_me[0]
    expect(left).toMatchObject({
      key: first.card.key,
      session: { state: 'done' },
      next: { tool: 'card_write', method: 'update', params: { cardId: first.card.key, completed: true } },
    })
    // In a list with reviews, people complete the card, so `next` does not offer that.
    await ada.patch(`/api/lists/${world.listId}`, { acceptance: 'required' })
    expect((await work()).delegated_to_me).toMatchObject([{ key: second.card.key, waits: 'blocked' }])
    await ada.patch(`/api/lists/${world.listId}`, { acceptance: 'none' })
    await follow((await work()).next)
    const { delegated_to_me, next: begins } = await work()
    expect(delegated_to_me).toMatchObject([{ key: second.card.key, next }])
    expect(begins).toMatchObject(next)
    // A card that blocks no other is completed by people.
    await world.client.use('session_write', 'fail', { sessionId: opened.sessionId, reason: 'Not mine' })
    await ada.delete(`/api/cards/${second.card.id}/relations/${third.id}`)
    const { lease } = await follow(begins)
    await world.client.use('session_write', 'complete', { sessionId: second.sessionId, generation: lease.generation, summary: 'Done' })
    expect((await work()).delegated_to_me).toEqual([])
  })

  test('names no claim of a session whose card is closed or starts later', { meta: { proves: ['mcp.work.not-ready'] } }, async () => {
    const { card, sessionId } = await delegated('Later')
    const { next } = await work()
    const change = (to: object) => ada.patch(`/api/cards/${card.id}`, to)
    const refusedNext = async () => {
      const refused = await world.client.call(next.tool, { method: next.method, ...next.params })
      return JSON.parse(refused.content[0].text).error
    }
    const mentioned = await newCard('Second')
    await ada.post(`/api/cards/${mentioned.id}/comments`, { body: `@${world.robo.handle} have a look` })
    await change({ startAt: new Date(tandem.clock.now() + 3_600_000).toISOString() })
    await ada.patch(`/api/cards/${mentioned.id}`, { completedAt: new Date().toISOString() })
    const later = await work()
    expect(later.delegated_to_me).toMatchObject([{ key: card.key, session: { sessionId }, waits: 'not_ready' }])
    expect(later.sessions).toMatchObject([{ cardKey: mentioned.key, waits: 'not_ready' }])
    expect([later.delegated_to_me[0].next, later.sessions[0].next, later.next]).toEqual([undefined, undefined, undefined])
    expect(await refusedNext()).toMatchObject({ reason: 'cardNotStarted', next: { tool: 'my_work', method: 'get', params: {} } })

    await change({ startAt: null, archived: true })
    expect((await work()).sessions).toMatchObject([{ waits: 'not_ready' }, { waits: 'not_ready' }])
    expect(await refusedNext()).toMatchObject({ reason: 'cardClosed', next: { tool: 'my_work', method: 'get', params: {} } })
    await change({ archived: false })
    expect((await work()).next).toMatchObject(next)
  })

  test('is other work before a wait for an answer', { meta: { proves: ['mcp.work.each-session'] } }, async () => {
    const first = await delegated('First')
    await world.client.use('session_write', 'update', { sessionId: first.sessionId, state: 'working' })
    await world.client.use('session_write', 'ask_human', { sessionId: first.sessionId, question: 'Which?' })
    expect((await work()).next).toMatchObject({ method: 'poll_events', params: { sessionId: first.sessionId } })
    const second = await delegated('Second')
    expect((await work()).next).toMatchObject({ method: 'claim_next', params: { sessionId: second.sessionId } })
  })
})

test('an answer that came while the agent was away stands in my_work and with the session', {
  meta: { proves: ['mcp.work.answer'] },
}, async () => {
  const { card, sessionId } = await delegated()
  await world.client.use('session_write', 'update', { sessionId, state: 'working' })
  await world.client.use('session_write', 'ask_human', { sessionId, question: 'Which seal?' })
  await ada.post(`/api/sessions/${sessionId}/answer`, { answer: 'The blue one. '.repeat(100) })
  const lastAnswer = { question: 'Which seal?', by: { handle: ada.handle, kind: 'human' } }
  const [line] = (await work()).delegated_to_me
  expect(line.session.lastAnswer).toMatchObject({ ...lastAnswer, answer: expect.stringMatching(/^The blue one\..* \[…\]$/) })
  expect(line.session.lastAnswer.answer.length).toBeLessThanOrEqual(404)
  const { answer } = (await world.client.use('session_read', 'get', { sessionId: card.key })).lastAnswer
  expect(answer).toBe('The blue one. '.repeat(100).trim())
})

test('a default that was taken names nobody who answered', { meta: { proves: ['mcp.work.answer'] } }, async () => {
  const { sessionId } = await delegated()
  await world.client.use('session_write', 'update', { sessionId, state: 'working' })
  const question = 'Drain the tank?'
  const { event } = await world.client.use('session_write', 'ask_human', {
    sessionId,
    question,
    options: ['Yes', 'No'],
    expiresInMinutes: 1,
    defaultOption: 'No',
  })
  tandem.clock.advance(2 * 60_000)
  await tandem.service.workers.watchdog.runOnce()
  const taken = { question, answer: 'No', byDefault: true }
  const { lastAnswer } = (await work()).delegated_to_me[0].session
  expect(lastAnswer).toMatchObject(taken)
  expect(lastAnswer).not.toHaveProperty('by')
  const { events } = await world.client.use('session_read', 'poll_events', { sessionId, since: event.id })
  expect(events).toMatchObject([{ kind: 'answer', body: { answer: 'No' } }])
  expect(events[0]).not.toHaveProperty('by')
  const { similar } = await world.client.use('session_write', 'ask_human', { sessionId, question, onlyIfNew: true })
  expect(similar[0]).toMatchObject(taken)
  expect(similar[0]).not.toHaveProperty('by')
  const { activity } = await world.client.use('board_read', 'activity', { boardId: world.boardId })
  const answered = activity.find(({ verb }: { verb: string }) => verb === 'agent_session.answered')
  expect(answered).toMatchObject({ by: 'system', kind: 'system' })
})

test('queue: true opens a list, and leaves a queue for named agents as it is', { meta: { proves: ['mcp.queue.kept'] } }, async () => {
  const { token } = (await ada.post('/api/tokens', { label: 'lists', scopes: ['boards:write'], actorId: world.robo.actorId })).body
  const client = await connect(tandem.url, token, 'modern')
  const update = (value: boolean) => client.use('board_write', 'list_update', { listId: world.listId, queue: value })
  const named = { agentActorIds: [world.robo.actorId] }
  expect((await ada.patch(`/api/lists/${world.listId}`, { queue: named })).body.queue).toEqual(named)
  expect((await update(true)).queue).toEqual(named)
  expect((await update(false)).queue ?? null).toBeNull()
  expect((await update(true)).queue).toEqual({ agentActorIds: [] })
  await client.close()
})

test('a list that is cut says so', { meta: { proves: ['mcp.work.cut'] } }, async () => {
  for (let n = 0; n < 4; n++) await delegated(`Card ${n}`)
  const cut = await world.client.use('my_work', null, { limit: 3 })
  expect([cut.delegated_to_me.length, cut.cutAtLimit]).toEqual([3, ['delegated_to_me', 'liveSessions', 'notifications']])
  expect(cut.hint).toContain('limit')
  const whole = await world.client.use('my_work', null, { limit: 4 })
  expect([whole.delegated_to_me.length, whole.cutAtLimit]).toEqual([4, undefined])
})

test('a card that is delegated is in my_work once, in at most 200 tokens with its next call', {
  meta: { proves: ['mcp.work.tokens'] },
}, async () => {
  for (let n = 0; n < 25; n++) await delegated(`Card ${n}`)
  const answer = await work()
  expect([answer.delegated_to_me.length, answer.notifications, answer.cutAtLimit]).toEqual([25, [], undefined])
  expect(encode(JSON.stringify(answer)).length).toBeLessThanOrEqual(25 * 200 + 100)
  // The inbox keeps them. A mention is told, and so is the delegation of a card that the answer has no room for.
  const { card: last } = await delegated('Card 25')
  await ada.post(`/api/cards/${last.id}/comments`, { body: `@${world.robo.handle} look` })
  const told = (rows: { reason: string; cardKey: string }[]) => rows.map(({ reason, cardKey }) => `${reason} ${cardKey}`)
  expect(told((await work()).notifications)).toEqual([`mentioned ${last.key}`, `delegated ${last.key}`])
  const { notifications } = await world.client.use('board_read', 'notifications', { unread: true, limit: 50 })
  expect(notifications).toHaveLength(27)
  expect(notifications[1]).toMatchObject({ cardTitle: 'Card 25' })
  expect(notifications[1].excerpt).toBeUndefined()
})

test('the guidance of the board comes with a card that the agent works on, and with no other', {
  meta: { proves: ['mcp.work.guidance'] },
}, async () => {
  await ada.patch(`/api/boards/${world.boardId}`, { agentGuidance: 'Run the tests first.' })
  const [{ card }, other] = [await delegated(), await newCard()]
  const read = async (key: string, more: object = {}) =>
    (await world.client.use('card_read', 'get', { cardId: key, ...more })).card.agentGuidance
  expect(await read(card.key)).toBe('Run the tests first.')
  expect(await read(card.key, { detail: 'detailed' })).toBe('Run the tests first.')
  const fetched = await world.client.use('fetch', null, { id: card.key })
  expect(JSON.parse(fetched.text).agentGuidance).toBe('Run the tests first.')
  expect((await world.client.use('my_work', 'claim_next', {})).agentGuidance).toBe('Run the tests first.')
  expect(await read(other.key)).toBeUndefined()
})

test('an agent that opens a session over the work of another one is told of that agent, and not to start', {
  meta: { proves: ['mcp.open.others'] },
}, async () => {
  const rival = await tandem.agent(ada, 'Rival', [world.boardId])
  const client = await connect(tandem.url, rival.token ?? '', 'modern')
  const { card, sessionId } = await delegated()
  const opened = await client.use('session_write', 'open', { cardId: card.key })
  expect(opened).toMatchObject({ state: 'queued', otherAgents: [{ agent: world.robo.handle, state: 'queued' }] })
  expect(opened.next).toBeUndefined()
  await client.use('session_write', 'fail', { sessionId: opened.sessionId, reason: 'Robo does it.' })
  await world.client.use('session_write', 'fail', { sessionId, reason: 'Out of seals' })
  const alone = await client.use('session_write', 'open', { cardId: card.key })
  expect([alone.otherAgents, alone.next.params]).toEqual([undefined, { sessionId: alone.sessionId }])
  await client.close()
})

test('an agent takes no card over from another one that is at work; a person may give it away', {
  meta: { proves: ['delegation.no-takeover'] },
}, async () => {
  const { card, sessionId } = await delegated()
  const rival = await tandem.agent(ada, 'Rival', [world.boardId])
  const toItself = () => rival.post(`/api/cards/${card.id}/delegation`, { agentActorId: rival.actorId })
  const before = (await ada.get(`/api/boards/${world.boardId}/activity`)).body
  const refused = await toItself()
  expect([refused.status, refused.body.error.reason, refused.body.error.details.sessionId]).toEqual([409, 'cardOfOtherAgent', sessionId])
  expect((await ada.get(`/api/boards/${world.boardId}/activity`)).body).toEqual(before)
  await world.client.use('session_write', 'fail', { sessionId, reason: 'Out of seals' })
  expect((await toItself()).status).toBe(201)
  // The same when the other agent opened its session itself or was mentioned.
  for (const open of [
    (cardId: string) => world.robo.post(`/api/cards/${cardId}/sessions`, {}),
    (cardId: string) => ada.post(`/api/cards/${cardId}/comments`, { body: `@${world.robo.handle} have a look` }),
  ]) {
    const { id } = await newCard('Second')
    expect((await open(id)).status).toBe(201)
    const [session] = (await ada.get(`/api/cards/${id}`)).body.card.sessions
    const again = await rival.post(`/api/cards/${id}/delegation`, { agentActorId: rival.actorId })
    expect([again.status, again.body.error.details]).toEqual([409, { sessionId: session.id, agentActorId: world.robo.actorId }])
    expect((await ada.get(`/api/cards/${id}`)).body.card).toMatchObject({ delegation: null, sessions: [{ id: session.id }] })
  }
  // A person may delegate the card nevertheless.
  expect((await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: world.robo.actorId })).status).toBe(201)
})

test('an answer to a note or a log costs at most 60 tokens, and has the news when there is some', {
  meta: { proves: ['mcp.news.tokens', 'mcp.news.shape'] },
}, async () => {
  const { card, sessionId } = await delegated()
  const generation = await claimed()
  const note = (more: object = {}) => world.client.use('session_write', 'progress', { sessionId, generation, note: 'On it', ...more })
  for (const answer of [await note(), await world.client.use('session_write', 'log', { sessionId, generation, payload: { step: 1 } })])
    expect(encode(JSON.stringify(answer)).length).toBeLessThanOrEqual(60)

  await ada.post(`/api/cards/${card.id}/comments`, { body: 'Mind the gap' })
  const by = { by: ada.handle, kind: 'human', role: 'admin' }
  const { news } = await note()
  expect(news.items).toEqual([{ verb: 'comment.added', text: 'Mind the gap', ...by }])
  const told = await work()
  expect(told.news).toEqual({ items: [{ card: card.key, verb: 'comment.added', text: 'Mind the gap', ...by }], cursor: news.cursor })
  expect((await note({ newsCursor: news.cursor })).news).toBeUndefined()
  expect((await work()).news).toBeUndefined()
})

test('the next call gives the cursor of the news beside it back', { meta: { proves: ['mcp.news.shape'] } }, async () => {
  const { card, sessionId } = await delegated()
  await ada.post(`/api/cards/${card.id}/comments`, { body: 'Before you begin' })
  const { next, news } = await work()
  expect(next.params).toEqual({ sessionId, newsCursor: news.cursor })
  expect((await follow(next)).news).toBeUndefined()
  expect((await work()).news).toBeUndefined()
})
