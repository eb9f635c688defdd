import { catalogue, type OperationName, type OperationSpec } from '@tandem/contract'
import { type Method, type ToolName, tools } from '@tandem/contract/mcp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect, type McpClient } from './client.ts'

let tandem: TestService
let ada: Person
let robo: Person
let client: McpClient

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  robo = await tandem.agent(ada, 'Robo', [], ['boards:write', 'cards:write', 'comments:write', 'sessions:write', 'notifications:write'])
  client = await connect(tandem.url, robo.token ?? '')
})
afterAll(async () => {
  await client.close()
  await tandem.stop()
})

/** One of two equal boards. `it` holds the ids of records that earlier acts created. */
type Twin = { id: string; prefix: string; lists: string[]; cards: string[]; it: Record<string, string> }

async function makeTwin(prefix: string): Promise<Twin> {
  const { id } = (await ada.post('/api/boards', { name: 'Twin', keyPrefix: prefix, template: 'kanban' })).body
  await ada.post(`/api/boards/${id}/members`, { actorId: robo.actorId, role: 'admin' })
  const lists = (await ada.get(`/api/boards/${id}`)).body.lists.map((list: any) => list.id)
  const cards: string[] = []
  for (const title of ['One', 'Two', 'Three']) cards.push((await ada.post(`/api/lists/${lists[0]}/cards`, { title })).body.id)
  return { id, prefix, lists, cards, it: {} }
}

type Input = Record<string, unknown>
type Act = { tool: ToolName; method: string; params: (twin: Twin) => Input; keeps?: string; rest?: (twin: Twin) => Input }
const act = (called: string, params: Act['params'], more: Partial<Act> = {}): Act => {
  const [tool, method = ''] = called.split('.')
  return { tool: tool as ToolName, method, params, ...more }
}
const later = '2031-05-01T10:00:00.000Z'

