import { tools } from '@tandem/contract/mcp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, eras, type McpClient } from './client.ts'

let tandem: TestService
let ada: Person
let robo: Person

const nobody = '00000000-0000-4000-8000-00000000dead'
const scopes = ['boards:write', 'cards:write', 'comments:write', 'sessions:write', 'notifications:write']

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  robo = await tandem.agent(ada, 'Robo', [], scopes)
})
afterAll(() => tandem.stop())

/** Names that differ between the eras, so that each begins afresh. */
type World = { client: McpClient; prefix: string; board: any; card: any; other: any; label: any; field: any; tree: any; era: string }

async function makeWorld(era: (typeof eras)[number]): Promise<World> {
  const prefix = era === 'modern' ? 'NEW' : 'OLD'
  const board = (await ada.post('/api/boards', { name: `Engine ${era}`, keyPrefix: prefix, template: 'kanban' })).body
  await ada.post(`/api/boards/${board.id}/members`, { actorId: robo.actorId, role: 'admin' })
  const tree = (await ada.get(`/api/boards/${board.id}`)).body
  const [card, other] = [await made(tree, 'Pump', ada), await made(tree, 'Valve', ada)]
  const label = (await ada.post(`/api/boards/${board.id}/labels`, { name: 'Bug', color: 'red' })).body
  const field = (await ada.post(`/api/boards/${board.id}/fields`, { name: 'Effort', type: 'number' })).body
  await ada.post(`/api/cards/${card.id}/comments`, { body: 'First.' })
  return { client: await connect(tandem.url, robo.token ?? '', era), prefix, board, card, other, label, field, tree, era }
}

const made = async (tree: any, title: string, by: Person) => (await by.post(`/api/lists/${tree.lists[0].id}/cards`, { title })).body

type Params = Record<string, unknown>
type Step = { ok: (world: World) => Params | Promise<Params>; gives: (data: any, world: World) => unknown; bad: Params; code: string }

const step = (ok: Step['ok'], gives: Step['gives'], bad: Params, code: string): Step => ({ ok, gives, bad, code })
const keyed = ({ card }: World, more: Params = {}) => ({ cardId: card.key, ...more })

/** An own session on a new card. */
async function session({ tree, client }: World, state: 'queued' | 'working' = 'queued'): Promise<string> {
  const card = await made(tree, 'Work', ada)
  const opened = await client.use('session_write', 'open', { cardId: card.key, summary: 'Look at it' })
  if (state === 'working') await client.use('session_write', 'update', { sessionId: opened.sessionId, state: 'working' })
  return opened.sessionId
}

