import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, eras } from './client.ts'

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem.stop())

describe.each(eras)('an agent on the %s protocol', (era) => {
  test('that mentions another one learns whether that one was called, and why not', {
    meta: { proves: ['agent.invokable.mention'] },
  }, async () => {
    const board = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
    const [robo, scout] = [await tandem.agent(ada, 'Robo', [board.id]), await tandem.agent(ada, 'Scout', [board.id])]
    const { lists } = (await ada.get(`/api/boards/${board.id}`)).body
    const card = (await ada.post(`/api/lists/${lists[0].id}/cards`, { title: 'Pump' })).body
    const { client, use } = await connect(tandem.url, robo.token ?? '', era)
    const comment = (body: string, more = {}) => use('card_write', 'comment', { cardId: card.key, body, ...more })

    const called = await comment(`@${scout.handle} have a look`)
    expect(called.calls).toEqual([{ handle: scout.handle, opened: true, sessionId: expect.any(String) }])
    const again = await comment(`@${scout.handle} and there`)
    expect(again.calls).toMatchObject([{ handle: scout.handle, opened: false, because: 'at_work', sessionId: called.calls[0].sessionId }])
    await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })
    const third = await tandem.agent(ada, 'Third', [board.id])
    const left = await comment(`@${third.handle} help`)
    expect(left.calls).toEqual([
      {
        handle: third.handle,
        opened: false,
        because: 'author_at_work',
        reason: 'mentionByWorker',
        message: expect.stringContaining('person'),
      },
    ])
    const edited = await use('card_write', 'comment_update', { commentId: left.id, body: 'Nobody is meant' })
    expect(edited.calls).toBeUndefined()
    await client.close()
  })
})
