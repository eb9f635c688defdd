import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, sql } from '../../src/db/database.ts'
import { answerToken } from '../../src/domain/sessions/links/token.ts'
import { logOptions, observeStatements } from '../../src/log.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { freshDatabase } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { type Person, password, startTestService, type TestService } from '../kit/service.ts'
import { callTool, post } from '../mcp/raw.ts'
import { seriesIn } from './scrape.ts'

type Line = Record<string, unknown>
const lines: string[] = []
const log = pino({ level: 'info', ...logOptions }, { write: (line: string) => void lines.push(line) })
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService({ log })
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())
beforeEach(() => void lines.splice(0))

const parsed = () => lines.map((line) => JSON.parse(line) as Line)
const lineOf = (reqId: string | null) => until(() => parsed().find((line) => line.msg === 'request' && line.reqId === reqId))

test('each request leaves one line: route, status, duration, its id, who asked and about which board', {
  meta: { proves: ['log.request'] },
}, async () => {
  const made = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
  const boardId = made.body.id as string
  const { body: tree, headers } = await ada.get(`/api/boards/${boardId}`)
  const line = await lineOf(headers.get('x-request-id'))
  expect(line).toMatchObject({ level: 30, method: 'GET', route: '/api/boards/:boardId', status: 200, actorId: ada.actorId, boardId })
  expect(line.durationMs).toEqual(expect.any(Number))
  const card = await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'One' })
  const read = await ada.get(`/api/cards/${card.body.id}`)
  expect(await lineOf(read.headers.get('x-request-id'))).toMatchObject({ route: '/api/cards/:cardId', boardId })
  const refused = await tandem.anonymous.get('/api/me')
  const said = await lineOf(refused.headers.get('x-request-id'))
  expect(said).toMatchObject({ status: 401, code: 'unauthorized' })
  expect(said).not.toHaveProperty('actorId')
  expect(parsed().filter(({ reqId }) => reqId === refused.headers.get('x-request-id'))).toHaveLength(1)
})

test('a call of a tool leaves two lines, which share their id and say about which board it was', async () => {
  const { body: board } = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
  const { body: tree } = await ada.get(`/api/boards/${board.id}`)
  const { token, actorId } = await tandem.agent(ada, 'Robo', [board.id])
  const call = callTool('card_write', { method: 'create', params: { listId: tree.lists[0].id, title: 'One' } })
  await post(tandem.url, token, call.body, { ...call.headers, 'x-request-id': 'call-1' })
  expect(await lineOf('call-1')).toMatchObject({ route: '/mcp', status: 200, actorId, boardId: board.id })
  const called = parsed().find(({ msg }) => msg === 'tool call')
  expect(called).toMatchObject({ tool: 'card_write', method: 'create', reqId: 'call-1', actorId, boardId: board.id, refused: false })

  const { id } = (await ada.get(`/api/boards/${board.id}`)).body.lists[0].cards[0]
  const { session } = (await ada.post(`/api/cards/${id}/delegation`, { agentActorId: actorId })).body
  const poll = callTool('session_read', { method: 'poll_events', params: { sessionId: session.id } })
  await post(tandem.url, token, poll.body, { ...poll.headers, 'x-request-id': 'call-2' })
  expect(await lineOf('call-2')).toMatchObject({ boardId: board.id })
})

test('an id and a trace that the caller sends are taken and passed on; what is none is replaced', {
  meta: { proves: ['log.request'] },
}, async () => {
  const given = await tandem.anonymous.get('/api/version', { 'x-request-id': 'proxy-7f:3', traceparent })
  expect(given.headers.get('x-request-id')).toBe('proxy-7f:3')
  expect(await lineOf('proxy-7f:3')).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c' })
  for (const bad of ['two words', 'x'.repeat(129), `kbt_${'a'.repeat(46)}`]) {
    const { headers } = await tandem.anonymous.get('/api/version', { 'x-request-id': bad, traceparent: bad })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await lineOf(headers.get('x-request-id'))).not.toHaveProperty('traceId')
  }
  const unrouted = await fetch(`${tandem.url}/%ff`, { headers: { 'x-request-id': 'unrouted' } })
  expect(unrouted.headers.get('x-request-id')).toBe('unrouted')
  expect(await lineOf('unrouted')).toMatchObject({ route: 'none', status: 404 })
})

