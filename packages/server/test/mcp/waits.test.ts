import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standingClock } from '../kit/clock.ts'
import { until } from '../kit/http.ts'
import { connect as letIn } from '../kit/oauth.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, eras } from './client.ts'
import { acknowledged, listen } from './listen.ts'
import { callTool, post } from './raw.ts'
import { type Setup, startWork } from './working.ts'

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem.stop())

const working = (setup: Partial<Setup> = {}) => startWork({ service: tandem, owner: ada, ...setup })

describe.each(eras)('waiting for events on the %s protocol', (era) => {
  test('ends as soon as there is one, tells of progress to who asks, and misses nothing', {
    meta: { proves: ['mcp.wait.poll'] },
  }, async () => {
    const { robo, session, token } = await working()
    const client = await connect(tandem.url, token, era)
    const { events } = await client.use('session_read', 'poll_events', { sessionId: session.id })
    const told: number[] = []
    const params = { sessionId: session.id, since: events.at(-1).id, waitSeconds: 25 }
    const waiting = client.client
      .callTool(
        { name: 'session_read', arguments: { method: 'poll_events', params } },
        { onprogress: ({ total }) => told.push(total ?? 0) },
      )
      .then(({ structuredContent }) => structuredContent as any)
    await until(() => {
      if (told.length === 0) tandem.clock.advance(100)
      return told.length > 0
    })
    expect(told[0]).toBe(25)
    await robo.post(`/api/sessions/${session.id}/events`, { op: 'progress', note: 'Half' })
    const found = await waiting
    expect(found.events).toMatchObject([{ kind: 'progress', body: { note: 'Half' } }])
    expect(found.next).toBeUndefined()
    await client.close()
  })

  test('ends with nothing when the time is over, and says to ask again', {
    meta: { proves: ['mcp.wait.poll', 'limit.mcp.wait'] },
  }, async () => {
    const { session, token } = await working()
    const client = await connect(tandem.url, token, era)
    const { events } = await client.use('session_read', 'poll_events', { sessionId: session.id })
    const params = { sessionId: session.id, since: events.at(-1).id, waitSeconds: 60 }
    let ended = false
    const waiting = client.use('session_read', 'poll_events', params).finally(() => (ended = true))
    await until(() => {
      // Less than a minute, because clients give up after that.
      if (!ended) tandem.clock.advance(25_000)
      return ended
    })
    expect(await waiting).toEqual({
      events: [],
      next: { tool: 'session_read', method: 'poll_events', params: { ...params, waitSeconds: 25 } },
    })
    await client.close()
  })
})

test('a token that is revoked ends the wait that it began', { meta: { proves: ['mcp.wait.credential'] } }, async () => {
  const { session, token, robo } = await working()
  const [last] = (await ada.get(`/api/sessions/${session.id}/events`)).body.events.slice(-1)
  const call = callTool('session_read', { method: 'poll_events', params: { sessionId: session.id, since: last.id, waitSeconds: 25 } })
  const waiting = post(tandem.url, token, call.body, call.headers)
  const [minted] = (await ada.get('/api/tokens')).body.filter((row: any) => row.actorId === robo.actorId)
  await ada.delete(`/api/tokens/${minted.id}`)
  // The revocation may have come before the wait began.
  expect([200, 401]).toContain((await waiting).status)
  expect((await post(tandem.url, token, call.body, call.headers)).status).toBe(401)
})

test('a wait that outlasts the membership of its person answers what a new call would', {
  meta: { proves: ['mcp.wait.credential'] },
}, async () => {
  const mia = await tandem.register('Mia')
  const { board, session, robo } = await working({ owner: mia })
  await mia.post(`/api/boards/${board.id}/members`, { actorId: ada.actorId, role: 'member' })
  const scout = await tandem.agent(ada, 'Scout')
  await tandem.lend(ada, scout, mia, board.id)
  const { access } = await letIn(tandem.url, ada.cookie ?? '', {
    agent: scout.actorId,
    boardIds: [board.id],
    scope: 'boards:read sessions:read',
  })
  const client = await connect(tandem.url, access)
  const { events } = await client.use('session_read', 'poll_events', { sessionId: session.id })
  let told = false
  const params = { sessionId: session.id, since: events.at(-1).id, waitSeconds: 25 }
  const waiting = client.client.callTool(
    { name: 'session_read', arguments: { method: 'poll_events', params } },
    { onprogress: () => (told = true) },
  )
  await until(() => {
    if (!told) tandem.clock.advance(100)
    return told
  })
  await mia.delete(`/api/boards/${board.id}/members/${ada.actorId}`)
  await robo.post(`/api/sessions/${session.id}/events`, { op: 'progress', note: 'Secret' })
  const { isError, content } = (await waiting) as any
  expect([isError, JSON.parse(content[0].text).error.code]).toEqual([true, 'not_found'])
  await client.close()
})

