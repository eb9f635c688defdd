import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../../kit/service.ts'
import { connect, type McpClient } from '../client.ts'

let tandem: TestService
let ada: Person
let robo: McpClient
let rival: McpClient
let sessionId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  const { id: boardId } = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const [owner, other] = [await tandem.agent(ada, 'Robo', [boardId]), await tandem.agent(ada, 'Rival', [boardId])]
  ;[robo, rival] = [await connect(tandem.url, owner.token ?? '', 'modern'), await connect(tandem.url, other.token ?? '', 'modern')]
  const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
  const { id: cardId } = (await ada.post(`/api/lists/${list.id}/cards`, { title: 'Pump' })).body
  sessionId = (await ada.post(`/api/cards/${cardId}/delegation`, { agentActorId: owner.actorId })).body.session.id
  await robo.use('session_write', 'update', { sessionId, state: 'working' })
  await robo.use('session_write', 'ask_human', { sessionId, question: 'Which?' })
})
afterAll(async () => {
  await Promise.all([robo?.close(), rival?.close()])
  await tandem?.stop()
})

test('what only the delegated agent may say, another agent of the same person on the same board may not (F90)', async () => {
  const trail = async () => (await ada.get(`/api/sessions/${sessionId}/events`)).body
  const before = await trail()
  const acts: [method: string, params: Record<string, unknown>][] = [
    ['update', { state: 'working' }],
    ['progress', { note: 'Mine now' }],
    ['log', { payload: '{"step":1}' }],
    ['ask_human', { question: 'Mine?' }],
    ['complete', { summary: 'Mine' }],
    ['fail', { reason: 'Mine' }],
  ]
  for (const [method, params] of acts) {
    expect([method, (await rival.refused('session_write', method, { sessionId, ...params })).code]).toEqual([method, 'forbidden'])
  }
  for (const agent of [robo, rival])
    expect((await agent.refused('session_write', 'answer', { sessionId, answer: 'A' })).code).toBe('forbidden')
  expect(await trail()).toEqual(before)
})