test('no secret that passes through a request reaches a line', { meta: { proves: ['log.no-secret'] } }, async () => {
  const board = (await ada.post('/api/boards', { name: 'Secrets' })).body.id as string
  const { body: minted } = await ada.post('/api/tokens', { label: 't', scopes: ['boards:read'] })
  const { body: invited } = await ada.post(`/api/boards/${board}/members`, { email: `${randomUUID()}@example.com`, role: 'member' })
  const invitation = String(invited.inviteUrl).split('/').at(-1) ?? ''
  const { body: hook } = await ada.post(`/api/boards/${board}/webhooks`, { url: 'https://example.com/hook', events: ['*'] })
  const { body: seat } = await ada.post('/api/ws-ticket')
  await tandem.withToken(minted.token).get('/api/me')
  await tandem.anonymous.get(`/api/invitations/${invitation}`)
  const link = { actorId: ada.actorId, sessionId: randomUUID(), questionEventId: randomUUID(), option: 0 }
  const answerLink = answerToken(tandem.seal, { ...link, expiresAtMs: tandem.clock.now() + 60_000 })
  await tandem.anonymous.get(`/api/answer-links/${answerLink}`)
  await tandem.anonymous.post(`/api/answer-links/${answerLink}`, { option: 0 })
  await tandem.anonymous.get(`/answer/${answerLink}`, { accept: 'text/html' })
  await tandem.anonymous.get(`/ws?ticket=${seat.ticket}`)
  await tandem.anonymous.post('/api/auth/login', { email: 'nobody@example.com', password })
  const last = await tandem.anonymous.get(`/api/me?token=${minted.token}`)
  await lineOf(last.headers.get('x-request-id'))
  const secrets = {
    cookie: ada.cookie?.split('=')[1],
    token: minted.token,
    invitation,
    answerLink,
    hook: hook.webhook?.secret,
    ticket: seat.ticket,
    password,
  }
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret, name).toEqual(expect.any(String))
    expect(lines.join(''), name).not.toContain(secret)
  }
})

test('a field that holds a secret is masked at any depth, an error contains no values, and other fields stay', () => {
  const headers = { authorization: 'Bearer SECRET', 'set-cookie': ['SECRET'], accept: '*/*' }
  const err = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(SECRET) already exists.' })
  log.info({ token: 'SECRET', req: { headers }, webhook: { signingSecret: 'SECRET', url: 'https://example.com' }, err }, 'told')
  expect(lines.join('')).not.toContain('SECRET')
  expect(parsed()[0]).toMatchObject({
    token: '[redacted]',
    req: { headers: { authorization: '[redacted]', accept: '*/*' } },
    webhook: { url: 'https://example.com' },
    err: { message: 'duplicate key', code: '23505' },
    msg: 'told',
  })
  expect(headers.authorization).toBe('Bearer SECRET')
})

test('a statement that takes longer than SLOW_QUERY_MS is told without its values, also when it is cut off; 0 tells none', {
  meta: { proves: ['log.slow-statements'] },
}, async () => {
  const fresh = await freshDatabase()
  const metrics = createMetrics()
  const open = (SLOW_QUERY_MS: number) => {
    const observer = observeStatements({ SLOW_QUERY_MS } as never, { log, metrics })
    return openDatabase(fresh.address, { poolSize: 2, onError: () => {}, observer })
  }
  const nap = sql<{ said: string }>('select $1::text as said from pg_sleep($2::float8)')
  const failing = sql('select 1 / (length($1::text) - 12) from pg_sleep($2::float8)')
  const [watched, unwatched] = [open(100), open(0)]
  try {
    await unwatched.row(nap, ['SECRET VALUE', 0.15])
    await watched.row(nap, ['SECRET VALUE', 0])
    expect(lines).toEqual([])
    await watched.snapshot((reader) => Promise.all([reader.row(nap, ['SECRET VALUE', 0]), reader.row(nap, ['SECRET VALUE', 0.15])]))
    await expect(watched.row(failing, ['SECRET VALUE', 0.15])).rejects.toThrow('division')
    const told = parsed().map(({ statements, msg }) => `${msg} ${(statements as string[]).join(' ')}`)
    expect(told).toEqual([expect.stringContaining(nap.name), expect.stringContaining(failing.name)])
    expect(parsed()[0]?.durationMs).toBeGreaterThanOrEqual(100)
    expect(lines.join('')).not.toContain('SECRET')
    const series = seriesIn(await metrics.text())
    expect(series.get('tandem_database_slow_statements_total')).toBe(2)
    const waits = series.get('tandem_database_wait_seconds_count') ?? 0
    expect(waits).toBeGreaterThanOrEqual(4)
    expect(series.get('tandem_database_round_trip_seconds_count')).toBeGreaterThanOrEqual(waits)
  } finally {
    await Promise.all([watched.close(), unwatched.close()])
    await fresh.drop()
  }
})
