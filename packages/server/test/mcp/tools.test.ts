import { tools } from '@tandem/contract/mcp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, eras } from './client.ts'
import { makeWorld, type Params, session, steps, type World } from './steps.ts'

let tandem: TestService
let ada: Person
let robo: Person

const scopes = ['boards:write', 'cards:write', 'comments:write', 'sessions:write', 'notifications:write']

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  robo = await tandem.agent(ada, 'Robo', [], scopes)
})
afterAll(() => tandem.stop())

test('every method of every tool is called here', () => {
  const all = Object.entries(tools).flatMap(([tool, { methods }]) => Object.keys(methods).map((method) => `${tool}.${method}`))
  expect(Object.keys(steps).toSorted()).toEqual(all.toSorted())
})

describe.each(eras)('on the %s protocol', (era) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(tandem.url, ada, robo, era)
  })
  afterAll(() => world.client.close())

  const isFlat = (name: string, method: string): boolean => {
    const tool = tools[name as keyof typeof tools]
    return 'flat' in tool && Object.keys(tool.methods)[0] === method
  }

  /** A complete call: its answer is not an error of its parameters. */
  const callable = async ({ client }: World, { tool, method, params }: { tool: string; method: string; params: Params }) => {
    const answer = await client.call(tool, isFlat(tool, method) ? params : { method, params })
    return !answer.isError || JSON.parse(answer.content[0].text).error.code !== 'validation'
  }

  const named = (name: string) => {
    const [tool = '', method = ''] = name.split('.')
    return [tool, isFlat(tool, method) ? null : method] as const
  }

  test.each(Object.entries(steps).filter(([, { ok }]) => ok !== null))(
    '%s does it, and refuses what it cannot do',
    async (name, { ok, gives, bad, code }) => {
      const [tool, method] = named(name)
      const data = await world.client.use(tool, method, await ok(world))
      expect(await gives(data, world), JSON.stringify(data)).toBeTruthy()
      const refusal = await world.client.refused(tool, method, bad)
      expect(refusal).toMatchObject({ code, message: expect.any(String), fix: expect.any(String) })
      // `next` is the call to make instead; without one, `fix` says what a person has to do.
      expect([name, refusal.next ?? refusal.fix]).toEqual([
        name,
        refusal.next ? expect.objectContaining({ tool: expect.any(String) }) : expect.stringMatching(/only people/i),
      ])
      if (refusal.next && refusal.code !== 'validation') expect(await callable(world, refusal.next)).toBe(true)
    },
  )

  test('a person answers and stops through session_write, an agent does not answer', async () => {
    const minted = (await ada.post('/api/tokens', { label: 'me', scopes: ['boards:read', 'sessions:write'] })).body
    const person = await connect(tandem.url, minted.token, era)
    const sessionId = await session(world, 'working')
    await world.client.use('session_write', 'ask_human', { sessionId, question: 'Which?' })
    expect((await person.use('my_work')).sessions_awaiting_me.map((row: any) => row.sessionId)).toContain(sessionId)
    expect(await world.client.refused('session_write', 'answer', { sessionId, answer: 'A' })).toMatchObject({ code: 'forbidden' })
    expect((await person.use('session_write', 'answer', { sessionId, answer: 'A' })).session.state).toBe('working')
    const late = await person.refused('session_write', 'answer', { sessionId, answer: 'B' })
    expect(late).toMatchObject({ code: 'conflict', current: { sessionId, state: 'working' } })
    expect((await person.use('session_write', 'stop', { sessionId })).event.kind).toBe('log')
    await person.close()
  })

  test('checklist_update takes many items at once: all of them, or none', { meta: { proves: ['mcp.checklist.several'] } }, async () => {
    const { client, prefix, tree } = world
    const { key: cardId } = await client.use('card_write', 'create', { boardId: prefix, listId: tree.lists[0].name, title: 'List' })
    for (const text of ['Seal', 'Bolt']) await client.use('card_write', 'checklist_add', { cardId, text })
    const items = async () => (await client.use('card_read', 'get', { cardId })).card.checklistItems
    const checklistItemIds = (await items()).map(({ id }: any) => id)
    const unknown = [...checklistItemIds, '00000000-0000-4000-8000-00000000dead']
    await client.refused('card_write', 'checklist_update', { cardId, checklistItemIds: unknown, done: true })
    expect((await items()).map(({ done }: any) => done === true)).toEqual([false, false])
    const told = await client.use('card_write', 'checklist_update', { cardId, checklistItemIds, done: true })
    expect(told.checklistItems.map(({ done }: any) => done)).toEqual([true, true])
    const { message } = await client.refused('card_write', 'checklist_update', { cardId, done: true })
    expect(message).toContain('With params.checklistItemIds it is checklist_tick')
  })
})

