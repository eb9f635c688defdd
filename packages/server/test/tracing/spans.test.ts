import { once } from 'node:events'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { png } from '../attachments/files.ts'
import { whileBoardIsHeld } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { METRICS_TOKEN } from '../kit/one-batch.ts'
import { type MailServer, startMailServer } from '../kit/servers/mail-server.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { callTool, post } from '../mcp/raw.ts'
import { scrape } from '../metrics/scrape.ts'
import { makeBoard, type RuleBoard } from '../rules/fixture.ts'
import { importFile } from '../transfer/files.ts'
import { type Receiver, startReceiver } from '../webhooks/fixture/receiver.ts'
import { newTrace, recordSpans } from './recorder.ts'

const spans = recordSpans()
let tandem: TestService
let ada: Person
let board: RuleBoard
let mail: MailServer
let receiver: Receiver

beforeAll(async () => {
  ;[mail, receiver] = await Promise.all([startMailServer(), startReceiver()])
  tandem = await startTestService({ environment: { SMTP_URL: mail.url, METRICS_TOKEN } })
  ada = await tandem.register('Ada')
  board = await makeBoard(ada)
})
afterAll(async () => {
  await tandem?.stop()
  await Promise.all([mail?.stop(), receiver?.stop()])
})
beforeEach(() => spans.reset())

const idOf = (span: { spanContext(): { spanId: string } }) => span.spanContext().spanId

test('a request is a span of its caller, the operation one of the request; the transaction is linked to it', {
  meta: { proves: ['trace.spans'] },
}, async () => {
  const { headers, traceId, spanId } = newTrace()
  await ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'A title that nobody shall read elsewhere' }, headers)
  const request = await spans.find('POST /api/lists/:listId/cards', traceId)
  expect(request).toMatchObject({
    kind: SpanKind.SERVER,
    parentSpanContext: { spanId, isRemote: true },
    status: { code: SpanStatusCode.UNSET },
    attributes: { 'http.request.method': 'POST', 'http.response.status_code': 201, 'tandem.board.id': board.id },
  })
  const operation = await spans.find('card.create', traceId)
  expect(operation.parentSpanContext?.spanId).toBe(idOf(request))
  expect(operation.attributes).toMatchObject({ 'tandem.kind': 'mutation', 'tandem.outcome': 'ok', 'tandem.board.id': board.id })
  const transaction = await spans.find('mutations of boards')
  expect(transaction.parentSpanContext).toBeUndefined()
  expect(transaction.links.map(({ context }) => context.spanId)).toEqual([idOf(operation)])
  expect(JSON.stringify(spans.all().map(({ attributes, events }) => [attributes, events]))).not.toContain('nobody shall read')
})

test('a sampled mutation that joins a batch of others is linked to the transaction', { meta: { proves: ['trace.spans'] } }, async () => {
  const [unsampled, sampled] = [newTrace(), newTrace()]
  const traceparent = unsampled.headers.traceparent.replace(/01$/, '00')
  const create = (headers: Record<string, string>) => ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'Joins' }, headers)
  const waiting = tandem.withToken(METRICS_TOKEN)
  const answers: ReturnType<typeof create>[] = []
  await whileBoardIsHeld(tandem.database.pool, board.id, async () => {
    answers.push(create({ traceparent }))
    await until(async () => (await scrape(waiting)).get('tandem_board_queue_workers_busy{kind="retry"}') === 1)
    answers.push(create(sampled.headers))
    await until(async () => (await scrape(waiting)).get('tandem_board_queue_waiting') === 1)
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201])
  const operation = await spans.find('card.create', sampled.traceId)
  const transaction = await spans.find('mutations of boards')
  expect(transaction.attributes).toMatchObject({ 'tandem.batch.boards': 1, 'tandem.batch.mutations': 2 })
  expect(transaction.links.map(({ context }) => context.spanId)).toEqual([idOf(operation)])
})

test('a refusal is no error of ours: it is told by its code', { meta: { proves: ['trace.spans'] } }, async () => {
  const { headers, traceId } = newTrace()
  await ada.post(`/api/lists/${board.lists[0]}/cards`, { title: '' }, headers)
  const request = await spans.find('POST /api/lists/:listId/cards', traceId)
  expect(request).toMatchObject({ status: { code: SpanStatusCode.UNSET }, attributes: { 'error.type': 'validation' } })
  expect(await spans.find('card.create', traceId)).toMatchObject({
    status: { code: SpanStatusCode.UNSET },
    attributes: { 'error.type': 'validation' },
    events: [],
  })
})

test('who sends no trace begins one; asking for health and metrics begins none', async () => {
  await ada.get('/health/ready')
  await ada.get('/metrics')
  await ada.get('/api/me')
  const request = await spans.find('GET /api/me')
  expect(request.parentSpanContext).toBeUndefined()
  expect(spans.all().filter(({ name }) => /health|metrics|^service\./.test(name))).toEqual([])
})

test('strangers neither get into a trace nor decide what is recorded: their request begins one, linked to what they named', {
  meta: { proves: ['trace.strangers'] },
}, async () => {
  for (const flags of ['00', '01']) {
    for (const caller of [tandem.anonymous, tandem.withToken('kbt_nonsense')]) {
      spans.reset()
      const { headers, traceId, spanId } = newTrace()
      await caller.get('/api/boards', { traceparent: headers.traceparent.replace(/01$/, flags) })
      const request = await spans.find('GET /api/boards')
      expect(request.parentSpanContext).toBeUndefined()
      expect(request.attributes).toMatchObject({ 'http.response.status_code': 401 })
      expect(request.links.map(({ context }) => [context.traceId, context.spanId])).toEqual([[traceId, spanId]])
      expect(spans.all().filter((span) => span.spanContext().traceId === traceId)).toEqual([])
    }
  }
  const { headers } = newTrace()
  await tandem.anonymous.post('/api/auth/login', { email: 'nobody@example.com', password: 'wrong horse' }, headers)
  const login = await spans.find('POST /api/auth/login')
  expect(login.links).toHaveLength(1)
  expect((await spans.find('auth.login')).parentSpanContext?.spanId).toBe(idOf(login))
})

