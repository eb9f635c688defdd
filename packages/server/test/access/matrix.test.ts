import { catalogue, type OperationName, type OperationSpec, operationNames, plainScopes, type Scope } from '@tandem/contract'
import { exampleOf } from '@tandem/contract/examples'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Sender } from '../kit/http.ts'
import { agentScopes, type Person, startTestService, type TestService } from '../kit/service.ts'

/**
 * F56: every operation on a board × caller × credential. The catalogue says who may call it; nothing else may succeed. "Passes" = the
 * request gets past the access check: its answer is not 401, 403 or 404.
 */
type Gate = 401 | 403 | 404 | 'passes'

const operations = operationNames.filter((name) => 'target' in catalogue[name].access)

/** Handlers that refuse more than the gate does; each has tests of its own. */
const strictHandlers: Partial<Record<OperationName, string>> = {
  'session.post': "only the session's own agent",
  'session.heartbeat': "only the session's own agent",
  'comment.update': 'only the author',
  'comment.delete': 'the author or an admin',
  'member.remove': 'oneself, or an admin',
  'view.update': 'a shared one: members with boards:write',
  'view.delete': 'a shared one: members with boards:write',
  'link.put': 'integrations alone',
  'link.delete': 'the integration that owns it, or an admin',
  'board.copy': 'no leashed token: it makes a board',
}

const ofItsAgent: ReadonlySet<OperationName> = new Set(['session.post', 'session.heartbeat'])

/** A rule takes the scopes of its actions, and a copy of the board takes its rules along. */
const alsoTake: Partial<Record<OperationName, Scope>> = {
  'rule.create': 'cards:write',
  'rule.update': 'cards:write',
  'rule.rehearse': 'cards:write',
  'board.copy': 'cards:write',
}

