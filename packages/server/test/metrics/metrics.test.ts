import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { scrape, seriesIn } from './scrape.ts'

const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'
let tandem: TestService
let ada: Person
let board = ''
const scraped = () => scrape(tandem.withToken(METRICS_TOKEN))

beforeAll(async () => {
  tandem = await startTestService({ environment: { METRICS_TOKEN, RATE_LIMIT_TOKEN: '1/20' } })
  ada = await tandem.register('Ada')
  board = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
})
afterAll(() => tandem?.stop())

const minted = async (by: Person, scopes: string[]) => (await by.post('/api/tokens', { label: 't', scopes })).body.token as string

describe('who may read the metrics', () => {
  test('only an instance admin by a token with the scope admin, and callers with METRICS_TOKEN', async () => {
    const grace = await tandem.register('Grace')
    const answered = async (token: string) => {
      const { status, body } = await tandem.withToken(token).get('/metrics')
      return [status, body?.error.code]
    }
    expect(await answered(METRICS_TOKEN)).toEqual([200, undefined])
    expect(await answered(await minted(ada, ['admin']))).toEqual([200, undefined])
    expect(await answered(await minted(ada, ['boards:read']))).toEqual([403, 'forbidden'])
    expect(await answered(await minted(ada, ['admin', `board:${board}`]))).toEqual([403, 'forbidden'])
    expect(await answered(await minted(grace, ['admin']))).toEqual([403, 'forbidden'])
    expect(await answered(`${METRICS_TOKEN}0`)).toEqual([401, 'invalid_token'])
    expect((await tandem.anonymous.get('/metrics')).body.error.code).toBe('unauthorized')
    expect((await grace.get('/metrics')).status).toBe(403)
  })

  test('without METRICS_TOKEN no such token is taken', async () => {
    const bare = await startTestService()
    try {
      for (const token of [METRICS_TOKEN, 'undefined']) expect((await bare.withToken(token).get('/metrics')).status).toBe(401)
    } finally {
      await bare.stop()
    }
  })
})

describe('what is counted', () => {
  test('requests by the pattern of their route and the class of their status, refusals by code', async () => {
    const before = await scraped()
    await ada.get(`/api/boards/${board}`)
    await ada.get(`/api/boards/${randomUUID()}`)
    await ada.get('/nowhere/at/all')
    await ada.post('/nowhere/at/all')
    const after = await scraped()
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(grown('tandem_http_requests_total{method="GET",route="/api/boards/:boardId",status="2xx"}')).toBe(1)
    expect(grown('tandem_http_requests_total{method="GET",route="/api/boards/:boardId",status="4xx"}')).toBe(1)
    expect(grown('tandem_http_requests_total{method="GET",route="/*",status="4xx"}')).toBe(1)
    expect(grown('tandem_http_requests_total{method="POST",route="none",status="4xx"}')).toBe(1)
    expect(grown('tandem_http_request_seconds_count{method="GET",route="/api/boards/:boardId"}')).toBe(2)
    expect(grown('tandem_refusals_total{code="not_found"}')).toBe(3)
    expect(grown('tandem_operations_total{operation="board.tree",kind="read",outcome="ok"}')).toBe(1)
    expect(grown('tandem_operations_total{operation="board.tree",kind="read",outcome="not_found"}')).toBe(1)
  })

  test('mutations by what became of them, and the transactions that they shared', async () => {
    const { body: tree } = await ada.get(`/api/boards/${board}`)
    const before = await scraped()
    const card = { title: 'One', clientMutationId: randomUUID() }
    const create = (body: object) => ada.post(`/api/lists/${tree.lists[0].id}/cards`, body)
    expect([(await create(card)).status, (await create(card)).status, (await create({ title: '' })).status]).toEqual([201, 201, 400])
    const after = await scraped()
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    for (const outcome of ['ok', 'replayed', 'validation'])
      expect(grown(`tandem_operations_total{operation="card.create",kind="mutation",outcome="${outcome}"}`), outcome).toBe(1)
    expect(grown('tandem_board_queue_batch_size_sum')).toBe(2)
    expect(grown('tandem_board_queue_wait_seconds_count')).toBe(2)
    expect(after.get('tandem_board_queue_waiting')).toBe(0)
  })

  test('requests that an empty bucket refuses', async () => {
    const token = tandem.withToken(await minted(ada, ['boards:read']))
    for (let n = 0; n < 21; n++) await token.get('/api/me')
    const series = await scraped()
    expect(series.get('tandem_rate_limited_total{bucket="token"}')).toBe(1)
    expect(series.get('tandem_refusals_total{code="rate_limited"}')).toBe(1)
  })

  test('sockets, the boards that they follow and what is said to them', async () => {
    const ws = new WebSocket(`${tandem.url.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${await minted(ada, ['boards:read'])}` },
    })
    await once(ws, 'open')
    ws.send(JSON.stringify({ type: 'subscribe', boardId: board }))
    await once(ws, 'message')
    const series = await scraped()
    expect([series.get('tandem_sockets_open'), series.get('tandem_live_feeds')]).toEqual([1, 1])
    expect(series.get('tandem_socket_frames_sent_total')).toBe(1)
    expect(series.get('tandem_http_requests_total{method="GET",route="/ws",status="1xx"}')).toBe(1)
    // The scrape itself.
    expect(series.get('tandem_http_requests_under_way')).toBe(1)
    ws.close()
    await until(async () => (await scraped()).get('tandem_sockets_open') === 0)
  })

  test('what waits in the database: deliveries with the age of the oldest, sessions by state, texts', async () => {
    const agent = await tandem.agent(ada, 'Robo', [board])
    const { body: tree } = await ada.get(`/api/boards/${board}`)
    const card = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Two' })).body.id
    expect((await ada.post(`/api/cards/${card}/sessions`, { agentActorId: agent.actorId })).status).toBe(201)
    await tandem.database.pool.query(
      `with w as (insert into webhooks (id, board_id, created_by, url, events, secret_sealed, active, created_at)
         values (gen_random_uuid(), $1, $2, 'https://example.com/', '{}', 'x', false, $3) returning id)
       insert into deliveries (id, webhook_id, board_id, seq, state, next_attempt_at, created_at)
       select gen_random_uuid(), id, $1, 1, 'pending', $4, $3 from w`,
      [board, ada.actorId, new Date(tandem.clock.now() - 90_000), new Date(tandem.clock.now() + 3_600_000)],
    )
    const series = await scraped()
    expect(series.get('tandem_webhook_deliveries_pending')).toBe(1)
    expect(series.get('tandem_webhook_oldest_pending_seconds')).toBeCloseTo(90, 0)
    expect(series.get('tandem_sessions{state="queued"}')).toBe(1)
    expect(series.get('tandem_database_up')).toBe(1)
    for (const name of [
      'tandem_search_unread_texts',
      'tandem_rule_boards_behind',
      'tandem_rule_lag_seconds',
      'tandem_mails_pending{queue="letters"}',
    ])
      expect(series.get(name), name).toBeTypeOf('number')
  })

  test('a queue in the database is counted up to 10,000', { meta: { proves: ['limit.metrics.depth'] } }, async () => {
    const { pool } = tandem.database
    await pool.query(
      'insert into unread_texts (card_id, part_id) select gen_random_uuid(), gen_random_uuid() from generate_series(1, 10001)',
    )
    expect((await scraped()).get('tandem_search_unread_texts')).toBe(10_000)
    await pool.query('delete from unread_texts')
  })

  test('nothing that a caller chooses becomes a label', { meta: { proves: ['metrics.labels'] } }, async () => {
    const odd = `odd-${randomUUID()}`
    await tandem.anonymous.get(`/${odd}`)
    await ada.get(`/api/boards/${odd}`)
    await ada.get(`/api/boards/${board}?${odd}=${odd}`)
    await fetch(`${tandem.url}/%ff${odd}`)
    const { text } = await tandem.withToken(METRICS_TOKEN).get('/metrics')
    expect(text).not.toContain(odd)
    expect(text).not.toContain(board)
    expect(text).not.toContain(ada.actorId)
  })
})

