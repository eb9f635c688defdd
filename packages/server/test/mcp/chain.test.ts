import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect } from './client.ts'

let tandem: TestService
let ada: Person
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

const length = 20

/** Cards on two boards, each blocked by the one before, all of them delegated at once. */
async function chain() {
  const lists: string[] = []
  const boards: string[] = []
  for (const name of ['Engine', 'Body']) {
    const { id } = (await ada.post('/api/boards', { name, template: 'kanban' })).body
    boards.push(id)
    lists.push((await ada.get(`/api/boards/${id}`)).body.lists[0].id)
  }
  const robo = await tandem.agent(ada, 'Robo', boards)
  const cards: { id: string; key: string }[] = []
  for (let at = 0; at < length; at++) cards.push((await ada.post(`/api/lists/${lists[at % 2]}/cards`, { title: `Step ${at + 1}` })).body)
  for (const [at, card] of cards.entries())
    if (at > 0) expect((await ada.put(`/api/cards/${cards[at - 1]?.id}/relations/${card.id}`, { kind: 'blocks' })).status).toBe(204)
  const delegate = ({ id }: { id: string }) => ada.post(`/api/cards/${id}/delegation`, { agentActorId: robo.actorId })
  for (const { status } of await Promise.all(cards.toReversed().map(delegate))) expect(status).toBe(201)
  return { robo, cards }
}

test('an agent that follows my_work alone works a chain of blocked cards in order, without a person', {
  meta: { proves: ['hold.chain'] },
}, async () => {
  const { robo, cards } = await chain()
  const [first, last] = [cards[0], cards.at(-1)]
  const circle = await ada.put(`/api/cards/${last?.id}/relations/${first?.id}`, { kind: 'blocks' })
  expect([circle.status, circle.body.error.code]).toEqual([400, 'validation'])

  const client = await connect(tandem.url, robo.token ?? '', 'modern')
  const worked: string[] = []
  for (let calls = 0; calls < length * 4; calls++) {
    const { next } = await client.use('my_work')
    if (!next) break
    const { card, lease } = await client.use(next.tool, next.method, next.params)
    if (next.method !== 'claim_next') continue
    expect(next.params.waitSeconds).toBeUndefined()
    worked.push(card.key)
    await client.use('session_write', 'complete', { sessionId: card.key, generation: lease.generation, summary: 'Done' })
  }
  expect(worked).toEqual(cards.map(({ key }) => key))
  const sessions = (await ada.get('/api/sessions/mine?limit=200')).body
  expect(sessions.map(({ state }: { state: string }) => state)).toEqual(Array.from(cards, () => 'done'))
  // The last card blocks no other, so a person decides whether it is completed.
  const open = await Promise.all(cards.map(async ({ id, key }) => ({ key, ...(await ada.get(`/api/cards/${id}`)).body.card })))
  expect(open.filter(({ completedAt }) => completedAt === null).map(({ key }) => key)).toEqual([last?.key])
  await client.close()
})
