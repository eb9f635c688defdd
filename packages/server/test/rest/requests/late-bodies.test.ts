import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundary, end, filePart } from '../../attachments/raw.ts'
import { until } from '../../kit/http.ts'
import { type Person, startTestService, type TestService } from '../../kit/service.ts'

let tandem: TestService
let ada: Person
let cardId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  const { id } = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const { lists } = (await ada.get(`/api/boards/${id}`)).body
  cardId = (await ada.post(`/api/lists/${lists[0].id}/cards`, { title: 'Pump' })).body.id
})
afterAll(() => tandem?.stop())

const mint = async () => (await ada.post('/api/tokens', { label: 'late', scopes: ['cards:write', 'comments:write'] })).body
const lastUsed = async (id: string) => (await ada.get('/api/tokens')).body.find((token: { id: string }) => token.id === id)?.lastUsedAt

/** Sends the beginning of a body. The caller sends the rest. */
function begin(path: string, token: string, type: string, beginning: Buffer | string): ClientRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, accept: 'application/json, text/event-stream' }
  const sent = request(`${tandem.url}${path}`, { method: 'POST', headers })
  sent.write(beginning)
  return sent
}

async function endOf(sent: ClientRequest, rest: Buffer | string): Promise<{ status: number | undefined; body: any }> {
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.end(rest)
  const [answer] = await answered
  return { status: answer.statusCode, body: await json(answer) }
}

const bodies = {
  'of JSON': { path: 'comments', type: 'application/json', parts: ['{"body":', '"late"}'] },
  'with a file': {
    path: 'attachments',
    type: `multipart/form-data; boundary=${boundary}`,
    parts: [filePart('late').subarray(0, -6), Buffer.concat([filePart('late').subarray(-6), end])],
  },
} as const

test.each(Object.keys(bodies) as (keyof typeof bodies)[])('a body %s that outlives its credential changes nothing', async (kind) => {
  const { path, type, parts } = bodies[kind]
  const late = async (meanwhile: (id: string) => Promise<unknown>) => {
    const { id, token } = await mint()
    const sent = begin(`/api/cards/${cardId}/${path}`, token, type, parts[0])
    await until(() => lastUsed(id))
    await meanwhile(id)
    tandem.clock.advance(2_000)
    return endOf(sent, parts[1])
  }
  const revoked = await late((id) => ada.delete(`/api/tokens/${id}`))
  expect([revoked.status, revoked.body.error?.code]).toEqual([401, 'invalid_token'])
  expect((await ada.get(`/api/cards/${cardId}`)).body.card[path]).toEqual([])
  expect((await late(async () => {})).status).toBe(201)
  expect((await ada.get(`/api/cards/${cardId}`)).body.card[path]).toHaveLength(1)
  expect(await tandem.database.rows({ name: '', text: 'select key from files where not kept' })).toEqual([])
})

test('nor does one with a call of a tool', async () => {
  const call = { name: 'card_write', arguments: { method: 'comment', params: { cardId, body: 'late' } } }
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
  const before = (await ada.get(`/api/cards/${cardId}`)).body.card.commentCount
  const { id, token } = await mint()
  const sent = begin('/mcp', token, 'application/json', message.slice(0, 20))
  await until(() => lastUsed(id))
  await ada.delete(`/api/tokens/${id}`)
  tandem.clock.advance(2_000)
  expect((await endOf(sent, message.slice(20))).status).toBe(401)
  expect((await ada.get(`/api/cards/${cardId}`)).body.card.commentCount).toBe(before)
})