describe('split', () => {
  test('makes several sub-cards by titles, or one by title with its description', {
    meta: { proves: ['mcp.method.card_write.split'] },
  }, async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const cardId = 'NEW-1'
    const made = await client.use('card_write', 'split', { cardId, title: 'Seal it', description: 'With tar.' })
    expect(made.children).toMatchObject([{ title: 'Seal it' }])
    expect((await client.use('card_read', 'get', { cardId: made.children[0].key })).card.description).toBe('With tar.')
    expect((await client.use('card_read', 'children', { cardId })).cards.map(({ title }: any) => title)).toContain('Seal it')
    for (const params of [{ cardId }, { cardId, title: 'One', titles: ['One', 'Two'] }])
      expect(await client.refused('card_write', 'split', params)).toMatchObject({
        code: 'validation',
        message: expect.stringContaining('one title, or up to 50 titles'),
      })
    await client.close()
  })
})

describe('what is sent wrongly', () => {
  let world: World
  beforeAll(async () => {
    world = { ...(await makeWorldOnce()), era: 'modern' }
  })
  afterAll(() => world.client.close())
  const makeWorldOnce = async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    return { client } as World
  }

  test('is read, where it is clear what was meant', async () => {
    const { client } = world
    expect((await client.call('card_read', { method: 'get', params: '{"cardId":"new-1"}' })).structuredContent.card.key).toBe('NEW-1')
    expect((await client.call('card_read', { method: 'get', cardId: 'NEW-1' })).structuredContent.card.key).toBe('NEW-1')
    expect((await client.call('search', { params: { query: 'Pump' } })).structuredContent.results.length).toBeGreaterThan(0)
    expect((await client.call('my_work', { method: 'get', params: {} })).isError).toBeUndefined()
  })

  test('by a name that two lists have names these two, however many there are', async () => {
    const { token } = (await ada.post('/api/tokens', { label: 'me', scopes })).body
    const client = await connect(tandem.url, token)
    const board = (await ada.post('/api/boards', { name: 'Twins', keyPrefix: 'TWI' })).body
    for (let at = 0; at < 50; at += 1) await ada.post(`/api/boards/${board.id}/lists`, { name: `List ${at}` })
    const list = async (name: string) => (await ada.post(`/api/boards/${board.id}/lists`, { name })).body
    const twins = [await list('Twin'), await list('TWIN')]
    const refusal = await client.refused('card_write', 'create', { boardId: 'TWI', listId: 'twin', title: 'x' })
    expect(refusal.message).toBe('More than one list has that name. Send its id.')
    expect(refusal.details.lists).toEqual(twins.map(({ id, name }) => ({ id, name })))
    await client.close()
  })

  test('is refused with what would be right', { meta: { proves: ['mcp.refusal.next'] } }, async () => {
    const { client } = world
    const message = async (args: Params, tool = 'card_read') => JSON.parse((await client.call(tool, args)).content[0].text).error.message
    expect(await message({ method: 'get' })).toBe('card_read.get needs params.cardId. Accepts: cardId*, detail')
    expect(await message({ method: 'fetch' })).toContain(
      'unknown method "fetch"; card_read has: get, comments, children, activity, attachment',
    )
    expect(await message({})).toContain('card_read needs method, one of: get')
    expect(await message({ method: 'get', params: { cardID: 'NEW-1' } })).toContain(
      'card_read.get does not take "cardID". Did you mean cardId?',
    )
    expect(await message({ method: 'create', params: { listId: 'x', titel: 'y' } }, 'card_write')).toContain('Did you mean title?')
    expect(await message({ method: 'get', params: { cardId: ['NEW-1'] } })).toBe('params.cardId must be a text')
    expect(await message({ query: 'x'.repeat(501) }, 'search')).toMatch(/^query: Too big/)
    // If the agent already has a session on the card, the refusal names it.
    const opened = await client.call('session_write', { method: 'open', params: { cardId: 'NEW-1' } })
    const { sessionId } = opened.isError ? JSON.parse(opened.content[0].text).error.details : opened.structuredContent.session
    expect(await message({ method: 'update', params: { sessionId, inputTokens: -1 } }, 'session_write')).toMatch(/^inputTokens: /)
    for (const limit of [0, -1, 1.5])
      expect(await message({ method: 'get', params: { boardId: 'NEW', limit } }, 'board_read')).toMatch(/^limit: must be a positive whole/)
    // A refusal for an agent names tools: an agent cannot send a request of REST.
    const assigned = await client.refused('card_write', 'assign', { cardId: 'NEW-1', actorId: 'me' })
    const next = { tool: 'card_write', method: 'delegate', params: { cardId: 'NEW-1', agentActorId: robo.actorId } }
    expect(assigned).toMatchObject({ message: 'An agent cannot be assigned. Delegate the card to it instead: card_write delegate.', next })
    const delegated = await client.refused('card_write', 'delegate', { cardId: 'NEW-1', agentActorId: ada.actorId })
    expect(delegated).toMatchObject({
      message: 'agentActorId: is a person. Assign the card to them instead: card_write assign.',
      next: { tool: 'card_write', method: 'assign', params: { cardId: 'NEW-1', actorId: ada.actorId } },
    })
    for (const refusal of [assigned, delegated]) expect(JSON.stringify(refusal)).not.toContain('/api/')
    const unknown = JSON.parse((await client.call('card_read', { method: 'fetch' })).content[0].text).error
    expect([unknown.fix, unknown.next]).toEqual(['Make the call again as the message says.', undefined])
    const { details } = await client.refused('card_write', 'update', { cardId: 'NEW-1', title: '', priority: 'huge' })
    expect(Object.keys(details)).toEqual(['title', 'priority'])
    // JSON inside a text must keep to the rules of the message around it.
    const inText = (title: string) => message({ method: 'update', params: `{"cardId":"NEW-1","title":"${title}"}` }, 'card_write')
    expect(await inText('a\\u0000b')).toContain('contains a NUL')
    expect(await inText('a\\ud83d')).toContain('half of a surrogate pair')
    expect(await message({ method: 'get', params: `{"__proto__":{"cardId":"NEW-1"}}` })).toContain('is not allowed')
    expect(await message({ method: 'get', params: `{"cardId":${'['.repeat(40)}${']'.repeat(40)}}` })).toContain('is nested deeper')
  })

  test('names the call to make instead, the scope that is missing, and what the state is', {
    meta: { proves: ['mcp.refusal.next'] },
  }, async () => {
    const { client } = world
    const delegation = await client.refused('card_write', 'assign', { cardId: 'NEW-1', actorId: robo.handle })
    expect(delegation.next).toEqual({ tool: 'card_write', method: 'delegate', params: { cardId: 'NEW-1', agentActorId: robo.actorId } })
    expect((await client.use(delegation.next.tool, delegation.next.method, delegation.next.params)).session.state).toBe('queued')
    const reader = await tandem.agent(ada, 'Reader', [], ['boards:read'])
    const limited = await connect(tandem.url, reader.token ?? '')
    const forbidden = await limited.refused('card_write', 'comment', { cardId: 'NEW-1', body: 'x' })
    expect(forbidden).toMatchObject({ code: 'not_found' })
    const scope = await limited.refused('session_read', 'list_mine', {})
    expect(scope).toMatchObject({ code: 'forbidden', details: { requiredScope: 'sessions:read' } })
    const stale = await client.refused('card_write', 'update', { cardId: 'NEW-1', title: 'x', ifVersion: 1 })
    expect(stale).toMatchObject({ code: 'conflict', current: { key: 'NEW-1', version: expect.any(Number) } })
    await limited.close()
  })

  test('an unknown tool is an error of the protocol', async () => {
    await expect(world.client.call('member_write', {})).rejects.toThrow(/no tool with that name/)
  })
})

