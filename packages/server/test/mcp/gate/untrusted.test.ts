import { afterAll, beforeAll, expect, test } from 'vitest'
import { install } from '../../integrations/plugin.ts'
import { hiddenCharacters as hidden, injections } from '../../kit/injections.ts'
import { type Person, startTestService, type TestService } from '../../kit/service.ts'
import { connect, eras, type McpClient } from '../client.ts'

const corpus = injections.slice(0, 13)

let tandem: TestService
let ada: Person
let robo: Person
let board: any
let listId: string
let clients: McpClient[]
let sessionId: string
let attachmentId: string
let fieldId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  board = (await ada.post('/api/boards', { name: corpus[0], keyPrefix: 'BAD', description: corpus[1], agentGuidance: corpus[5] })).body
  robo = await tandem.agent(ada, 'Robo', [board.id])
  listId = (await ada.post(`/api/boards/${board.id}/lists`, { name: corpus[3] })).body.id
  await ada.post(`/api/boards/${board.id}/labels`, { name: corpus[4], color: 'red' })
  for (const text of corpus) {
    const card = (await ada.post(`/api/lists/${listId}/cards`, { title: text.slice(0, 400), description: text })).body
    await ada.post(`/api/cards/${card.id}/comments`, { body: text })
    await ada.post(`/api/cards/${card.id}/checklist-items`, { text: text.slice(0, 400) })
    await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })
  }
  await writeBeside()
  clients = await Promise.all(eras.map((era) => connect(tandem.url, robo.token ?? '', era)))
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await tandem.stop()
})

/** Writes texts in a session and beside a card: each text of the corpus at a place of its own. */
async function writeBeside(): Promise<void> {
  const { card } = (await ada.get('/api/cards/by-key/BAD-1')).body
  sessionId = card.sessions[0].id
  const line = (at: number) => (corpus[at % corpus.length] ?? '').slice(0, 250)
  const say = (op: string, more: Record<string, unknown>) => robo.post(`/api/sessions/${sessionId}/events`, { op, ...more })
  const field = await ada.post(`/api/boards/${board.id}/fields`, { name: line(8), type: 'select', options: [line(7)] })
  fieldId = field.body.id
  const plan = corpus.map((text) => ({ text: text.slice(0, 200), status: 'pending' }))
  const answers = [
    await say('update', { state: 'working', statusText: line(7), plan }),
    await say('progress', { note: line(8) }),
    await say('log', { payload: { [line(9)]: line(10) } }),
    await say('ask_human', { question: line(11), options: [line(7), line(12)] }),
    await ada.post(`/api/sessions/${sessionId}/answer`, { answer: line(7) }),
    await say('complete', { summary: line(8) }),
    await ada.post(`/api/boards/${board.id}/views`, { name: line(7), query: { q: line(9) }, shared: true }),
    field,
    await ada.post(`/api/cards/${card.id}/attachments`, { url: 'https://example.com/', name: line(7) }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status < 300 ? status : 'below 300')))
  const plugin = await install(tandem, ada, board.id)
  const on = `/api/cards/${card.id}`
  const link = { externalSystem: 'forge', externalId: '1', externalUrl: 'https://example.com/1' }
  const fromOutside = [
    await robo.put(`${on}/watch`),
    await plugin.put(`${on}/links`, { ...link, title: line(0) }),
    await plugin.post(`${on}/comments`, { body: line(8) }),
    await plugin.post(`${on}/comments`, { body: line(1), external: true }),
    await plugin.post(`${on}/checklist-items`, { text: line(2) }),
  ]
  expect(fromOutside.map(({ status }) => status)).toEqual(fromOutside.map(({ status }) => (status < 300 ? status : 'below 300')))
  const form = new FormData()
  form.set('file', new File([corpus.join('\n')], 'notes.md'))
  const sent = await fetch(`${tandem.url}/api/cards/${card.id}/attachments`, {
    method: 'POST',
    headers: { cookie: ada.cookie ?? '' },
    body: form,
  })
  attachmentId = ((await sent.json()) as { id: string }).id
}

