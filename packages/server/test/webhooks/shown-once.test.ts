import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { rowsOfAllTables } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { open } from '../kit/socket.ts'
import { receive } from './fixture/hooked-board.ts'

test('F53: a token, a signing secret, a secret of an integration: once it was shown or set, nothing tells it again', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const tandem = await startTestService({ log, environment: { LOG_LEVEL: 'trace' } })
  onTestFinished(() => tandem.stop())
  const [ada, receiver] = [await tandem.register('Ada'), await receive()]
  const boardId: string = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  const board = `/api/boards/${boardId}`
  const socket = await open(tandem.url, { cookie: ada.cookie ?? '' })
  await socket.subscribe(boardId)

  const hook = (await ada.post(`${board}/webhooks`, { url: receiver.url, events: ['*'] })).body.webhook
  const rotated = (await ada.patch(`${board}/webhooks/${hook.id}`, { rotateSecret: true })).body.secret
  const installed = (await ada.post(`${board}/integrations`, { type: 'github', inboundUrl: receiver.url })).body
  const integration = `${board}/integrations/${installed.integration.id}`
  const given = 'the-secret-of-the-code-host'
  expect((await ada.put(`${integration}/secrets`, { webhookSecret: given })).status).toBe(204)
  const { token } = (await ada.post('/api/tokens', { label: 'all', scopes: ['admin'] })).body
  const { ticket } = (await tandem.withToken(token).post('/api/ws-ticket')).body
  ;(await open(tandem.url, {}, `?ticket=${ticket}`)).close()
  expect((await tandem.withToken(`${token}x`).get('/api/me')).status).toBe(401)
  expect((await tandem.anonymous.get(`/api/me?token=${token}`)).status).toBe(401)
  const listId = (await ada.get(board)).body.lists[0].id
  const card = await tandem.withToken(token).post(`/api/lists/${listId}/cards`, { title: 'Pump' })
  await socket.next('event', ({ activity }) => activity.cardId === card.body.id)
  await until(async () => (await tandem.database.pool.query(`select 1 from deliveries where state = 'pending'`)).rows.length === 0)

  const [{ id: deliveryId }] = (await ada.get(`${board}/webhooks/${hook.id}/deliveries`)).body
  const paths = [
    board,
    `${board}/activity?limit=200`,
    `${board}/webhooks`,
    `${board}/webhooks/${hook.id}/deliveries`,
    `${board}/export`,
    `${board}/webhooks/${hook.id}/deliveries/${deliveryId}`,
    `${board}/integrations`,
    integration,
    '/api/me',
    '/api/me/audit',
    '/api/admin/audit',
    '/api/tokens',
    '/api/notifications',
  ]
  const reads = await Promise.all(paths.map((path) => ada.get(path)))
  expect(reads.map(({ status }) => status)).toEqual(paths.map(() => 200))
  const told = {
    reads: reads.map(({ text }) => text),
    log: lines,
    frames: socket.frames.map((frame) => JSON.stringify(frame)),
    events: receiver.received.map(({ rawBody, headers }) => `${rawBody} ${JSON.stringify(headers)}`),
    rows: Object.values(await rowsOfAllTables(tandem.database.pool)).flat(),
  }
  const secrets = { first: hook.secret, rotated, token, ticket, given, ofPlugin: installed.token, signing: installed.signingSecret }
  for (const [where, texts] of Object.entries(told)) {
    expect(texts.length, where).toBeGreaterThan(0)
    const text = texts.join('\n')
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(20)
      for (const part of [secret, secret.replace(/^(kbt|whsec)_/, '')]) expect(text.includes(part), `${name} in ${where}`).toBe(false)
    }
  }
  socket.close()
})