/** Every mutation that a tool binds, in an order in which each has something to work on. */
const acts: Act[] = [
  act('board_write.update', ({ id }) => ({ boardId: id, description: 'About' })),
  act('board_write.list_create', ({ id }) => ({ boardId: id, name: 'Later', category: 'ready' }), {
    keeps: 'list',
  }),
  act('board_write.list_update', ({ it }) => ({ listId: it.list, wipLimit: 4, category: 'backlog', name: 'Someday' })),
  act('board_write.label_create', ({ id }) => ({ boardId: id, name: 'Bug', color: 'red' }), { keeps: 'label' }),
  act('board_write.label_update', ({ it }) => ({ labelId: it.label, color: 'blue' })),
  act('board_write.field_create', ({ id }) => ({ boardId: id, name: 'Size', type: 'text' }), { keeps: 'field' }),
  act('board_write.field_update', ({ it }) => ({ fieldId: it.field, name: 'Sizes' })),
  act(
    'card_write.create',
    ({ lists, it }) => ({
      listId: lists[0],
      title: 'New',
      description: 'Text',
      priority: 'high',
      labelIds: [it.label],
      dueAt: later,
      estimate: 3,
      assigneeActorIds: [ada.actorId],
    }),
    { keeps: 'card' },
  ),
  act('card_write.update', ({ it }) => ({ cardId: it.card, title: 'Newer', priority: 'low', dueAt: null, estimate: 0.5 })),
  act('card_write.move', ({ it, lists, cards }) => ({ cardId: it.card, listId: lists[0], beforeId: cards[0], afterId: cards[1] })),
  act('card_write.copy', ({ it }) => ({ cardId: it.card, title: 'Copied' })),
  act('card_write.split', ({ it }) => ({ cardId: it.card, titles: ['One', 'Two'] })),
  act('card_write.split', ({ it }) => ({ cardId: it.card, title: 'Three', description: 'Text' })),
  act('card_write.comment', ({ it }) => ({ cardId: it.card, body: 'Hello' }), { keeps: 'comment' }),
  act('card_write.comment_update', ({ it }) => ({ commentId: it.comment, body: 'Hello again' })),
  act('card_write.comment_delete', ({ it }) => ({ commentId: it.comment })),
  act('card_write.checklist_add', ({ it }) => ({ cardId: it.card, text: 'Step' }), { keeps: 'item' }),
  act('card_write.checklist_update', ({ it }) => ({ checklistItemId: it.item, done: true })),
  act('card_write.checklist_tick', ({ it }) => ({ cardId: it.card, checklistItemIds: [it.item], done: false })),
  act('card_write.checklist_remove', ({ it }) => ({ checklistItemId: it.item })),
  act('card_write.unassign', ({ it }) => ({ cardId: it.card, actorId: ada.actorId })),
  act('card_write.assign', ({ it }) => ({ cardId: it.card, actorId: ada.actorId })),
  act('card_write.unlabel', ({ it }) => ({ cardId: it.card, labelId: it.label })),
  act('card_write.label', ({ it }) => ({ cardId: it.card, labelId: it.label })),
  act('card_write.field_set', ({ it }) => ({ cardId: it.card, fieldId: it.field, value: 'XL' })),
  act('card_write.field_clear', ({ it }) => ({ cardId: it.card, fieldId: it.field })),
  act('card_write.relate', ({ it, cards }) => ({ cardId: it.card, otherCardId: cards[1], kind: 'blocks' })),
  act('card_write.unrelate', ({ it, cards }) => ({ cardId: it.card, otherCardId: cards[1] })),
  act('card_write.watch', ({ it }) => ({ cardId: it.card })),
  act('card_write.unwatch', ({ it }) => ({ cardId: it.card })),
  act('card_write.attach', ({ it }) => ({ cardId: it.card, url: 'https://example.com/', name: 'Site' })),
  act('card_write.delegate', ({ it }) => ({ cardId: it.card, agentActorId: robo.actorId })),
  act('card_write.undelegate', ({ it }) => ({ cardId: it.card })),
  act('session_write.open', ({ cards }) => ({ cardId: cards[0], summary: 'Try' }), { keeps: 'session' }),
  act('session_write.update', ({ it }) => ({ sessionId: it.session, state: 'working', statusText: 'On it', inputTokens: 5 }), {
    rest: ({ it }) => ({ sessionId: it.session, op: 'update', state: 'working', statusText: 'On it', usage: { inputTokens: 5 } }),
  }),
  act('session_write.progress', ({ it }) => ({ sessionId: it.session, note: 'Half' })),
  act('session_write.log', ({ it }) => ({ sessionId: it.session, payload: { step: 1 } })),
  act('session_write.ask_human', ({ it }) => ({ sessionId: it.session, question: 'Which?', options: ['A'] })),
  act('session_write.complete', ({ it }) => ({ sessionId: it.session, summary: 'Well' })),
  act('session_write.open', ({ cards }) => ({ cardId: cards[1] }), { keeps: 'other' }),
  act('session_write.fail', ({ it }) => ({ sessionId: it.other, reason: 'No' })),
  act('card_write.update', ({ it }) => ({ cardId: it.card, archived: true })),
  act('board_write.create', () => ({ name: 'Made', template: 'empty' })),
  act('board_write.copy', ({ id }) => ({ boardId: id, name: 'Copied', withCards: true })),
  act('board_write.notifications_read', () => ({})),
]

/** Methods that only people may use, or that need an inbox or a lease; they take the same way through the kernel. */
const elsewhere = new Set(['session_write.heartbeat', 'session_write.answer', 'session_write.stop', 'board_write.notification_read'])

test('every mutation that a tool binds is compared here', () => {
  const all = Object.entries(tools).flatMap(([tool, about]) =>
    about.reads ? [] : Object.keys(about.methods).map((method) => `${tool}.${method}`),
  )
  const compared = new Set(acts.map(({ tool, method }) => `${tool}.${method}`))
  expect(all.filter((name) => !compared.has(name) && !elsewhere.has(name))).toEqual([])
})

