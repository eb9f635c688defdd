import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../../kit/service.ts'

let tandem: TestService
let ada: Person
let agent: Person
let cardId: string
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  const { id } = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const { lists } = (await ada.get(`/api/boards/${id}`)).body
  cardId = (await ada.post(`/api/lists/${lists[0].id}/cards`, { title: 'Pump' })).body.id
  agent = await tandem.agent(ada, 'Robo', [id])
})
afterAll(() => tandem.stop())

const large = Buffer.alloc(64 * 1_048_576, 'x')
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const part = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n')

/** Sends all of the body before it reads a byte of the answer, as simple clients do. Throws when the connection is reset. */
async function sendAll(path: string, type: string, body: Buffer, framing: 'length' | 'chunked', credential: string): Promise<string> {
  const { hostname, port } = new URL(tandem.url)
  const socket: Socket = connect({ host: hostname, port: Number(port) })
  const how = framing === 'length' ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked'
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${credential}Content-Type: ${type}\r\n${how}\r\n\r\n`)
  if (framing === 'chunked') socket.write(`${body.length.toString(16)}\r\n`)
  socket.write(body)
  await new Promise((resolve, reject) => socket.once('error', reject).write(framing === 'chunked' ? '\r\n0\r\n\r\n' : '', resolve))
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await once(socket, 'end')
  socket.destroy()
  return answer
}

const cookie = () => `Cookie: ${ada.cookie}\r\n`
const bearer = () => `Authorization: Bearer ${agent.token}\r\n`
const sent: [what: string, path: () => string, type: string, body: Buffer, credential: () => string, status: number][] = [
  ['JSON', () => '/api/boards', json, large, cookie, 413],
  ['JSON without a credential', () => '/api/auth/login', json, large, () => '', 413],
  ['JSON to nowhere', () => '/api/nowhere', json, large, cookie, 404],
  ['a message of MCP', () => '/mcp', json, large, bearer, 413],
  ['a message of MCP without a token', () => '/mcp', json, large, () => '', 401],
  ['a form of OAuth', () => '/oauth/token', form, large, () => '', 413],
  ['a file', () => `/api/cards/${cardId}/attachments`, 'multipart/form-data; boundary=x', Buffer.concat([part, large]), cookie, 413],
  [
    'a file without a credential',
    () => `/api/cards/${cardId}/attachments`,
    'multipart/form-data; boundary=x',
    Buffer.concat([part, large]),
    () => '',
    401,
  ],
  ['another type', () => '/api/boards', 'text/plain', large, cookie, 415],
]

for (const framing of ['length', 'chunked'] as const)
  test.each(sent)(
    `64 MiB of %s by ${framing}: the refusal can be read (F118)`,
    { meta: { proves: ['edge.bodies.refused-readable'] } },
    async (_, path, type, body, credential, status) => {
      const answer = await sendAll(path(), type, body, framing, credential())
      expect(answer.split('\r\n')[0]).toContain(` ${status} `)
      expect(answer.toLowerCase()).toContain('connection: close')
      expect(answer).toMatch(/"error"/)
    },
  )

test('the connection is closed for who sends no more and does not close (F100)', {
  meta: { proves: ['edge.connections.closed'] },
}, async () => {
  const { hostname, port } = new URL(tandem.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {}).resume()
  socket.write(
    `POST /api/boards HTTP/1.1\r\nHost: localhost\r\n${cookie()}Content-Type: ${json}\r\nContent-Length: ${large.length}\r\n\r\n{`,
  )
  const [connection] = (await once(tandem.service.app.server, 'connection')) as [Socket]
  await once(connection, 'close')
  socket.destroy()
})
