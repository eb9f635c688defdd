import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { png } from '../attachments/files.ts'
import { until } from '../kit/http.ts'
import { type MailServer, startMailServer } from '../kit/servers/mail-server.ts'
import { startPushService } from '../kit/servers/push-service.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { callTool, modernMeta, post } from '../mcp/raw.ts'
import { makeBoard, type RuleBoard } from '../rules/fixture.ts'
import { importFile, sendFile } from '../transfer/files.ts'
import { scrape } from './scrape.ts'

const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'
let mail: MailServer
let tandem: TestService
let ada: Person
let board: RuleBoard
let before: Map<string, number>

beforeAll(async () => {
  mail = await startMailServer()
  tandem = await startTestService({ environment: { METRICS_TOKEN, SMTP_URL: mail.url } })
  ada = await tandem.register('Ada')
  board = await makeBoard(ada)
})
afterAll(async () => {
  await tandem?.stop()
  await mail?.stop()
})

const scraped = () => scrape(tandem.withToken(METRICS_TOKEN))
beforeEach(async () => {
  before = await scraped()
})
/** By how much each has grown since the test began. */
const grown = async (...names: string[]): Promise<number[]> => {
  const now = await scraped()
  return names.map((name) => (now.get(name) ?? 0) - (before.get(name) ?? 0))
}
const now = async (name: string) => (await scraped()).get(name)
const attach = async (cardId: string, bytes: Buffer, name = 'picture.png') => {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
  const answer = await fetch(`${tandem.url}/api/cards/${cardId}/attachments`, {
    method: 'POST',
    headers: { cookie: ada.cookie ?? '' },
    body,
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

test('letters by what became of them, and how long the mail server took', async () => {
  const invite = () => ada.post(`/api/boards/${board.id}/members`, { email: `${randomUUID()}@example.com`, role: 'member' })
  const attempts = (outcome: string) => `tandem_mail_attempts_total{queue="letters",outcome="${outcome}"}`
  const grows = (name: string) =>
    until(async () => {
      tandem.clock.advance(5_000)
      return (await grown(name))[0] === 1
    })
  await invite()
  await grows(attempts('taken'))
  mail.refuse(true)
  await invite()
  await grows(attempts('retry'))
  mail.refuse(false)
  expect(await grown('tandem_mail_attempt_seconds_count')).toEqual([2])
})

test('notices that wait for push services, what became of them, and how long the services took', async () => {
  const { push } = tandem.service.workers
  await push?.stop()
  const service = await startPushService(tandem.clock.now)
  onTestFinished(() => service.stop())
  const devices = '/api/me/push-devices'
  const { publicKey } = (await ada.get(devices)).body
  expect((await ada.post(devices, service.subscribe(publicKey))).status).toBe(201)
  const agent = await tandem.agent(ada, 'Robo', [board.id])
  const { body } = await ada.post(`/api/cards/${await board.card('Ask')}/sessions`, { agentActorId: agent.actorId })
  const asked = await agent.post(`/api/sessions/${body.id}/events`, { op: 'ask_human', question: 'Which?' })
  expect(asked.status).toBe(200)
  expect(await now('tandem_pushes_pending')).toBe(1)
  service.next.push({ status: 503 })
  const attempts = ['retry', 'taken'].map((outcome) => `tandem_push_attempts_total{outcome="${outcome}"}`)
  push?.start()
  await until(async () => {
    tandem.clock.advance(5_000)
    return (await grown(...attempts, 'tandem_push_attempt_seconds_count')).join() === '1,1,2'
  })
  expect(await now('tandem_pushes_pending')).toBe(0)
})

test('imports that wait, and what became of those that were tried', async () => {
  const { imports } = tandem.service.workers
  await imports.stop()
  await sendFile(tandem, ada, 'Title,List\nOne,To do\n', 'cards.csv')
  expect(await now('tandem_imports{state="queued"}')).toBe(1)
  imports.start()
  await importFile(tandem, ada, 'no board', 'board.json')
  const ended = (outcome: string) => `tandem_import_attempts_total{outcome="${outcome}"}`
  await until(async () => (await grown(ended('done'), ended('failed'), 'tandem_import_attempt_seconds_count')).join() === '1,1,2')
  expect(await now('tandem_imports{state="queued"}')).toBe(0)
})

test('images that are to be made small, and what became of them', async () => {
  const { thumbnails } = tandem.service.workers
  await thumbnails.stop()
  const card = await board.card('Pictures')
  await attach(card, png(40, 40))
  await attach(card, png(500, 500).subarray(0, 40))
  expect(await now('tandem_thumbnails_pending')).toBe(2)
  thumbnails.start()
  await thumbnails.runOnce()
  const outcomes = ['made', 'failed'].map((outcome) => `tandem_thumbnails_total{outcome="${outcome}"}`)
  await until(async () => (await grown(...outcomes, 'tandem_thumbnail_seconds_count')).join() === '1,1,2')
  expect(await now('tandem_thumbnails_pending')).toBe(0)
})

test('what is deleted and has rows or files left', async () => {
  const { boardRemoval, fileSweep } = tandem.service.workers
  const doomed = await makeBoard(ada)
  await attach(await doomed.card('One'), png(20, 20))
  await ada.patch(`/api/boards/${doomed.id}`, { archived: true })
  expect((await ada.delete(`/api/boards/${doomed.id}`, { name: 'Engine' })).status).toBe(204)
  expect(await now('tandem_boards_to_remove')).toBe(1)
  await boardRemoval.runOnce()
  expect(await now('tandem_boards_to_remove')).toBe(0)
  await until(async () => {
    tandem.clock.advance(3_600_000)
    return ((await grown('tandem_worker_rounds_total{worker="files",outcome="ok"}'))[0] ?? 0) > 0
  })
  await fileSweep.runOnce()
  expect(await now('tandem_files_to_sweep')).toBe(0)
})

test('calls of tools by what became of them, and streams while they are open', async () => {
  const robo = await tandem.agent(ada, 'Robo', [board.id])
  const call = async (params: Record<string, unknown>) => {
    const { body, headers } = callTool('card_write', { method: 'create', params })
    return (await post(tandem.url, robo.token, body, headers)).body.result.isError ?? false
  }
  expect([await call({ listId: board.lists[0], title: 'One' }), await call({ listId: board.lists[0] })]).toEqual([false, true])
  const calls = ['ok', 'refused'].map((outcome) => `tandem_mcp_tool_calls_total{tool="card_write",method="create",outcome="${outcome}"}`)
  expect(await grown(...calls, 'tandem_mcp_tool_seconds_count{tool="card_write"}')).toEqual([1, 1, 2])
  const client = new AbortController()
  const params = { _meta: modernMeta, notifications: { resourceSubscriptions: ['me://work'] } }
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${robo.token}`,
  }
  const stream = await fetch(`${tandem.url}/mcp`, {
    method: 'POST',
    signal: client.signal,
    headers: { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params }),
  })
  expect(stream.status).toBe(200)
  expect(await now('tandem_mcp_streams_open')).toBe(1)
  client.abort()
  await until(async () => (await now('tandem_mcp_streams_open')) === 0)
})

test('steps of OAuth by what became of them', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await tandem.anonymous.post('/oauth/register', { redirect_uris: ['http://127.0.0.1/done'] })).status).toBe(201)
  const exchange = { grant_type: 'authorization_code', client_id: randomUUID(), code: 'unknown', code_verifier: 'x'.repeat(43) }
  expect((await tandem.anonymous.post('/oauth/token', new URLSearchParams(exchange).toString(), form)).status).toBeGreaterThanOrEqual(400)
  const [registered, refused] = ['oauth.client.register",outcome="ok"', 'oauth.token.exchange",outcome="validation"']
  const steps = [registered, refused].map((step) => `tandem_protocol_steps_total{step="${step}}`)
  const [ok, ...others] = await grown(...steps, 'tandem_protocol_steps_total{step="oauth.token.exchange",outcome="invalid_credentials"}')
  expect([ok, others.toSorted()]).toEqual([1, [0, 1]])
})

test('frames that come from sockets, those that are refused, and how late events are', async () => {
  const { token } = (await ada.post('/api/tokens', { label: 't', scopes: ['boards:read'] })).body
  const ws = new WebSocket(`${tandem.url.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${token}` } })
  await once(ws, 'open')
  ws.send(JSON.stringify({ type: 'subscribe', boardId: board.id }))
  ws.send('no frame')
  const frames = ['tandem_socket_frames_received_total{type="subscribe"}', 'tandem_socket_refusals_total{code="validation"}']
  await until(async () => (await grown(...frames)).join() === '1,1')
  await board.card('Seen')
  await until(async () => (await grown('tandem_live_delay_seconds_count'))[0] === 1)
  ws.terminate()
})

test('rounds of those that work beside the requests, and rows that have served their time', async () => {
  await ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'Once', clientMutationId: randomUUID() })
  tandem.clock.advance(8 * 86_400_000)
  const rounds = [
    'watchdog',
    'reminders',
    'board_removal',
    'texts',
    'rules',
    'live_boards',
    'deliveries',
    'imports',
    'thumbnails',
    'retention',
  ]
  const names = rounds.map((worker) => `tandem_worker_rounds_total{worker="${worker}",outcome="ok"}`)
  await until(async () => {
    tandem.clock.advance(60_000)
    return (await grown(...names)).every((count) => count > 0)
  })
  expect((await grown('tandem_retention_rows_total{table="ledger"}'))[0]).toBeGreaterThan(0)
})