test('REST and MCP answer the same, record the same and share one space of mutation ids', async () => {
  const [byRest, byMcp] = [await makeTwin('ONE'), await makeTwin('TWO')]
  for (const [index, one] of acts.entries()) {
    const name = `${one.tool}.${one.method}`
    const [restId, mcpId] = [`rest-${index}`, `mcp-${index}`]
    const [restBefore, mcpBefore] = [await seqOf(byRest), await seqOf(byMcp)]
    const rest = await viaRest(one, byRest, restId)
    expect(rest.status, `${name}: ${rest.text}`).toBeLessThan(300)
    const mcp = await viaMcp(one, byMcp, mcpId)
    expect([name, alike(mcp, byMcp)]).toEqual([name, alike(rest.status === 204 ? { done: true } : rest.body, byRest)])
    const [restLog, mcpLog] = [await logOf(byRest, restBefore), await logOf(byMcp, mcpBefore)]
    expect([name, alike(mcpLog, byMcp)]).toEqual([name, alike(restLog, byRest)])

    const again = await viaRest(one, byMcp, mcpId)
    expect([name, again.status < 300, again.headers.get('idempotency-replayed')]).toEqual([name, true, 'true'])
    expect([name, await viaMcp(one, byRest, restId)]).toEqual([name, rest.status === 204 ? { done: true } : rest.body])
    expect([name, await logOf(byRest, restBefore), await logOf(byMcp, mcpBefore)]).toEqual([name, restLog, mcpLog])

    if (one.keeps !== undefined) {
      byRest.it[one.keeps] = rest.body.id
      byMcp.it[one.keeps] = mcp.id
    }
  }
})

test('completing a card by a flag is what a PATCH of the time does', async () => {
  const twin = await makeTwin('SIX')
  const [cardId] = twin.cards
  await client.use('card_write', 'update', { cardId, completed: true })
  expect((await robo.get(`/api/cards/${cardId}`)).body.card.completedAt).not.toBeNull()
  await client.use('card_write', 'update', { cardId, completed: false })
  expect((await robo.get(`/api/cards/${cardId}`)).body.card.completedAt).toBeNull()
})

test('what REST refuses to somebody MCP refuses with the same code', async () => {
  const twin = await makeTwin('REF')
  const stranger = await tandem.agent(ada, 'Stranger')
  const other = await connect(tandem.url, stranger.token ?? '')
  const leashed = (await ada.post('/api/tokens', { label: 'x', actorId: robo.actorId, scopes: ['cards:write', `board:${twin.id}`] })).body
    .token
  const onLeash = await connect(tandem.url, leashed)
  const elsewhereCard = (await makeTwin('ELS')).cards[0]
  for (const [mcp, rest, cardId] of [
    [other, stranger, twin.cards[0]],
    [onLeash, tandem.withToken(leashed), elsewhereCard],
  ] as const) {
    const refused = await rest.post(`/api/cards/${cardId}/checklist-items`, { text: 'x' })
    expect((await mcp.refused('card_write', 'checklist_add', { cardId, text: 'x' })).code).toBe(refused.body.error.code)
    await mcp.close()
  }
})

