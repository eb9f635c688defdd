import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect } from './client.ts'
import { startWork } from './working.ts'

let tandem: TestService
let ada: Person
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

test('a full list leads to its board, and says that only people raise the limit', {
  meta: { proves: ['mcp.next.list-full'] },
}, async () => {
  const { board, tree, token } = await startWork({ service: tandem, owner: ada })
  const client = await connect(tandem.url, token)
  const [list, other] = tree.lists
  await ada.patch(`/api/lists/${list.id}`, { wipLimit: 1, wipPolicy: 'agents' })
  const spare = (await ada.post(`/api/lists/${other.id}/cards`, { title: 'Spare' })).body
  const next = { tool: 'board_read', method: 'get', params: { boardId: board.id } }
  for (const refused of [
    await client.refused('card_write', 'create', { listId: list.id, title: 'More' }),
    await client.refused('card_write', 'move', { cardId: spare.key, listId: list.id }),
  ]) {
    expect(refused).toMatchObject({ code: 'conflict', reason: 'listFull', next })
    expect(refused.fix).toContain('Only people can raise the limit')
  }
  expect((await client.use('board_read', 'get', next.params)).lists.length).toBeGreaterThan(1)
  await client.close()
})

test('what only people may do is not put down to a scope or a role', { meta: { proves: ['mcp.fix.of-people'] } }, async () => {
  const { session, token } = await startWork({ service: tandem, owner: ada })
  const client = await connect(tandem.url, token)
  for (const refused of [
    await client.refused('session_write', 'answer', { sessionId: session.id, answer: 'Yes' }),
    await client.refused('session_write', 'stop', { sessionId: session.id }),
  ]) {
    expect(refused).toMatchObject({ code: 'forbidden', reason: 'answerOfPeople' })
    expect(refused.fix).toContain('only people can')
  }
  await client.close()
})

test('another agent and the comment of another person lead to what the agent may do itself', {
  meta: { proves: ['mcp.fix.of-people'] },
}, async () => {
  const { board, tree, token } = await startWork({ service: tandem, owner: ada })
  const client = await connect(tandem.url, token)
  const other = await tandem.agent(ada, 'Other', [board.id])
  const card = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Paint it' })).body
  const { comment } = (await ada.post(`/api/cards/${card.id}/comments`, { body: 'In red.' })).body
  const said = comment ?? (await ada.get(`/api/cards/${card.id}`)).body.card.comments[0]

  const opening = await client.refused('session_write', 'open', { cardId: card.key, agentActorId: other.actorId })
  expect(opening).toMatchObject({ reason: 'sessionOfOther', next: { tool: 'session_write', method: 'open', params: { cardId: card.key } } })
  expect(Object.keys(opening.next.params)).not.toContain('agentActorId')
  await client.use('session_write', 'open', opening.next.params)

  const editing = await client.refused('card_write', 'comment_update', { commentId: said.id, body: 'In blue.' })
  expect(editing).toMatchObject({ reason: 'commentOfOther', next: { tool: 'card_write', method: 'comment' } })
  await client.use('card_write', 'comment', editing.next.params)
  const bodies = (await ada.get(`/api/cards/${card.id}`)).body.card.comments.map(({ body }: { body: string }) => body)
  expect(bodies).toEqual(['In red.', 'In blue.'])
  await client.close()
})
