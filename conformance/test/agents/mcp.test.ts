import type { OperationName } from '@tandem/contract'
import { publishedTools } from '@tandem/contract/mcp'
import { afterAll, beforeAll, expect } from 'vitest'
import { freePort } from '../../../packages/server/test/faults/rig/tandem.ts'
import { standingClock } from '../../../packages/server/test/kit/clock.ts'
import { connect, eras, type McpClient } from '../../../packages/server/test/mcp/client.ts'
import { type Caller, call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
beforeAll(async () => {
  world = await startWorld()
  board = await makeBoard(world)
})
afterAll(() => world.tandem.stop())

const tokenOf = ({ headers }: Caller) => headers.authorization?.slice('Bearer '.length) ?? ''

/** Clients of both eras as that agent, one after the other. */
async function inBothEras(who: Who, body: (client: McpClient) => Promise<void>): Promise<void> {
  for (const era of eras) {
    const client = await connect(who.url, tokenOf(who), era)
    await body(client)
    await client.close()
  }
}

scenario(
  'an ordinary client connects with the token that REST takes, lists the tools and calls them with method and params',
  [
    'mcp.transport.streamable-http',
    'mcp.auth.bearer',
    'mcp.call.method-params',
    'mcp.catalog.tools',
    'mcp.board-read.list',
    'auth.bearer.accepted',
  ],
  async () => {
    const { robo } = world
    await inBothEras(robo, async ({ client, call }) => {
      const names = (await client.listTools()).tools.map(({ name }) => name)
      for (const name of ['board_read', 'card_read', 'card_write', 'session_write', 'session_read', 'my_work'])
        expect(names).toContain(name)
      const { structuredContent } = await call('board_read', { method: 'list', params: {} })
      expect((await call('board_read', { method: 'me', params: {} })).structuredContent.id).toBe((await allowed(robo, 'me.get', {})).id)
      const readable = await allowed(robo, 'board.list', {})
      expect(structuredContent.boards.map(({ id }: { id: string }) => id)).toEqual(readable.map(({ id }) => id))
    })
  },
)

scenario('without a token, or with one that is unknown or revoked, the endpoint answers 401', ['mcp.auth.missing'], async () => {
  const { ada, tandem } = world
  const agent = await makeAgent(world, 'Gone', [])
  const [minted] = (await allowed(ada, 'token.list', {})).filter(({ actorId }) => actorId === agent.actorId)
  await allowed(ada, 'token.revoke', { tokenId: minted?.id ?? '' })
  for (const headers of [{}, { authorization: 'Bearer kbt_unknown' }, agent.headers, { cookie: ada.headers.cookie ?? '' }]) {
    const { status } = await fetch(`${tandem.url}/mcp`, { method: 'POST', headers, body: '{}' })
    expect(status).toBe(401)
  }
})

scenario(
  'a call beyond the scopes of the token, or outside its leash, is refused and changes nothing',
  ['mcp.auth.scopes', 'mcp.auth.leash'],
  async () => {
    const other = await makeBoard(world, { name: 'Other' })
    const card = await board.card('Kept')
    const reader = await makeAgent(world, 'Reader', [board.id], ['boards:read'])
    const leashed = await makeAgent(world, 'Leashed', [board.id, other.id], ['cards:write', `board:${other.id}`])
    for (const agent of [reader, leashed]) {
      await inBothEras(agent, async (client) => {
        const nothing = await board.recorded(async () => {
          const refusal = await client.refused('card_write', 'update', { cardId: card.id, title: 'Changed' })
          expect(refusal.code).toBe('forbidden')
        })
        expect(nothing).toEqual([])
      })
    }
    await inBothEras(leashed, async (client) => {
      const allowedThere = await other.card('There')
      expect((await client.use('card_write', 'update', { cardId: allowedThere.id, title: 'Changed' })).title).toBe('Changed')
    })
  },
)

scenario('an unknown key is refused, and the nearest one that is known is named', ['mcp.call.unknown-key'], async () => {
  await inBothEras(world.robo, async (client) => {
    const refusal = await client.refused('card_write', 'create', { listId: board.lists[0], titel: 'Typo' })
    expect(refusal).toMatchObject({ code: 'validation', message: expect.stringContaining('title') })
    expect(await board.titles()).not.toContain('Typo')
  })
})

scenario('no tool touches membership', ['mcp.catalog.no-membership', 'member.surface.no-mcp-tool'], async () => {
  const methods = publishedTools.flatMap(({ name, inputSchema }) => {
    const { enum: names = [] } = (inputSchema.properties.method ?? {}) as { enum?: string[] }
    return names.map((method) => `${name}.${method}`)
  })
  expect(methods.length).toBeGreaterThan(40)
  expect(methods.filter((name) => /member|invit|role/.test(name))).toEqual([])
  const before = await allowed(world.ada, 'member.list', { boardId: board.id })
  await inBothEras(world.robo, async (client) => {
    for (const method of ['member_add', 'add_member', 'invite']) {
      expect((await client.refused('board_write', method, { boardId: board.id, actorId: world.eve.actorId })).code).toBe('validation')
    }
  })
  expect(await allowed(world.ada, 'member.list', { boardId: board.id })).toEqual(before)
})

scenario(
  'a card that a tool makes, reads and repeats is the card of REST (F06)',
  [
    ...(['mcp.card-write.create', 'card.create.mcp-same', 'mcp.call.same-functions', 'mcp.call.mutation-id'] as const),
    ...(['mcp.card-read.get-by-id', 'mcp.card-read.get-by-key'] as const),
  ],
  async () => {
    const { robo } = world
    const [listId = ''] = board.lists
    await inBothEras(robo, async (client) => {
      const byRest = await board.recorded(() => allowed(robo, 'card.create', { listId, title: 'Same' }))
      let made: { id: string; key: string } | undefined
      const clientMutationId = crypto.randomUUID()
      const params = { listId, title: 'Same', clientMutationId, detail: 'detailed' }
      const byTool = await board.recorded(async () => {
        made = await client.use('card_write', 'create', params)
        expect(await client.use('card_write', 'create', params)).toEqual(made)
        expect(await allowed(robo, 'card.create', { listId, title: 'Other', clientMutationId })).toEqual(made)
      })
      expect(verbsOf(byTool)).toEqual(verbsOf(byRest))
      expect(byTool.map(({ payload, actorId }) => [payload, actorId])).toEqual(byRest.map(({ payload, actorId }) => [payload, actorId]))
      const { card } = await allowed(robo, 'card.get', { cardId: made?.id ?? '' })
      for (const cardId of [made?.id, made?.key.toLowerCase()]) {
        expect(await client.use('card_read', 'get', { cardId, detail: 'detailed' })).toEqual({ card })
      }
      const refusals: [OperationName, Record<string, unknown>, string, string][] = [
        ['card.create', { listId, title: '' }, 'card_write', 'create'],
        ['card.get', { cardId: crypto.randomUUID() }, 'card_read', 'get'],
      ]
      for (const [name, input, tool, method] of refusals) {
        const answer = await call(robo, name, input as never)
        expect(answer.ok ? 'allowed' : answer.code).toBe((await client.refused(tool, method, input)).code)
      }
    })
  },
)

scenario(
  'an agent opens a session, reports from it, asks, hears the answer and completes, by tools alone',
  [
    ...(['mcp.session-write.open', 'mcp.session-write.update', 'mcp.session-write.progress', 'mcp.session-write.ask-human'] as const),
    ...(['mcp.session-write.complete', 'mcp.session-read.get', 'mcp.session-read.poll-events'] as const),
    ...(['mcp.session-read.list-board', 'mcp.session-read.list-mine'] as const),
  ],
  async () => {
    const { robo, ada } = world
    await inBothEras(robo, async (client) => {
      const card = await board.card('Work')
      const { sessionId } = await client.use('session_write', 'open', { cardId: card.id, agentActorId: robo.actorId, summary: 'Look' })
      const state = async () => (await allowed(ada, 'session.get', { sessionId })).state
      expect(await state()).toBe('queued')
      const listed = async (method: string, params: Record<string, unknown>) =>
        (await client.use('session_read', method, params)).sessions.map((session: { sessionId: string }) => session.sessionId)
      expect(await listed('list_board', { boardId: board.id, state: 'queued' })).toContain(sessionId)
      expect(await listed('list_mine', { state: 'queued' })).toContain(sessionId)
      expect(await listed('list_mine', { state: 'done' })).not.toContain(sessionId)
      await client.use('session_write', 'update', { sessionId, state: 'working', statusText: 'On it' })
      expect(await client.use('session_read', 'get', { sessionId })).toMatchObject({ state: 'working', statusText: 'On it' })
      expect(await listed('list_board', { boardId: board.id, state: 'queued' })).not.toContain(sessionId)
      await client.use('session_write', 'progress', { sessionId, note: 'Half' })
      const { event } = await client.use('session_write', 'ask_human', { sessionId, question: 'Which?', options: ['A', 'B'] })
      expect(await allowed(ada, 'session.get', { sessionId })).toMatchObject({ state: 'awaiting_input', question: { options: ['A', 'B'] } })
      const trail = (await client.use('session_read', 'poll_events', { sessionId })).events
      expect(trail.map(({ kind }: { kind: string }) => kind)).toEqual(['state_change', 'state_change', 'progress', 'question'])
      expect((await client.use('session_read', 'poll_events', { sessionId, since: event.id })).events).toEqual([])
      await allowed(ada, 'session.answer', { sessionId, answer: 'B' })
      const { events } = await client.use('session_read', 'poll_events', { sessionId, since: event.id })
      expect(events).toMatchObject([{ kind: 'answer', body: { answer: 'B' } }])
      await client.use('session_write', 'complete', { sessionId, summary: 'Well' })
      expect(await allowed(ada, 'session.get', { sessionId })).toMatchObject({ state: 'done', summary: 'Well' })
    })
  },
)

const lineIds = ['mcp.my-work.content', 'actor.me.work', 'mcp.card-line.ids', 'mcp.card-line.delegation'] as const
scenario('my_work answers what GET /api/me/work does', lineIds, async () => {
  const { robo, ada } = world
  const card = await board.card('Delegated')
  const free = await board.card('Free')
  const idsOf = ({ id, number, key }: typeof free) => ({ id, number, key })
  await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
  await allowed(ada, 'comment.create', { cardId: card.id, body: `@${robo.handle} look` })
  const work = await allowed(robo, 'me.work', {})
  expect([work.delegated_to_me.length, work.notifications.length].every((count) => count > 0)).toBe(true)
  await inBothEras(robo, async (client) => {
    const concise = await client.use('my_work')
    expect(concise.delegated_to_me.map(({ key }: { key: string }) => key)).toEqual(work.delegated_to_me.slice(0, 25).map(({ key }) => key))
    const { id, number, key, boardId } = work.delegated_to_me.find((row) => row.id === card.id) ?? card
    const line = { id, number, key, delegation: { agentActorId: robo.actorId, agent: robo.handle } }
    expect(concise.delegated_to_me).toContainEqual(expect.objectContaining({ ...line, boardId }))
    expect((await client.use('card_read', 'get', { cardId: key })).card).toMatchObject(line)
    expect((await client.use('card_read', 'get', { cardId: free.key })).card).toMatchObject({ ...idsOf(free), delegation: null })
    const { lists } = await client.use('board_read', 'get', { boardId: card.boardId })
    const shown = lists.flatMap(({ cards }: { cards: { id: string }[] }) => cards)
    expect(shown).toContainEqual(expect.objectContaining({ ...idsOf(free), delegation: null }))
    for (const part of ['assigned', 'delegated_to_me', 'sessions_awaiting_me', 'notifications']) expect(concise).toHaveProperty(part)
    expect(await client.use('my_work', null, { detail: 'detailed', limit: 50 })).toEqual(work)
  })
})

scenario('a token has one bucket at REST and at MCP', ['rate-limit.token.shared-with-mcp'], async ({ onTestFinished }) => {
  const limited = await startWorld({ RATE_LIMIT_TOKEN: '6/3' }, standingClock())
  onTestFinished(() => limited.tandem.stop())
  const { robo } = limited
  const ask = () =>
    fetch(`${robo.url}/mcp`, { method: 'POST', headers: { ...robo.headers, 'content-type': 'application/json' }, body: '{}' })
  await allowed(robo, 'me.get', {})
  expect((await ask()).headers.get('ratelimit-remaining')).toBe('1')
  await allowed(robo, 'me.get', {})
  const over = await ask()
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '10'])
  await refused(robo, 'me.get', {}, 'rate_limited')
})