test('a delivery is a span of the act that caused it, and hands its own id on', async () => {
  const made = await ada.post(`/api/boards/${board.id}/webhooks`, { url: receiver.url, events: ['comment.added'] })
  const card = await board.card('One')
  const { headers, traceId } = newTrace()
  await ada.post(`/api/cards/${card}/comments`, { body: 'Hello' }, headers)
  const delivery = await spans.find('webhook delivery', traceId)
  const operation = await spans.find('comment.create', traceId)
  expect(delivery).toMatchObject({
    kind: SpanKind.CLIENT,
    parentSpanContext: { spanId: idOf(operation) },
    attributes: { 'tandem.verb': 'comment.added', 'http.response.status_code': 200, 'tandem.delivery.attempt': 1 },
  })
  expect(receiver.received.at(-1)?.headers.traceparent).toBe(`00-${traceId}-${idOf(delivery)}-01`)
  await ada.delete(`/api/boards/${board.id}/webhooks/${made.body.webhook.id}`)
})

test('a run of a rule is a span of the act that set it off, and so is the one that it sets off', async () => {
  const first = await board.rule({ verb: 'card.created' }, [{ type: 'set_priority', priority: 'high' }])
  const second = await board.rule({ verb: 'card.priority_changed' }, [{ type: 'add_checklist_item', text: 'Hurry' }])
  const { headers, traceId } = newTrace()
  await ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'One' }, headers)
  await tandem.service.workers.rules.runOnce()
  const runs = () => spans.all().filter((span) => span.name === 'rule' && span.spanContext().traceId === traceId)
  await until(() => runs().length === 2)
  const [one, two] = [first, second].map((rule) => runs().find(({ attributes }) => attributes['tandem.rule.id'] === rule))
  expect(one?.attributes).toMatchObject({ 'tandem.outcome': 'done', 'tandem.board.id': board.id })
  expect(two?.parentSpanContext?.spanId).toBe(one && idOf(one))
  for (const rule of [first, second]) await ada.delete(`/api/rules/${rule}`)
})

test('a tool call is a span of the request, or of what _meta names', async () => {
  const robo = await tandem.agent(ada, 'Robo', [board.id])
  const [inHeader, inMeta] = [newTrace(), newTrace()]
  const { body, headers } = callTool('card_write', { method: 'create', params: { listId: board.lists[0], title: 'By a tool' } })
  await post(tandem.url, robo.token, body, { ...headers, ...inHeader.headers })
  const request = await spans.find('POST /mcp', inHeader.traceId)
  const call = await spans.find('tools/call card_write', inHeader.traceId)
  expect(call.parentSpanContext?.spanId).toBe(idOf(request))
  expect(call.attributes).toMatchObject({ 'tandem.tool': 'card_write', 'tandem.tool.method': 'create', 'tandem.outcome': 'ok' })
  expect((await spans.find('card.create', inHeader.traceId)).parentSpanContext?.spanId).toBe(idOf(call))
  const traced = { ...body, params: { ...body.params, _meta: { ...body.params._meta, ...inMeta.headers } } }
  await post(tandem.url, robo.token, traced, headers)
  expect((await spans.find('tools/call card_write', inMeta.traceId)).parentSpanContext?.spanId).toBe(inMeta.spanId)
})

test('the handshake of a socket is a span, which ends when the socket is open', async () => {
  const { headers, traceId } = newTrace()
  const token = (await ada.post('/api/tokens', { label: 't', scopes: ['boards:read'] })).body.token
  const ws = new WebSocket(`${tandem.url.replace('http', 'ws')}/ws`, { headers: { ...headers, authorization: `Bearer ${token}` } })
  await once(ws, 'open')
  expect((await spans.find('GET /ws', traceId)).attributes).toMatchObject({ 'http.response.status_code': 101 })
  ws.terminate()
})

test('letters, imports, thumbnails and what is due are spans of their own', async () => {
  await ada.post(`/api/boards/${board.id}/members`, { email: 'grace@example.com', role: 'member' })
  await until(() => {
    tandem.clock.advance(5_000)
    return mail.letters.length > 0
  })
  expect(await spans.find('mail')).toMatchObject({ kind: SpanKind.CLIENT, attributes: { 'tandem.mail.queue': 'letters' } })
  await importFile(tandem, ada, 'Title,List\nOne,To do\n', 'cards.csv')
  expect((await spans.find('import')).attributes).toMatchObject({ 'tandem.outcome': 'done', 'tandem.import.attempt': 1 })
  const card = await board.card('With a picture', { dueAt: new Date(tandem.clock.now() + 3_600_000).toISOString() })
  const form = new FormData()
  form.append('file', new File([new Uint8Array(png(40, 40))], 'small.png', { type: 'image/png' }))
  await fetch(`${tandem.url}/api/cards/${card}/attachments`, { method: 'POST', headers: { cookie: ada.cookie ?? '' }, body: form })
  await until(async () => (await tandem.service.workers.thumbnails.runOnce()) > 0 || spans.all().some(({ name }) => name === 'thumbnail'))
  expect((await spans.find('thumbnail')).attributes).toMatchObject({ 'tandem.outcome': 'made' })
  await until(async () => {
    await tandem.service.workers.dueReminders.runOnce()
    return spans.all().some(({ name }) => name === 'reminder')
  })
})