describe('the route × scope × role × leash × principal matrix (F56)', () => {
  let tandem: TestService
  let ada: Person
  let people: Record<'admin' | 'member' | 'viewer' | 'stranger', Person>
  let agent: Person
  let boardId: string
  let otherBoardId: string
  let listId: string

  beforeAll(async () => {
    tandem = await startTestService({ environment: { WEBHOOK_MAX_PER_BOARD: '1000' } })
    ada = await tandem.register('Ada')
    const [member, viewer, stranger] = [await tandem.register('Member'), await tandem.register('Viewer'), await tandem.register('Stranger')]
    people = { admin: ada, member, viewer, stranger }
    boardId = (await ada.post('/api/boards', { name: 'Matrix', template: 'kanban' })).body.id
    otherBoardId = (await ada.post('/api/boards', { name: 'Other' })).body.id
    await ada.post(`/api/boards/${boardId}/members`, { actorId: member.actorId, role: 'member' })
    await ada.post(`/api/boards/${boardId}/members`, { actorId: viewer.actorId, role: 'viewer' })
    agent = await tandem.agent(ada, 'Robo', [boardId])
    listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  })
  afterAll(() => tandem?.stop())

  /** Fresh things to act on, so that one call does not spoil the next. */
  async function inputFor(name: OperationName): Promise<Record<string, unknown>> {
    const operation = catalogue[name] as OperationSpec
    const needed = new Set(Object.keys(operation.input.shape))
    const example: Record<string, unknown> = { ...exampleOf(name)?.input }
    const ids: Record<string, unknown> = { boardId, listId }
    if (needed.has('cardId') || needed.has('commentId') || needed.has('checklistItemId') || needed.has('sessionId')) {
      ids.cardId = (await ada.post(`/api/lists/${listId}/cards`, { title: name })).body.id
    }
    if (needed.has('attachmentId')) {
      const onCard = (await ada.post(`/api/lists/${listId}/cards`, { title: name })).body.id
      const body = new FormData()
      body.append('file', new File(['x'], 'x.txt'))
      const headers = { cookie: ada.cookie ?? '' }
      const response = await fetch(`${tandem.url}/api/cards/${onCard}/attachments`, { method: 'POST', headers, body })
      ids.attachmentId = ((await response.json()) as { id: string }).id
    }
    if (needed.has('commentId')) ids.commentId = (await ada.post(`/api/cards/${ids.cardId}/comments`, { body: 'x' })).body.id
    if (needed.has('checklistItemId'))
      ids.checklistItemId = (await ada.post(`/api/cards/${ids.cardId}/checklist-items`, { text: 'x' })).body.id
    if (needed.has('sessionId')) ids.sessionId = (await agent.post(`/api/cards/${ids.cardId}/sessions`)).body.id
    if (name === 'session.answer') await agent.post(`/api/sessions/${ids.sessionId}/events`, { op: 'ask_human', question: 'Which?' })
    if (needed.has('viewId')) ids.viewId = (await ada.post(`/api/boards/${boardId}/views`, { name: 'x', query: {}, shared: true })).body.id
    if (name === 'view.create') ids.shared = false
    const rule = { trigger: { verb: 'card.archived' }, actions: [{ type: 'complete_card' }], conditions: [] }
    if (needed.has('ruleId')) ids.ruleId = (await ada.post(`/api/boards/${boardId}/rules`, { name: 'x', ...rule })).body.id
    if (name === 'rule.create') Object.assign(ids, rule)
    if (name === 'rule.rehearse')
      Object.assign(ids, rule, { cardId: (await ada.post(`/api/lists/${listId}/cards`, { title: name })).body.id })
    if (needed.has('labelId'))
      ids.labelId = (await ada.post(`/api/boards/${boardId}/labels`, { name: crypto.randomUUID(), color: 'red' })).body.id
    if (needed.has('fieldId')) {
      const field = { name: crypto.randomUUID(), type: 'select', options: ['low', 'high'] }
      ids.fieldId = (await ada.post(`/api/boards/${boardId}/fields`, field)).body.id
    }
    if (needed.has('otherCardId')) ids.otherCardId = (await ada.post(`/api/lists/${listId}/cards`, { title: 'other' })).body.id
    if (needed.has('webhookId'))
      ids.webhookId = (await ada.post(`/api/boards/${boardId}/webhooks`, { url: 'http://127.0.0.1:1025/', events: ['*'] })).body.webhook.id
    if (needed.has('integrationId') || needed.has('linkId')) {
      const installed = { type: 'own', inboundUrl: 'http://127.0.0.1:1025/' }
      const { integration, token } = (await ada.post(`/api/boards/${boardId}/integrations`, installed)).body
      ids.integrationId = integration.id
      const link = { externalSystem: 'own', externalId: '1', externalUrl: 'https://example.com/1' }
      if (needed.has('linkId')) ids.linkId = (await tandem.withToken(token).put(`/api/cards/${ids.cardId}/links`, link)).body.id
    }
    if (name === 'card.linkPreview') {
      // An address that is refused before anything is called.
      ids.url = 'http://10.0.0.1/'
      ids.cardId = (await ada.post(`/api/lists/${listId}/cards`, { title: name, description: ids.url })).body.id
    }
    if (name === 'integration.install') ids.inboundUrl = 'http://127.0.0.1:1025/'
    if (name === 'webhook.delivery') ids.deliveryId = (await ada.post(`/api/boards/${boardId}/webhooks/${ids.webhookId}/ping`)).body.id
    // A pause cancels pending deliveries, which can be redelivered then.
    if (name === 'webhook.redeliver') {
      const hook = `/api/boards/${boardId}/webhooks/${ids.webhookId}`
      ids.deliveryId = (await ada.post(`${hook}/ping`)).body.id
      for (const active of [false, true]) await ada.patch(hook, { active })
    }
    if (name === 'webhook.replay') ids.since = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body[0].id
    if (needed.has('invitationId')) {
      await ada.post(`/api/boards/${boardId}/members`, { email: `${crypto.randomUUID()}@example.com`, role: 'viewer' })
      ids.invitationId = (await ada.get(`/api/boards/${boardId}/invitations`)).body.at(-1).id
    }
    if (needed.has('actorId')) ids.actorId = people.viewer.actorId
    if (needed.has('agentActorId')) ids.agentActorId = agent.actorId
    if (name === 'card.assign' || name === 'card.unassign') ids.actorId = ada.actorId
    if (name === 'board.delete') ids.name = 'Matrix'
    if (name === 'comment.update') ids.body = 'changed'
    if (name === 'member.add') Object.assign(ids, { actorId: (await tandem.register('New')).actorId, role: 'viewer' })
    if (name === 'member.update') Object.assign(ids, { actorId: people.viewer.actorId, role: 'viewer' })
    if (name === 'member.remove') {
      const gone = await tandem.register('Gone')
      await ada.post(`/api/boards/${boardId}/members`, { actorId: gone.actorId, role: 'viewer' })
      ids.actorId = gone.actorId
    }
    if (name === 'list.update') ids.listId = (await ada.post(`/api/boards/${boardId}/lists`, { name: 'x' })).body.id
    const input: Record<string, unknown> = { ...example, ...Object.fromEntries(Object.entries(ids).filter(([key]) => needed.has(key))) }
    for (const key of ['limit', 'cursor', 'since', 'before', 'beforeId', 'afterId', 'email', 'assigneeActorId', 'thumbnail'])
      if (!(key in { ...example, ...(name === 'webhook.replay' ? ids : {}) }) || key === 'email') delete input[key]
    return input
  }

  function call(by: Sender, name: OperationName, input: Record<string, unknown>): Promise<Answer> {
    const [method = '', template = ''] = catalogue[name].rest.split(' ')
    const rest = { ...input }
    const path = template.replace(/:(\w+)/g, (_, key: string) => {
      const value = String(rest[key])
      delete rest[key]
      return value
    })
    const query = `${path}?${new URLSearchParams(Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]))}`
    if (method === 'GET') return by.get(query)
    if (method === 'DELETE') return by.delete(query)
    return by[method.toLowerCase() as 'post'](path, rest)
  }

  const gateOf = ({ status }: Answer): Gate => (status === 401 || status === 403 || status === 404 ? status : 'passes')

  async function tokenOf(person: Person, scopes: readonly string[]): Promise<Sender> {
    const { status, body } = await person.post('/api/tokens', { label: 'matrix', scopes })
    expect(status).toBe(201)
    return tandem.withToken(body.token)
  }

  test.each(operations)('%s', async (name) => {
    const access = (catalogue[name] as OperationSpec).access as { role: 'viewer' | 'member' | 'admin'; scope: Scope }
    const rank = { viewer: 1, member: 2, admin: 3 }
    const seen: Record<string, Gate> = {}
    const expected: Record<string, Gate> = {}
    const cell = async (who: string, by: Sender, gate: Gate) => {
      const answer = await call(by, name, await inputFor(name))
      if (answer.status >= 500) throw new Error(`${name} as ${who}: ${answer.status} ${answer.text}`)
      expected[who] = gate
      seen[who] = gateOf(answer)
    }
    const refusedByHandler = (role: keyof typeof rank): boolean => {
      if (name === 'view.update' || name === 'view.delete') return role === 'viewer'
      if (name === 'comment.delete' || name === 'member.remove' || name === 'link.delete') return role !== 'admin'
      return ofItsAgent.has(name) || name === 'link.put' || (name === 'comment.update' && role !== 'admin')
    }
    await cell('anonymous', tandem.anonymous, 401)
    await cell('stranger', people.stranger, 404)
    for (const role of ['viewer', 'member', 'admin'] as const) {
      const allowed = rank[role] >= rank[access.role] && !(name in strictHandlers && refusedByHandler(role))
      await cell(`${role} signed in`, people[role], allowed ? 'passes' : 403)
    }
    const ownHandler = ofItsAgent.has(name) || name === 'link.put' || name === 'view.update' || name === 'view.delete' ? 403 : 'passes'
    const scopes = [access.scope, alsoTake[name] ?? access.scope]
    await cell('admin by a token with the scope', await tokenOf(ada, scopes), ownHandler)
    const leashed = name === 'board.copy' ? 403 : ownHandler
    await cell('admin by a token leashed to the board', await tokenOf(ada, [...scopes, `board:${boardId}`]), leashed)
    await cell('admin by a token leashed to another board', await tokenOf(ada, [access.scope, `board:${otherBoardId}`]), 403)
    await cell('admin by a token with every scope that does not imply it', await tokenOf(ada, othersThan(access.scope)), 403)
    await cell('stranger by a token with the scope', await tokenOf(people.stranger, [access.scope]), 404)
    expect(seen).toEqual(expected)
  })

  // A copy of a card may go elsewhere; a board that is deleted is gone. Both have tests of their own.
  const ownTests: readonly OperationName[] = ['card.copy', 'board.delete']
  const changes = operations.filter((name) => catalogue[name].kind === 'mutation' && !ownTests.includes(name))
  test.each(changes)('%s on an archived board: its entry in the catalogue says whether it is taken', async (name) => {
    const input = await inputFor(name)
    expect((await ada.patch(`/api/boards/${boardId}`, { archived: true })).status).toBe(200)
    const seq = async () => (await ada.get(`/api/boards/${boardId}`)).body.seq
    const before = await seq()
    const answer = await call(ofItsAgent.has(name) ? agent : ada, name, name === 'board.update' ? { ...input, archived: false } : input)
    if ((catalogue[name] as OperationSpec).onArchived) {
      expect(answer.text).not.toMatch(/This board is archived/)
    } else {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict', message: expect.stringMatching(/This board is archived/) } },
      })
      expect(await seq()).toBe(before)
    }
    expect((await ada.patch(`/api/boards/${boardId}`, { archived: false })).status).toBe(200)
  })

  /** Fits no schema, in the body and the query; the parameters of the path stay. */
  function spoilt(name: OperationName, input: Record<string, unknown>): Record<string, unknown> {
    const { rest } = catalogue[name] as OperationSpec
    const isQuery = /^(GET|DELETE)/.test(rest)
    const keys = Object.keys((catalogue[name] as OperationSpec).input.shape)
    return Object.fromEntries(keys.map((key) => [key, rest.includes(`:${key}`) ? input[key] : isQuery ? 'x'.repeat(200) : { spoilt: [1] }]))
  }

  const tokensWithout = new Map<Scope, Promise<Sender>>()
  function withoutScope(scope: Scope): Promise<Sender> {
    const token = tokensWithout.get(scope) ?? tokenOf(ada, othersThan(scope))
    tokensWithout.set(scope, token)
    return token
  }

  test.each(operations)(
    '%s: what is wrong with a request is told to those alone who may send it (F119)',
    { meta: { proves: ['error.order'] } },
    async (name) => {
      const { access, rest, input: schema } = catalogue[name] as OperationSpec & { access: { role: string; scope: Scope } }
      const input = spoilt(name, await inputFor(name))
      const statusOf = async (by: Sender) => (await call(by, name, input)).status
      expect(await statusOf(tandem.anonymous)).toBe(401)
      expect(await statusOf(people.stranger)).toBe(404)
      expect(await statusOf(await withoutScope(access.scope))).toBe(403)
      if (access.role === 'admin') expect(await statusOf(people.member)).toBe(403)
      const mayBeWrong = Object.keys(schema.shape).some((key) => !rest.includes(`:${key}`))
      if (mayBeWrong && !(name in strictHandlers)) expect(await statusOf(ada)).toBe(400)
      const [method = '', template = ''] = rest.split(' ')
      if (method === 'GET') return
      const path = template.replace(/:(\w+)/g, (_, key: string) => String(input[key]))
      for (const [type, body] of [
        ['application/json', '{"half'],
        ['text/plain', 'words'],
      ] as const) {
        const unreadable = async (cookie: string | null) => {
          const headers = { 'content-type': type, ...(cookie && { cookie }) }
          return (await fetch(tandem.url + path, { method, body, headers })).status
        }
        expect([type, await unreadable(null), await unreadable(people.stranger.cookie)]).toEqual([type, 401, 404])
        expect([400, 415]).toContain(await unreadable(ada.cookie))
      }
    },
  )

  test('and so it is with what belongs to another actor (F119)', async () => {
    const bo = await tandem.register('Bo')
    const hook = (await agent.post(`/api/actors/${agent.actorId}/webhooks`, { url: 'http://127.0.0.1:1025/', events: ['agent_session.*'] }))
      .body
    const cardId = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Private' })).body.id
    expect((await bo.patch(`/api/agents/${agent.actorId}`, { name: 7 })).status).toBe(404)
    expect((await bo.delete(`/api/agents/${agent.actorId}?clientMutationId=`)).status).toBe(404)
    expect((await bo.post(`/api/agents/${agent.actorId}/requests/${boardId}`, { accept: 7 })).status).toBe(404)
    expect((await bo.get(`/api/agents/${agent.actorId}/stats?from=x`)).status).toBe(404)
    expect((await bo.put(`/api/cards/${cardId}/watch`, { clientMutationId: 7 })).status).toBe(404)
    expect((await bo.get(`/api/search/cards?boardId=${boardId}&completed=perhaps`)).status).toBe(404)
    expect((await ada.get(`/api/search/cards?boardId=${boardId}&completed=perhaps`)).status).toBe(400)
    expect((await bo.get(`/api/waits?boardId=${boardId}&limit=x`)).status).toBe(404)
    expect((await ada.get(`/api/waits?boardId=${boardId}&limit=x`)).status).toBe(400)
    const bos = await tandem.agent(bo, 'Bos', [], agentScopes)
    for (const named of [{ boardId }, { listId }, { boardId, listId }]) {
      const claim = (by: Sender) => by.post('/api/work/claim', { ...named, leaseSeconds: 'long' })
      expect([named, (await claim(bos)).status, (await claim(agent)).status, (await claim(ada)).status]).toEqual([named, 404, 400, 403])
    }
    const leave = (by: Sender, board: string) => by.delete(`/api/agents/${agent.actorId}/boards/${board}?clientMutationId=`)
    expect((await leave(bo, boardId)).status).toBe(404)
    expect((await leave(ada, crypto.randomUUID())).status).toBe(404)
    expect((await leave(ada, boardId)).status).toBe(400)
    expect((await bo.post(`/api/actors/${agent.actorId}/webhooks`, { url: 7 })).status).toBe(403)
    expect((await bo.patch(`/api/actors/${agent.actorId}/webhooks/${hook.webhook.id}`, { url: 7 })).status).toBe(403)
    expect((await bo.patch(`/api/actors/${bo.actorId}/webhooks/${hook.webhook.id}`, { url: 7 })).status).toBe(404)
    expect((await bo.patch(`/api/admin/actors/${agent.actorId}`, { deactivated: 7 })).status).toBe(403)
    expect((await ada.patch(`/api/agents/${agent.actorId}`, { name: 7 })).status).toBe(400)
    expect((await ada.put(`/api/cards/${cardId}/watch`, { clientMutationId: 7 })).status).toBe(400)
  })
})

/** Every scope that neither is nor implies `scope`. */
function othersThan(scope: Scope): Scope[] {
  const implies: Partial<Record<Scope, readonly Scope[]>> = {
    'boards:read': ['boards:write', 'cards:write', 'comments:write', 'members:write', 'webhooks:write', 'integrations:write', 'admin'],
    'sessions:read': ['sessions:write'],
  }
  const byAdmin = !scope.startsWith('sessions:') && !scope.startsWith('notifications:') && scope !== 'tokens:write'
  return plainScopes.filter((other) => other !== scope && !implies[scope]?.includes(other) && !(other === 'admin' && byAdmin))
}