test('a wait in a session that has ended returns at once and says so', async () => {
  const { session, robo, token } = await working()
  const client = await connect(tandem.url, token)
  const { events } = await client.use('session_read', 'poll_events', { sessionId: session.id })
  await robo.post(`/api/sessions/${session.id}/events`, { op: 'update', state: 'working' })
  await robo.post(`/api/sessions/${session.id}/events`, { op: 'complete', summary: 'Done' })
  const wait = (since: string) => client.use('session_read', 'poll_events', { sessionId: session.id, since, waitSeconds: 25 })
  const ended = await wait(events.at(-1).id)
  expect(ended.events.at(-1)).toMatchObject({ kind: 'state_change', body: { to: 'done' } })
  expect(await wait(ended.events.at(-1).id)).toEqual({ events: [], hint: 'The session has ended: there are no more events.' })
  await client.close()
})

test('who may read sessions alone waits as well, and is not promised what the log of the board would have to tell', async () => {
  const { board, session, robo } = await working()
  const minted = { label: 'Sessions', actorId: robo.actorId, scopes: ['sessions:write', `board:${board.id}`] }
  const { token } = (await ada.post('/api/tokens', minted)).body
  const client = await connect(tandem.url, token)
  const { events } = await client.use('session_read', 'poll_events', { sessionId: session.id })
  let [told, ended] = [false, false]
  const params = { sessionId: session.id, since: events.at(-1).id, waitSeconds: 25 }
  const call = { name: 'session_read', arguments: { method: 'poll_events', params } }
  const waiting = client.client.callTool(call, { onprogress: () => (told = true) }).finally(() => (ended = true))
  await until(() => {
    if (!told) tandem.clock.advance(100)
    return told
  })
  await robo.post(`/api/sessions/${session.id}/events`, { op: 'progress', note: 'Half' })
  await until(() => {
    if (!ended) tandem.clock.advance(100)
    return ended
  })
  expect((await waiting).structuredContent).toMatchObject({ events: [{ kind: 'progress', body: { note: 'Half' } }] })
  await client.close()
  const stream = await listen(tandem.url, token, [`session://${session.id}`, 'me://work'])
  await until(() => stream.messages.length > 0)
  expect([stream.status, acknowledged(stream.messages)]).toEqual([200, ['me://work']])
  stream.close()
  const nothing = await listen(tandem.url, token, [`session://${session.id}`])
  await until(() => nothing.isOver())
  expect([nothing.status, acknowledged(nothing.messages)]).toEqual([200, []])
})

test('each look of who waits without the log of the board counts as a request', async () => {
  const service = await startTestService({ environment: { RATE_LIMIT_TOKEN: '1/20' }, clock: standingClock() })
  const owner = await service.register('Ada')
  const { board, session, robo } = await working({ service, owner })
  const minted = { label: 'Sessions', actorId: robo.actorId, scopes: ['sessions:write', `board:${board.id}`] }
  const { token } = (await owner.post('/api/tokens', minted)).body
  const poll = async (params: Record<string, unknown>) => {
    const call = callTool('session_read', { method: 'poll_events', params: { sessionId: session.id, ...params } })
    const { headers, body } = await post(service.url, token, call.body, call.headers)
    return { left: Number(headers.get('ratelimit-remaining')), events: body.result.structuredContent.events }
  }
  const { left, events } = await poll({})
  let isOver = false
  const waiting = poll({ since: events.at(-1).id, waitSeconds: 10 }).finally(() => (isOver = true))
  await until(() => {
    if (!isOver) service.clock.advance(100)
    return isOver
  })
  expect((await waiting).events).toEqual([])
  const looks = left - (await poll({})).left - 2
  expect(looks).toBeGreaterThanOrEqual(1)
  expect(looks).toBeLessThanOrEqual(5)
  await service.stop()
})