test('every metric is described for operators, and has a test in which it moves', { meta: { proves: ['metrics.described'] } }, async () => {
  const { text, headers } = await tandem.withToken(METRICS_TOKEN).get('/metrics')
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(seriesIn(text).size).toBeGreaterThan(50)
  const docs = new URL('../../../../docs/', import.meta.url)
  const manual = readFileSync(new URL('operations.md', docs), 'utf8')
  const names = createMetrics()
    .declared()
    .map(({ name }) => name)
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
  const tests = readdirSync(import.meta.dirname).map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  // Those that need more than this folder has: keys that were lost, sockets that were too slow, too many connections.
  const elsewhere = ['../config/sealing-keys.test.ts', '../socket/limits.heavy.test.ts', '../rest/connections.test.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  )
  expect(names.filter((name) => ![...tests, ...elsewhere].some((text) => text.includes(name)))).toEqual([])
})

test('the dashboard asks for no metric and no label that there is not, and shows every metric', {
  meta: { proves: ['metrics.described'] },
}, () => {
  const labels = new Map(
    createMetrics()
      .declared()
      .map((metric) => [metric.name, metric.labels]),
  )
  const { panels, templating } = JSON.parse(readFileSync(new URL('../../../../deploy/grafana/tandem.json', import.meta.url), 'utf8'))
  const queries: string[] = panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr))
  expect(queries.length).toBeGreaterThan(50)
  const shown = new Set<string>()
  for (const query of queries) {
    const metrics = [...query.matchAll(/\b(?:tandem|process|nodejs)_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''))
    expect(metrics.length, query).toBeGreaterThan(0)
    for (const name of metrics) {
      expect([...labels.keys()], query).toContain(name)
      shown.add(name)
    }
    const known = [...metrics.flatMap((name) => labels.get(name) ?? []), 'instance', 'le']
    const used = [...query.matchAll(/\{([^}]*)\}|\bby \(([^)]*)\)/g)].flatMap(([, filter, by]) =>
      by === undefined ? [...(filter ?? '').matchAll(/(\w+)(?==~?"|!=)/g)].map(([name]) => name) : by.split(/, ?/),
    )
    for (const label of used) expect(known, query).toContain(label)
    for (const [open, close] of ['()', '{}', '[]']) expect(query.split(open ?? '').length, query).toBe(query.split(close ?? '').length)
  }
  expect([...labels.keys()].filter((name) => !shown.has(name) && !JSON.stringify(templating).includes(name))).toEqual([])
})