/** Every method of every tool: what it is called with, what it answers, and a call that it refuses. */
const steps: Record<string, Step> = {
  'my_work.get': step(
    () => ({}),
    (data) => Object.keys(data).slice(0, 4).join(),
    { limit: 'lots' },
    'validation',
  ),
  'board_read.list': step(
    () => ({}),
    ({ boards }, { board }) => boards.some(({ id }: any) => id === board.id),
    { bord: 'x' },
    'validation',
  ),
  'board_read.get': step(
    ({ prefix }) => ({ boardId: prefix }),
    ({ lists }) => lists.length > 0,
    { boardId: 'NOPE' },
    'not_found',
  ),
  'board_read.activity': step(
    ({ prefix }) => ({ boardId: prefix, limit: 2 }),
    ({ activity, nextCursor }) => [activity.length, typeof nextCursor].join(),
    { boardId: nobody },
    'not_found',
  ),
  'board_read.archive': step(
    ({ prefix }) => ({ boardId: prefix }),
    ({ cards }) => Array.isArray(cards),
    { boardId: nobody },
    'not_found',
  ),
  'board_read.views': step(
    ({ board }) => ({ boardId: board.name }),
    ({ views }) => Array.isArray(views),
    { boardId: nobody },
    'not_found',
  ),
  'board_read.view_cards': step(
    async ({ board }) => ({ viewId: (await ada.post(`/api/boards/${board.id}/views`, { name: 'All', query: {}, shared: true })).body.id }),
    ({ cards }) => cards.length > 0,
    { viewId: nobody },
    'not_found',
  ),
  'board_read.me': step(
    () => ({}),
    ({ id }) => id === robo.actorId,
    { who: 'me' },
    'validation',
  ),
  'board_read.notifications': step(
    () => ({ unread: true }),
    ({ notifications }) => Array.isArray(notifications),
    { cursor: 'x' },
    'validation',
  ),
  'board_write.create': step(
    ({ era }) => ({ name: `Made ${era}`, template: 'kanban' }),
    ({ role }) => role === 'admin',
    {},
    'validation',
  ),
  'board_write.update': step(
    ({ prefix }) => ({ boardId: prefix, description: 'About engines' }),
    ({ description }) => description === 'About engines',
    { boardId: nobody, name: 'x' },
    'not_found',
  ),
  'board_write.copy': step(
    ({ prefix }) => ({ boardId: prefix, withCards: 'true' }),
    ({ name }) => name.endsWith('(copy)'),
    { boardId: nobody },
    'not_found',
  ),
  'board_write.list_create': step(
    ({ prefix, tree }) => ({ boardId: prefix, name: 'Later', afterId: tree.lists[0].name }),
    async (_, { board, tree }) => (await ada.get(`/api/boards/${board.id}`)).body.lists[0].name !== tree.lists[0].name,
    { boardId: nobody, name: 'x' },
    'not_found',
  ),
  'board_write.list_update': step(
    ({ prefix }) => ({ listId: 'later', boardId: prefix, wipLimit: '3' }),
    ({ wipLimit }) => wipLimit === 3,
    { listId: 'No such list', boardId: 'NEW' },
    'not_found',
  ),
  'board_write.label_create': step(
    ({ prefix }) => ({ boardId: prefix, name: 'Idea', color: 'blue' }),
    ({ color }) => color === 'blue',
    { boardId: 'NEW', name: 'x', color: '#12' },
    'validation',
  ),
  'board_write.label_update': step(
    ({ prefix }) => ({ labelId: 'Idea', boardId: prefix, name: 'Ideas' }),
    ({ name }) => name === 'Ideas',
    { labelId: nobody, name: 'x' },
    'not_found',
  ),
  'board_write.field_create': step(
    ({ prefix }) => ({ boardId: prefix, name: 'Size', type: 'select', options: 'S, M, L' }),
    ({ options }) => options.join() === 'S,M,L',
    { boardId: 'NEW', name: 'x', type: 'select' },
    'validation',
  ),
  'board_write.field_update': step(
    ({ prefix }) => ({ fieldId: 'Size', boardId: prefix, name: 'Sizes' }),
    ({ name }) => name === 'Sizes',
    { fieldId: nobody, name: 'x' },
    'not_found',
  ),
  'board_write.notification_read': step(
    async ({ client, card }) => {
      await ada.post(`/api/cards/${card.id}/comments`, { body: `@${robo.handle} look` })
      return { notificationId: (await client.use('board_read', 'notifications', { unread: true })).notifications[0].id }
    },
    (data) => data.done,
    { notificationId: nobody },
    'not_found',
  ),
  'board_write.notifications_read': step(
    () => ({}),
    ({ marked }) => marked >= 0,
    { all: true },
    'validation',
  ),
  'card_read.get': step(keyed, ({ card }) => card.title === 'Pump' && card.createdBy.kind === 'human', { cardId: 'NEW-999' }, 'not_found'),
  'card_read.comments': step(
    keyed,
    ({ comments }) => comments.at(-1).author === ada.handle && comments.at(-1).kind === 'human',
    { cardId: nobody },
    'not_found',
  ),
  'card_read.activity': step(keyed, ({ activity }) => activity.at(-1).verb === 'card.created', { cardId: nobody }, 'not_found'),
  'card_read.attachment': step(
    async ({ client, card }) => ({
      attachmentId: (await client.use('card_write', 'attach', { cardId: card.key, text: 'A note', name: 'n.md' })).id,
    }),
    ({ text }) => text === 'A note',
    { attachmentId: nobody },
    'not_found',
  ),
  'card_write.create': step(
    ({ prefix, tree }) => ({
      listId: tree.lists[1].name.toLowerCase(),
      boardId: prefix,
      title: 'Made',
      labelIds: ['bug'],
      assigneeActorIds: `@${ada.handle}`,
      priority: 'high',
    }),
    (data, { tree }) => data.list === tree.lists[1].name && data.labels.join() === 'Bug' && data.assignees.join() === ada.handle,
    { listId: 'Somewhere', title: 'x' },
    'validation',
  ),
  'card_write.update': step(
    (world) => keyed(world, { completed: true, dueAt: '2030-01-01T00:00:00Z' }),
    ({ completedAt, dueAt }) => completedAt && dueAt === '2030-01-01T00:00:00.000Z',
    { cardId: nobody, title: 'x' },
    'not_found',
  ),
  'card_write.move': step(
    (world) => keyed(world, { listId: world.tree.lists[2].name }),
    ({ list }, { tree }) => list === tree.lists[2].name,
    { cardId: 'NEW-1', listId: 'No such list' },
    'not_found',
  ),
  'card_write.copy': step(
    (world) => keyed(world, { title: 'Again', keep: ['labels'] }),
    ({ title }) => title === 'Again',
    { cardId: nobody },
    'not_found',
  ),
  'card_write.comment': step(
    (world) => keyed(world, { body: 'Seen.' }),
    ({ author, kind }) => author === robo.handle && kind === 'agent',
    { cardId: 'NEW-1', body: ' ' },
    'validation',
  ),
  'card_write.comment_update': step(
    async ({ client, card }) => ({ commentId: (await client.use('card_write', 'comment', { cardId: card.key, body: 'a' })).id, body: 'b' }),
    ({ body }) => body === 'b',
    { commentId: nobody, body: 'x' },
    'not_found',
  ),
  'card_write.comment_delete': step(
    async ({ client, card }) => ({ commentId: (await client.use('card_write', 'comment', { cardId: card.key, body: 'a' })).id }),
    (data) => data.done,
    { commentId: nobody },
    'not_found',
  ),
  'card_write.checklist_add': step(
    (world) => keyed(world, { text: 'Seal', assigneeActorId: ada.handle }),
    ({ assignee }) => assignee === ada.handle,
    { cardId: 'NEW-1', text: '' },
    'validation',
  ),
  'card_write.checklist_update': step(
    async ({ client, card }) => ({
      checklistItemId: (await client.use('card_read', 'get', { cardId: card.key })).card.checklistItems[0].id,
      done: 'true',
      assigneeActorId: 'none',
    }),
    (data) => data.done === true && data.assignee === undefined,
    { checklistItemId: nobody, done: true },
    'not_found',
  ),
  'card_write.checklist_remove': step(
    async ({ client, card }) => ({
      checklistItemId: (await client.use('card_read', 'get', { cardId: card.key })).card.checklistItems[0].id,
    }),
    (data) => data.done,
    { checklistItemId: nobody },
    'not_found',
  ),
  'card_write.assign': step(
    (world) => keyed(world, { actorId: 'Ada' }),
    (data) => data.done,
    { cardId: 'NEW-1', actorId: 'me' },
    'delegation_required',
  ),
  'card_write.unassign': step(
    (world) => keyed(world, { actorId: `@${ada.handle}` }),
    (data) => data.done,
    { cardId: nobody, actorId: 'me' },
    'not_found',
  ),
  'card_write.delegate': step(
    ({ other }) => ({ cardId: other.key, agentActorId: 'me' }),
    ({ session }) => session.state === 'queued',
    { cardId: 'NEW-1', agentActorId: 'nobody-here' },
    'not_found',
  ),
  'card_write.undelegate': step(
    ({ other }) => ({ cardId: other.key }),
    (data) => data.done,
    { cardId: nobody },
    'not_found',
  ),
  'card_write.label': step(
    (world) => keyed(world, { labelId: 'bug' }),
    (data) => data.done,
    { cardId: 'NEW-1', labelId: 'No such label' },
    'not_found',
  ),
  'card_write.unlabel': step(
    (world) => keyed(world, { labelId: world.label.id }),
    (data) => data.done,
    { cardId: nobody, labelId: nobody },
    'not_found',
  ),
  'card_write.field_set': step(
    (world) => keyed(world, { fieldId: 'effort', value: 5 }),
    (data) => data.done,
    { cardId: 'NEW-1', fieldId: 'Effort', value: 'much' },
    'validation',
  ),
  'card_write.field_clear': step(
    (world) => keyed(world, { fieldId: 'Effort' }),
    (data) => data.done,
    { cardId: 'NEW-1', fieldId: 'Nothing' },
    'not_found',
  ),
  'card_write.relate': step(
    (world) => keyed(world, { otherCardId: world.other.key, kind: 'blocks' }),
    (data) => data.done,
    { cardId: 'NEW-1', otherCardId: 'NEW-2', kind: 'likes' },
    'validation',
  ),
  'card_write.unrelate': step(
    (world) => keyed(world, { otherCardId: world.other.key }),
    (data) => data.done,
    { cardId: 'NEW-1', otherCardId: 'NEW-999' },
    'not_found',
  ),
  'card_write.watch': step(keyed, (data) => data.done, { cardId: nobody }, 'not_found'),
  'card_write.unwatch': step(keyed, (data) => data.done, { cardId: nobody }, 'not_found'),
  'card_write.attach': step(
    (world) => keyed(world, { url: 'https://example.com/spec', name: 'Spec' }),
    ({ url }) => url === 'https://example.com/spec',
    { cardId: 'NEW-1', url: 'ftp://x' },
    'validation',
  ),
  'session_read.get': step(
    async (world) => ({ sessionId: await session(world) }),
    ({ state, agent }) => state === 'queued' && agent === robo.handle,
    { sessionId: nobody },
    'not_found',
  ),
  'session_read.poll_events': step(
    async (world) => ({ sessionId: await session(world) }),
    ({ events }) => events[0].kind === 'state_change',
    { sessionId: nobody },
    'not_found',
  ),
  'session_read.list_board': step(
    ({ prefix }) => ({ boardId: prefix, state: 'queued', limit: 1 }),
    ({ sessions, nextCursor }) => sessions.length === 1 && nextCursor,
    { boardId: 'NEW', state: 'lazy' },
    'validation',
  ),
  'session_read.list_card': step(
    ({ other }) => ({ cardId: other.key }),
    ({ sessions }) => sessions.length === 1,
    { cardId: nobody },
    'not_found',
  ),
  'session_read.list_mine': step(
    () => ({ state: 'queued' }),
    ({ sessions }) => sessions.length > 0,
    { state: 'lazy' },
    'validation',
  ),
  'session_write.open': step(
    async ({ tree }) => ({ cardId: (await made(tree, 'Open', ada)).key, agentActorId: robo.handle }),
    ({ state }) => state === 'queued',
    { cardId: nobody },
    'not_found',
  ),
  'session_write.update': step(
    async (world) => ({
      sessionId: await session(world),
      state: 'working',
      statusText: 'On it',
      plan: ['[x] look', '[~] mend', 'test'],
      inputTokens: 10,
      costUsd: 0.1,
    }),
    (data) =>
      data.session.statusText === 'On it' &&
      data.session.plan.map(({ status }: any) => status).join() === 'done,in_progress,pending' &&
      data.session.usage.inputTokens === 10,
    { sessionId: nobody, state: 'done' },
    'validation',
  ),
  'session_write.progress': step(
    async (world) => ({ sessionId: await session(world), note: 'Half way' }),
    ({ event }) => event.kind === 'progress',
    { sessionId: nobody, note: 'x' },
    'not_found',
  ),
  'session_write.log': step(
    async (world) => ({ sessionId: await session(world), payload: '{"step":1}' }),
    ({ event }) => event.kind === 'log',
    { sessionId: nobody, payload: 'text' },
    'validation',
  ),
  'session_write.ask_human': step(
    async (world) => ({ sessionId: await session(world, 'working'), question: 'Which?', options: ['A', 'B'] }),
    (data) => data.session.question.options.join() === 'A,B',
    { sessionId: nobody, question: 'x' },
    'not_found',
  ),
  'session_write.complete': step(
    async (world) => ({ sessionId: await session(world, 'working'), summary: 'Done' }),
    (data) => data.session.state === 'done',
    { sessionId: nobody },
    'validation',
  ),
  'session_write.fail': step(
    async (world) => ({ sessionId: await session(world), reason: 'No parts' }),
    (data) => data.session.failureReason === 'No parts',
    { sessionId: nobody, reason: 'x' },
    'not_found',
  ),
  'session_write.answer': step(null as never, null as never, { sessionId: nobody, answer: 'x' }, 'not_found'),
  'session_write.stop': step(null as never, null as never, { sessionId: nobody }, 'not_found'),
  'search.search': step(
    () => ({ query: 'Pump', completed: 'true' }),
    ({ results }, { card }) =>
      results.some(({ id, title, url }: any) => id === card.key && title === 'Pump' && url.endsWith(`/cards/${id}`)),
    { due: 'sometime' },
    'validation',
  ),
  'fetch.fetch': step(
    ({ card }) => ({ id: card.key }),
    ({ id, title, text }, { card }) => id === card.key && title === 'Pump' && JSON.parse(text).key === card.key,
    { id: 'NEW-999' },
    'not_found',
  ),
}

