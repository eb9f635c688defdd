import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, eras, type McpClient } from './client.ts'

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem.stop())

/** A board with a card that is delegated to an agent with a client. */
async function delegated(era: (typeof eras)[number]) {
  const board = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const robo = await tandem.agent(ada, 'Robo', [board.id])
  const tree = (await ada.get(`/api/boards/${board.id}`)).body
  const card = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Fix the pump', description: 'It leaks.' })).body
  const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
  return { board, robo, tree, card, session, client: await connect(tandem.url, robo.token ?? '', era) }
}

describe.each(eras)('an agent on the %s protocol', (era) => {
  test('that does only what it is told to do next sees a delegated card with a question through', {
    meta: { proves: ['mcp.next.sees-through'] },
  }, async () => {
    const { client, card, session } = await delegated(era)
    const spent = counted(client)
    const { tools } = await client.client.listTools()
    spent.read(tools, client.client.getInstructions())

    const work = await spent.use('my_work')
    expect(work.delegated_to_me).toMatchObject([{ key: card.key, title: 'Fix the pump', session: { state: 'queued' } }])
    const claimed = await spent.follow(work.next)
    expect(claimed.session.state).toBe('working')
    const { generation } = claimed.lease
    const read = await spent.follow(claimed.next)
    expect(read.card.description).toBe('It leaks.')
    const asked = await spent.use('session_write', 'ask_human', {
      sessionId: session.id,
      generation,
      question: 'Which seal?',
      options: ['A', 'B'],
    })
    const polling = spent.follow(asked.next)
    await until(async () => (await ada.get(`/api/sessions/${session.id}`)).body.state === 'awaiting_input')
    await ada.post(`/api/sessions/${session.id}/answer`, { answer: 'A' })
    const { events } = await polling
    expect(events).toMatchObject([{ kind: 'answer', by: { handle: ada.handle, kind: 'human' }, body: { answer: 'A' } }])
    await spent.use('session_write', 'progress', { sessionId: card.key, generation, note: 'Seal A it is' })
    await spent.use('card_write', 'comment', { cardId: card.key, body: 'Replaced the seal.' })
    await spent.use('session_write', 'complete', { sessionId: card.key, generation, summary: 'The pump is tight.' })

    expect((await ada.get(`/api/sessions/${session.id}`)).body).toMatchObject({ state: 'done', summary: 'The pump is tight.' })
    expect(spent.calls()).toBeLessThanOrEqual(12)
    expect(spent.tokens()).toBeLessThanOrEqual(8_000)
    await client.close()
  })

  test('asks for an approval, several things at once, and reads what was answered before', async () => {
    const { client, session } = await delegated(era)
    const spent = counted(client)
    const { sessionId } = session
    const answer = (body: object) => ada.post(`/api/sessions/${sessionId}/answer`, body)
    const asked = await spent.use('session_write', 'ask_human', {
      sessionId,
      question: 'Drain the tank first?',
      kind: 'approval',
      expiresInMinutes: '30',
      defaultOption: 'deny',
    })
    expect(asked.session.question).toMatchObject({ kind: 'approval', options: ['approve', 'deny'], defaultOption: 'deny' })
    expect((await answer({ answer: 'approve', note: 'Slowly.' })).status).toBe(200)
    const questions = ['Which seal? [A | B]', 'Ship it? [approval]', { question: 'Anything else?' }]
    const several = await spent.use('session_write', 'ask_human', { sessionId, questions })
    expect(several.session.question.questions).toEqual([
      { question: 'Which seal?', options: ['A', 'B'] },
      { question: 'Ship it?', options: ['approve', 'deny'], kind: 'approval' },
      { question: 'Anything else?', options: [] },
    ])
    expect((await answer({ answers: ['A', 'approve', 'No'] })).status).toBe(200)
    const again = await spent.use('session_write', 'ask_human', { sessionId, question: 'Drain the tank first', onlyIfNew: true })
    expect([again.event, again.next, again.session.state]).toEqual([null, undefined, 'working'])
    expect(again.similar[0]).toMatchObject({ answer: 'approve', note: 'Slowly.', by: { handle: ada.handle }, isClose: true })
    await client.close()
  })
})

/** Counts the calls and the tokens that pass through the model's context. */
function counted(client: McpClient) {
  let [calls, tokens] = [0, 0]
  const read = (...seen: unknown[]) => {
    tokens += encode(JSON.stringify(seen)).length
  }
  const use = async (tool: string, method: string | null = null, params: Record<string, unknown> = {}) => {
    calls += 1
    const data = await client.use(tool, method, params)
    read(tool, method, params, data)
    return data
  }
  return {
    read,
    use,
    calls: () => calls,
    tokens: () => tokens,
    follow: ({ tool, method, params }: { tool: string; method: string; params: Record<string, unknown> }) => use(tool, method, params),
  }
}
