import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, type McpClient } from './client.ts'

let tandem: TestService
let ada: Person
let client: McpClient
let card: { id: string; key: string }
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  const { id: boardId } = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
  await ada.patch(`/api/lists/${list.id}`, { acceptance: 'required' })
  card = (await ada.post(`/api/lists/${list.id}/cards`, { title: 'Fix the pump' })).body
  const robo = await tandem.agent(ada, 'Robo', [boardId])
  client = await connect(tandem.url, robo.token ?? '', 'modern')
})
afterAll(async () => {
  await client?.close()
  await tandem?.stop()
})

test('an agent sees what waits for review, and reads why its work came back', { meta: { proves: ['mcp.review'] } }, async () => {
  const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: (await client.use('board_read', 'me')).id })).body
  const refused = await client.refused('card_write', 'update', { cardId: card.key, completed: true })
  expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringContaining('A person must review') })
  await client.use('session_write', 'complete', { sessionId: session.id, summary: 'Fixed.' })
  const read = (await client.use('card_read', 'get', { cardId: card.key })).card
  expect(read.review).toMatchObject({ state: 'waiting', sessionId: session.id })
  expect((await client.use('my_work')).next).toBeUndefined()

  await ada.post(`/api/cards/${card.id}/review`, { verdict: 'send_back', note: 'It still drips.' })
  const work = await client.use('my_work')
  expect(work.delegated_to_me).toMatchObject([{ key: card.key, session: { state: 'queued', asksFor: 'It still drips.' } }])
  expect(work.news.items).toMatchObject([{ verb: 'card.reviewed', text: 'sent the work back: It still drips.' }])
  expect(work.next).toMatchObject({ tool: 'my_work', method: 'claim_next', params: { newsCursor: work.news.cursor } })
  const again = await client.use('session_read', 'get', { sessionId: work.next.params.sessionId })
  expect(again.asksFor).toBe('It still drips.')
})