describe('what is answered', () => {
  test('is what REST answers, when all of it is asked for', async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const { card } = await client.use('card_read', 'get', { cardId: 'NEW-1', detail: 'detailed' })
    expect({ card }).toEqual((await robo.get('/api/cards/by-key/NEW-1')).body)
    expect(await client.use('my_work', null, { detail: 'detailed', limit: 50 })).toEqual((await robo.get('/api/me/work')).body)
    await client.close()
  })

  test('is cut to what a client takes, and says so', { meta: { proves: ['mcp.answer.bounded', 'limit.mcp.answer'] } }, async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const { card } = await client.use('card_read', 'get', { cardId: 'NEW-1' })
    await ada.patch(`/api/cards/${card.id}`, { description: 'x'.repeat(100_000) })
    const long = await client.use('card_read', 'get', { cardId: 'NEW-1' })
    expect(JSON.stringify(long).length).toBeLessThanOrEqual(40_000)
    expect(long).toMatchObject({ truncated: true, hint: expect.stringContaining('card://KEY') })
    for (let count = 0; count < 6; count += 1) await ada.post(`/api/cards/${card.id}/comments`, { body: `${count} ${'y'.repeat(15_000)}` })
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await client.use('card_read', 'comments', { cardId: 'NEW-1', ...(cursor && { cursor }) })
      expect(page.truncated).toBeUndefined()
      seen.push(...page.comments.map(({ id }: any) => id))
      cursor = page.nextCursor
      if (!cursor) break
    }
    const all = (await ada.get(`/api/cards/${card.id}/comments?limit=200`)).body
    expect(seen).toEqual(all.map(({ id }: any) => id))
    await client.close()
  })

  test('is a trail in pages, to its last event, also where its events are long', { meta: { proves: ['mcp.answer.bounded'] } }, async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const board = (await ada.post('/api/boards', { name: 'Trails', template: 'kanban' })).body
    await ada.post(`/api/boards/${board.id}/members`, { actorId: robo.actorId, role: 'member' })
    const { lists } = (await ada.get(`/api/boards/${board.id}`)).body
    const card = (await ada.post(`/api/lists/${lists[0].id}/cards`, { title: 'Long' })).body
    const { id: sessionId } = (await robo.post(`/api/cards/${card.id}/sessions`, {})).body
    const log = (payload: object) => robo.post(`/api/sessions/${sessionId}/events`, { op: 'log', payload })
    for (let count = 0; count < 30; count += 1) await log({ count })
    for (let count = 0; count < 4; count += 1) await log({ text: 'x'.repeat(15_000) })
    for (const detail of ['concise', 'detailed']) {
      const seen: string[] = []
      for (let since: string | undefined; ; ) {
        const page = await client.use('session_read', 'poll_events', { sessionId, detail, ...(since && { since }) })
        expect(page.truncated).toBeUndefined()
        seen.push(...page.events.map(({ id }: any) => id))
        since = page.nextCursor
        expect(page.hint).toBe(since && 'There is more: call again with since = nextCursor.')
        if (!since) break
      }
      const { events } = (await ada.get(`/api/sessions/${sessionId}/events?limit=200`)).body
      expect(seen).toEqual(events.map(({ id }: any) => id))
    }
    await client.close()
  })

  test('never exceeds what a client accepts, for any log of an agent', { meta: { proves: ['limit.mcp.answer'] } }, async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const card = (await client.use('card_read', 'get', { cardId: 'NEW-2' })).card
    const { id: sessionId } = (await robo.post(`/api/cards/${card.id}/sessions`, {})).body
    const small = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`key ${at}`, at]))
    for (const payload of [small, { files: small }, { files: Object.values(small).map((at) => ({ at })) }]) {
      const posted = await robo.post(`/api/sessions/${sessionId}/events`, { op: 'log', payload })
      expect(posted.status).toBe(200)
    }
    for (const detail of ['concise', 'detailed']) {
      const page = await client.use('session_read', 'poll_events', { sessionId, detail })
      for (const { id } of page.events) {
        const since = page.events[page.events.findIndex((event: any) => event.id === id) - 1]?.id
        const one = await client.use('session_read', 'poll_events', { sessionId, detail, limit: 1, ...(since && { since }) })
        expect([one.events[0].id, JSON.stringify(one).length <= 40_000]).toEqual([id, true])
      }
      expect(JSON.stringify(await client.use('card_read', 'activity', { cardId: 'NEW-2', detail })).length).toBeLessThanOrEqual(40_000)
    }
    await client.close()
  })

  test('keeps every row of texts that grow when their invisible characters are escaped', async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const board = (await ada.post('/api/boards', { name: 'Hidden', keyPrefix: 'HID', template: 'kanban' })).body
    await ada.post(`/api/boards/${board.id}/members`, { actorId: robo.actorId, role: 'viewer' })
    const tree = (await ada.get(`/api/boards/${board.id}`)).body
    const card = (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title: 'Plan' })).body
    const written: string[] = []
    for (let count = 0; count < 12; count += 1)
      written.push((await ada.post(`/api/cards/${card.id}/comments`, { body: `${count}${'\u{e0041}'.repeat(500)}` })).body.id)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await client.use('card_read', 'comments', { cardId: card.key, ...(cursor && { cursor }) })
      expect(page.truncated).toBeUndefined()
      seen.push(...page.comments.map(({ id }: any) => id))
      cursor = page.nextCursor
      if (!cursor) break
    }
    expect(seen.toSorted()).toEqual(written.toSorted())
    await client.close()
  })

  test('is what was searched for, by every condition that a tool has', async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const board = (await ada.post('/api/boards', { name: 'Conditions', keyPrefix: 'CON', template: 'kanban' })).body
    await ada.post(`/api/boards/${board.id}/members`, { actorId: robo.actorId, role: 'viewer' })
    const tree = (await ada.get(`/api/boards/${board.id}`)).body
    const [bug, rush] = await Promise.all(
      ['Bug', 'Rush'].map(async (name) => (await ada.post(`/api/boards/${board.id}/labels`, { name, color: 'red' })).body.id),
    )
    const put = async (title: string, more: Params) => (await ada.post(`/api/lists/${tree.lists[0].id}/cards`, { title, ...more })).body
    const plain = await put('Plain', { dueAt: '2030-01-01T00:00:00Z' })
    const worn = await put('Worn', { labelIds: [bug] })
    const both = await put('Both', { labelIds: [bug, rush] })
    await ada.put(`/api/cards/${plain.id}/relations/${both.id}`, { kind: 'blocks' })
    const found = async (params: Params) => (await client.use('search', null, params)).results.map(({ id }: any) => id).toSorted()
    const boardId = 'CON'
    expect(await found({ boardId, label: ['bug', 'Rush'], everyLabel: true })).toEqual([both.key])
    expect(await found({ boardId, label: 'Bug, Rush' })).toEqual([worn.key, both.key])
    expect(await found({ label: 'rush' })).toEqual([both.key])
    expect((await client.refused('search', null, { boardId, label: 'Rash' })).details.labels).toHaveLength(2)
    expect(await found({ boardId, blocked: true })).toEqual([both.key])
    expect(await found({ boardId, blocked: 'false' })).toEqual([plain.key, worn.key])
    expect(await found({ boardId, due: 'none' })).toEqual([worn.key, both.key])
    await client.close()
  })

  test('is a text in parts where it is long, to its last character', async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const { card } = await client.use('card_read', 'get', { cardId: 'NEW-2' })
    const text = Array.from({ length: 9_000 }, (_, line) => `${line} "é" 😀\u200b`).join('\n')
    const attachmentId = await upload(card.id, 'long.txt', Buffer.from(text))
    let read = ''
    for (let cursor: string | undefined; ; ) {
      const part = await client.use('card_read', 'attachment', { attachmentId, ...(cursor && { cursor }) })
      expect([part.truncated, JSON.stringify(part).length < 40_000]).toEqual([undefined, true])
      read += part.text
      cursor = part.nextCursor
      if (!cursor) break
    }
    expect(read === text.replaceAll('\u200b', '\\u{200b}')).toBe(true)
    for (const cursor of ['x', '-1', '9999999'])
      expect(await client.refused('card_read', 'attachment', { attachmentId, cursor })).toMatchObject({ code: 'validation' })
    await client.close()
  })

  test('is an image that a model can look at; what is neither that nor a text is refused', {
    meta: { proves: ['limit.mcp.files'] },
  }, async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const { card } = await client.use('card_read', 'get', { cardId: 'NEW-2' })
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    const shown = await client.call('card_read', { method: 'attachment', params: { attachmentId: await upload(card.id, 'a.png', png) } })
    expect(shown.content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: png.toString('base64') })
    const binary = await upload(card.id, 'a.bin', Buffer.from([0, 1, 2, 255]))
    expect(await client.refused('card_read', 'attachment', { attachmentId: binary })).toMatchObject({ code: 'unsupported_media_type' })
    const large = await upload(card.id, 'a.txt', Buffer.alloc(1_048_577, 'x'))
    expect(await client.refused('card_read', 'attachment', { attachmentId: large })).toMatchObject({ code: 'payload_too_large' })
    const kept = async () =>
      (await tandem.database.pool.query('select (select count(*) from files) as files, (select count(*) from attachments) as attached'))
        .rows[0]
    const pending = 'select count(*)::int as n from attachments where thumbnail_due_at is not null'
    await until(async () => (await tandem.database.pool.query(pending)).rows[0].n === 0)
    const before = await kept()
    const refusals: [params: Params, code: string][] = [
      [{ text: 'x'.repeat(262_145) }, 'payload_too_large'],
      [{ text: 'x', name: 'n'.repeat(1_000) }, 'validation'],
      [{ text: 'x', url: 'https://example.com/' }, 'validation'],
      [{}, 'validation'],
    ]
    for (const [params, code] of refusals)
      expect(await client.refused('card_write', 'attach', { cardId: 'NEW-2', ...params })).toMatchObject({ code })
    expect(await kept()).toEqual(before)
    expect((await client.use('card_write', 'attach', { cardId: 'NEW-2', text: 'x'.repeat(262_144) })).sizeBytes).toBe(262_144)
    await client.close()
  })

  async function upload(cardId: string, filename: string, bytes: Buffer): Promise<string> {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], filename))
    const response = await fetch(`${tandem.url}/api/cards/${cardId}/attachments`, {
      method: 'POST',
      headers: { cookie: ada.cookie ?? '' },
      body: form,
    })
    return ((await response.json()) as { id: string }).id
  }
})
