import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, type McpClient } from './client.ts'

let tandem: TestService
let ada: Person
let client: McpClient
let boardId: string
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
  await ada.patch(`/api/lists/${list.id}`, { queue: {} })
  await ada.post(`/api/lists/${list.id}/cards`, { title: 'Fix the pump' })
  client = await connect(tandem.url, (await tandem.agent(ada, 'Robo', [boardId])).token ?? '', 'modern')
})
afterAll(async () => {
  await client?.close()
  await tandem?.stop()
})

test('an agent extends its lease without an event, and is told the news', { meta: { proves: ['mcp.heartbeat'] } }, async () => {
  const { session, lease, card, hint } = await client.use('my_work', 'claim_next', { boardId, leaseSeconds: 60 })
  expect(hint).toContain('reading does not')
  const { sessionId } = session
  const events = async () => (await ada.get(`/api/sessions/${sessionId}/events`)).body.events.length
  const before = await events()
  tandem.clock.advance(50_000)
  await client.use('card_read', 'get', { cardId: card.key })
  await ada.post(`/api/sessions/${sessionId}/stop`)
  const beat = await client.use('session_write', 'heartbeat', { sessionId, generation: lease.generation })
  expect(Date.parse(beat.session.lease.expiresAt) - Date.parse(lease.expiresAt)).toBeGreaterThanOrEqual(50_000)
  expect(beat).toMatchObject({ session: { state: 'working', stopRequestedAt: expect.any(String) } })
  expect(beat.news.items).toHaveLength(1)
  expect(await events()).toBe(before + 1)
  expect((await client.refused('session_write', 'heartbeat', { sessionId })).code).toBe('validation')
  expect((await client.refused('session_write', 'heartbeat', { sessionId, generation: 9 })).code).toBe('conflict')
})