scenario(
  'MCP is on the port of the API, or alone on MCP_PORT, goes by MCP_PUBLIC_URL and takes the pages of MCP_ALLOWED_ORIGINS',
  ['config.mcp.same-port', 'config.mcp.own-port', 'config.mcp.public-url', 'config.mcp.allowed-origins'],
  async ({ onTestFinished }) => {
    const statusAt = async (url: string, headers: Record<string, string> = {}) =>
      (await fetch(`${url}/mcp`, { method: 'POST', headers })).status
    expect(await statusAt(world.tandem.url)).toBe(401)
    const port = await freePort()
    const environment = {
      MCP_PORT: String(port),
      MCP_PUBLIC_URL: 'https://mcp.example.com',
      PUBLIC_URL: 'https://tandem.example.com',
      MCP_ALLOWED_ORIGINS: 'https://chat.example.com',
      REGISTRATION: 'open',
    }
    const apart = await startWorld(environment)
    onTestFinished(() => apart.tandem.stop())
    const own = `http://127.0.0.1:${port}`
    expect([await statusAt(apart.tandem.url), await statusAt(own)]).toEqual([404, 401])
    const metadata = await fetch(`${own}/.well-known/oauth-protected-resource/mcp`)
    expect(await metadata.json()).toMatchObject({ resource: 'https://mcp.example.com/mcp' })
    const from = (origin: string) => statusAt(own, { origin, ...apart.robo.headers, 'content-type': 'application/json' })
    expect([await from('https://chat.example.com'), await from('https://evil.example.com')]).toEqual([400, 403])
  },
)