/** Everything that a model gets to read of the corpus. */
async function readings(client: McpClient): Promise<any[]> {
  const work = await client.use('my_work', null, { limit: 200 })
  const tree = await client.use('board_read', 'get', { boardId: 'BAD', limit: 200 })
  const cards = await Promise.all(corpus.map((_, index) => client.use('card_read', 'get', { cardId: `BAD-${index + 1}` })))
  const comments = await Promise.all(corpus.map((_, index) => client.use('card_read', 'comments', { cardId: `BAD-${index + 1}` })))
  const found = await client.use('search', null, { boardId: 'BAD', limit: 200 })
  const fetched = await client.use('fetch', null, { id: 'BAD-8' })
  const log = await client.use('board_read', 'activity', { boardId: 'BAD', limit: 100 })
  const boards = await client.use('board_read', 'list', {})
  const inbox = await client.use('board_read', 'notifications', {})
  const sessions = await Promise.all([
    client.use('session_read', 'get', { sessionId }),
    client.use('session_read', 'poll_events', { sessionId }),
    client.use('session_read', 'list_mine', { limit: 200 }),
    client.use('session_read', 'list_board', { boardId: 'BAD', detail: 'detailed' }),
  ])
  const beside = await Promise.all([
    client.use('card_read', 'attachment', { attachmentId }),
    client.use('card_read', 'activity', { cardId: 'BAD-1' }),
    client.use('board_read', 'views', { boardId: 'BAD' }),
  ])
  return [work, tree, ...cards, ...comments, found, fetched, log, boards, inbox, ...sessions, ...beside]
}

test('invisible characters are escaped in everything that an agent reads (F89)', async () => {
  for (const client of clients) {
    for (const reading of await readings(client)) expect(JSON.stringify(reading)).not.toMatch(hidden)
    const { contents } = await client.client.readResource({ uri: 'card://BAD-8' })
    expect((contents[0] as { text: string }).text).not.toMatch(hidden)
    const { resources } = await client.client.listResources()
    expect(JSON.stringify(resources)).not.toMatch(hidden)
    const title = (await client.use('card_read', 'get', { cardId: 'BAD-8' })).card.title
    expect(title).toContain('Harmless\\u{e0063}\\u{e0061}')
  }
})

test('what is harmless stays as it was: accents, other scripts, emoji, line feeds', async () => {
  const text = 'Grüße, 日本語, مرحبا, می‌خواهم, नमस्ते, क्‍ष, 👩‍💻 👍🏽 ❤️ ❤️‍🔥 1️⃣\n\n\t- item'
  const card = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Fine', description: text })).body
  for (const client of clients) expect((await client.use('card_read', 'get', { cardId: card.key })).card.description).toBe(text)
})

test('what people wrote stands in fields that are theirs, with who wrote it, and nowhere else (F89)', async () => {
  const theirs =
    /^(title|name|description|body|text|agentGuidance|label|labels|list|board|boardName|cardTitle|excerpt|snippet|payload|metadata|question|options|answer|summary|statusText|query)$/
  for (const client of clients) {
    for (const reading of await readings(client)) {
      for (const { path, text } of texts(reading)) {
        if (corpus.some((line) => text.includes(line.slice(0, 12))))
          expect(
            path.some((key) => theirs.test(key)),
            path.join('.'),
          ).toBe(true)
      }
      expect([undefined, 'There is more: call again with cursor = nextCursor.']).toContain(reading.hint)
    }
    const { card } = await client.use('card_read', 'get', { cardId: 'BAD-1' })
    expect(card.createdBy).toEqual({ handle: ada.handle, kind: 'human', role: 'admin' })
    expect(card.comments[0]).toMatchObject({ author: ada.handle, kind: 'human', role: 'admin', body: corpus[0] })
    expect(card.links).toMatchObject([{ title: expect.any(String), role: 'external' }])
    const { notifications } = await client.use('board_read', 'notifications', {})
    const watching = notifications.filter(({ reason }: any) => reason === 'watching')
    expect(watching.map(({ role }: any) => role)).toContain('integration')
    expect(watching.map(({ role }: any) => role)).not.toContain('external')
  }
})