test('access is checked before parameters: 404 and 403 come before their errors, as over REST', {
  meta: { proves: ['mcp.refusal.order'] },
}, async () => {
  const twin = await makeTwin('ORD')
  const stranger = await connect(tandem.url, (await tandem.agent(ada, 'Outsider')).token ?? '')
  const reader = await tandem.agent(ada, 'Reader', [twin.id], ['boards:read', 'sessions:read'])
  const reading = await connect(tandem.url, reader.token ?? '')
  for (const [index, one] of acts.entries()) {
    const { tool, method } = one
    const good = one.params(twin)
    const { operation, as } = (tools[tool].methods as Record<string, Method>)[method] as Method
    const { rest, access } = catalogue[operation] as OperationSpec
    const isInPath = (key: string) => new RegExp(`:${as?.[key] ?? key}\\b`).test(rest)
    const path = Object.fromEntries(Object.entries(good).filter(([key]) => isInPath(key)))
    for (const bad of [
      { ...good, nonsense: 1 },
      { ...path, nonsense: 1 },
      { ...good, clientMutationId: { no: 'text' } },
    ]) {
      const name = `${tool}.${method} ${JSON.stringify(bad)}`
      expect([name, (await client.refused(tool, method, bad)).code]).toEqual([name, 'validation'])
      const may = 'scope' in access && access.scope === 'boards:read' ? 'validation' : 'forbidden'
      expect([name, (await reading.refused(tool, method, bad)).code]).toEqual([name, may])
      if ('target' in access) expect([name, (await stranger.refused(tool, method, bad)).code]).toEqual([name, 'not_found'])
    }
    const done = await viaMcp(one, twin, `order-${index}`)
    if (one.keeps !== undefined) twin.it[one.keeps] = done.id
  }
  for (const [bad, tells] of [
    [{ cardId: twin.cards[0], url: 'https://example.com', text: 'both' }, 'attach'],
    [{ cardId: twin.cards[0], text: 'x'.repeat(300_000) }, 'attach'],
    [{ cardId: twin.cards[0], listId: 'No such list' }, 'move'],
    [{ cardId: 'ORD-1', priority: 'huge' }, 'update'],
  ] as const) {
    expect([tells, (await reading.refused('card_write', tells, bad)).code]).toEqual([tells, 'forbidden'])
    expect([tells, (await stranger.refused('card_write', tells, bad)).code]).toEqual([tells, 'not_found'])
  }
  await Promise.all([stranger.close(), reading.close()])
})

async function viaMcp({ tool, method, params }: Act, twin: Twin, clientMutationId: string): Promise<any> {
  return client.use(tool, method, { ...params(twin), clientMutationId, detail: 'detailed' })
}

function viaRest({ tool, method, params, rest }: Act, twin: Twin, clientMutationId: string): Promise<Answer> {
  const binding = (tools[tool].methods as Record<string, Method>)[method] as Method
  const renamed = Object.entries(params(twin)).map(([key, value]) => [binding.as?.[key] ?? key, value])
  const input: Input = rest?.(twin) ?? { ...binding.always, ...Object.fromEntries(renamed) }
  return restCall(binding.operation, { ...input, clientMutationId })
}

function restCall(operation: OperationName, input: Input): Promise<Answer> {
  const [verb = '', path = ''] = (catalogue[operation] as OperationSpec).rest.split(' ')
  const left = { ...input }
  const url = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = String(left[key])
    delete left[key]
    return value
  })
  return robo[verb.toLowerCase() as 'post' | 'put' | 'patch' | 'delete'](url, left)
}

const seqOf = async ({ id }: Twin): Promise<number> => (await ada.get(`/api/boards/${id}`)).body.seq
async function logOf({ id }: Twin, since: number): Promise<any[]> {
  const rows = (await ada.get(`/api/boards/${id}/activity?limit=200`)).body
  return rows.filter((row: any) => row.seq > since).toReversed()
}

/** Replaces ids by numbers in the order of their appearance, and times and prefixes by a word. */
function alike(value: unknown, { prefix }: Twin): unknown {
  const ids = new Map<string, string>()
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      ids.set(id, ids.get(id) ?? `id ${ids.size}`)
      return ids.get(id) ?? ''
    })
    // The working time of a session depends on the speed of the machine.
    .replaceAll(/"minutes":0(\.\d+)?/g, '"minutes":0')
    .replaceAll(/"(hash|payloadHash)":"[0-9a-f]{64}"/g, '"$1":"hash"')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'time')
    .replaceAll(new RegExp(`"${prefix}-`, 'g'), '"KEY-')
    .replaceAll(/"keyPrefix":"[A-Z0-9]+"/g, '"keyPrefix":"KEY"')
  return JSON.parse(text)
}