test('every method of every tool is called here', () => {
  const all = Object.entries(tools).flatMap(([tool, { methods }]) => Object.keys(methods).map((method) => `${tool}.${method}`))
  expect(Object.keys(steps).toSorted()).toEqual(all.toSorted())
})

describe.each(eras)('on the %s protocol', (era) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(era)
  })
  afterAll(() => world.client.close())

  const named = (name: string) => {
    const [tool = '', method = ''] = name.split('.')
    return [tool, 'flat' in tools[tool as keyof typeof tools] ? null : method] as const
  }

  test.each(Object.entries(steps).filter(([, { ok }]) => ok !== null))(
    '%s does it, and refuses what it cannot do',
    async (name, { ok, gives, bad, code }) => {
      const [tool, method] = named(name)
      const data = await world.client.use(tool, method, await ok(world))
      expect(await gives(data, world), JSON.stringify(data)).toBeTruthy()
      const refusal = await world.client.refused(tool, method, bad)
      expect(refusal).toMatchObject({ code, message: expect.any(String), fix: expect.any(String) })
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

  test('is refused with what would be right', async () => {
    const { client } = world
    const message = async (args: Params, tool = 'card_read') => JSON.parse((await client.call(tool, args)).content[0].text).error.message
    expect(await message({ method: 'get' })).toBe('card_read.get needs params.cardId. Accepts: cardId*, detail')
    expect(await message({ method: 'fetch' })).toContain('unknown method "fetch"; card_read has: get, comments, activity, attachment')
    expect(await message({})).toContain('card_read needs method, one of: get')
    expect(await message({ method: 'get', params: { cardID: 'NEW-1' } })).toContain(
      'card_read.get does not take "cardID". Did you mean cardId?',
    )
    expect(await message({ method: 'create', params: { listId: 'x', titel: 'y' } }, 'card_write')).toContain('Did you mean title?')
    expect(await message({ method: 'get', params: { cardId: ['NEW-1'] } })).toBe('params.cardId must be a text')
    expect(await message({ query: 'x'.repeat(501) }, 'search')).toMatch(/^query: Too big/)
    expect(await message({ method: 'update', params: { sessionId: nobody, inputTokens: -1 } }, 'session_write')).toMatch(/^inputTokens: /)
    for (const limit of [0, -1, 1.5])
      expect(await message({ method: 'get', params: { boardId: 'NEW', limit } }, 'board_read')).toMatch(/^limit: must be a positive whole/)
    const { details } = await client.refused('card_write', 'update', { cardId: 'NEW-1', title: '', priority: 'huge' })
    expect(Object.keys(details)).toEqual(['title', 'priority'])
    // What is JSON in a text is held to the rules of the message around it.
    const inText = (title: string) => message({ method: 'update', params: `{"cardId":"NEW-1","title":"${title}"}` }, 'card_write')
    expect(await inText('a\\u0000b')).toContain('holds a NUL')
    expect(await inText('a\\ud83d')).toContain('half of a surrogate pair')
    expect(await message({ method: 'get', params: `{"__proto__":{"cardId":"NEW-1"}}` })).toContain('is not allowed')
    expect(await message({ method: 'get', params: `{"cardId":${'['.repeat(40)}${']'.repeat(40)}}` })).toContain('nests deeper')
  })

  test('names the call to make instead, the scope that is missing, and what the state is', async () => {
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
    await expect(world.client.call('member_write', {})).rejects.toThrow(/no tool of that name/)
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

  test('is cut to what a client takes, and says so', async () => {
    const client = await connect(tandem.url, robo.token ?? '')
    const { card } = await client.use('card_read', 'get', { cardId: 'NEW-1' })
    await ada.patch(`/api/cards/${card.id}`, { description: 'x'.repeat(100_000) })
    const long = await client.use('card_read', 'get', { cardId: 'NEW-1' })
    expect(JSON.stringify(long).length).toBeLessThanOrEqual(41_000)
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

  test('is an image that a model can look at; what is neither that nor a text is refused', async () => {
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