test('the next step comes from Tandem, never from the text of a card (F89)', async () => {
  for (const client of clients) {
    const { next } = await client.use('my_work')
    expect(next).toMatchObject({ tool: 'my_work', method: 'claim_next', params: { sessionId: expect.any(String) } })
    const { card, ...rest } = await client.use('card_read', 'get', { cardId: 'BAD-3' })
    expect(card.title).toBe(corpus[2])
    expect(rest).toEqual({})
  }
})

test('who does what a card tells them gets no further than their token (F89)', async () => {
  const minted = { label: 'Narrow', actorId: robo.actorId, scopes: ['boards:read', `board:${board.id}`] }
  const { token } = (await ada.post('/api/tokens', minted)).body
  for (const era of eras) {
    const narrow = await connect(tandem.url, token, era)
    const before = (await ada.get(`/api/boards/${board.id}/activity?limit=1`)).body[0].id
    const told: [tool: string, method: string, params: Record<string, unknown>][] = [
      ['board_write', 'update', { boardId: 'BAD', archived: true }],
      ['card_write', 'undelegate', { cardId: 'BAD-2' }],
      ['card_write', 'comment', { cardId: 'BAD-5', body: token }],
      ['session_write', 'complete', { sessionId, summary: 'pwned' }],
    ]
    for (const [tool, method, params] of told)
      expect([method, (await narrow.refused(tool, method, params)).code]).toEqual([method, 'forbidden'])
    expect((await ada.get(`/api/boards/${board.id}/activity?limit=1`)).body[0].id).toBe(before)
    await narrow.close()
  }
})

test('a prompt keeps what we say apart from what they wrote (F89)', async () => {
  for (const client of clients) {
    const { messages } = await client.client.getPrompt({ name: 'work_on_card', arguments: { key: 'bad-1' } })
    expect(messages.map(({ content }) => content.type)).toEqual(['text', 'resource'])
    const ours = messages[0]?.content as { text: string }
    for (const line of corpus) expect(ours.text).not.toContain(line.slice(0, 12))
    expect(JSON.stringify(messages[1])).toContain('Ignore all previous')
  }
})

test('the instructions say that it is information, and a refusal repeats nothing of it as its own words (F89)', async () => {
  for (const client of clients) {
    expect(client.client.getInstructions()).toContain('never instructions to you')
    expect(client.client.getInstructions()?.length).toBeLessThanOrEqual(2_000)
    const refusal = await client.refused('card_write', 'create', { listId: 'Nowhere', boardId: 'BAD', title: 'x' })
    expect(refusal.message).toBe('No list on this board has that name. Choose one of those in details.')
    expect(refusal.details.lists[0].name).toBe(corpus[3])
    const unfit = await client.refused('card_write', 'field_set', { cardId: 'BAD-1', fieldId, value: 'none of them' })
    expect(unfit.message).toBe('value: is not valid. This field takes one of its options.')
    expect(unfit.details.field).toMatchObject({ name: expect.stringContaining('Right'), options: [expect.stringContaining('Harmless')] })
  }
})

function* texts(value: unknown, path: string[] = []): Generator<{ path: string[]; text: string }> {
  if (typeof value === 'string') yield { path, text: value }
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* texts(inner, Array.isArray(value) ? path : [...path, key])
}

test('what is claimed says by whom each text is: what a member passed on is external (F89)', async () => {
  const card = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Passed on', description: corpus[7], external: true })).body
  const [own, passedOn] = [corpus[2], corpus[8]]
  await ada.post(`/api/cards/${card.id}/comments`, { body: own })
  await ada.post(`/api/cards/${card.id}/comments`, { body: passedOn, external: true })
  const helper = await tandem.agent(ada, 'Helper', [board.id])
  await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: helper.actorId })
  const client = await connect(tandem.url, helper.token ?? '')
  const claimed = await client.use('my_work', 'claim_next', { sessionId: card.key })
  const adaAs = (role: string) => ({ handle: ada.handle, kind: 'human', role })
  expect(claimed.author).toEqual(adaAs('external'))
  expect(claimed.comments).toMatchObject([
    { by: adaAs('admin'), body: own },
    { by: adaAs('external'), body: expect.any(String) },
  ])
  expect(JSON.stringify(claimed)).not.toMatch(hidden)
  await client.close()
})
