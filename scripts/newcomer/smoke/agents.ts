import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient } from '../../../packages/client/src/index.ts'
import { within } from '../command.ts'
import { ask, at, type Check, codeOf, type Visit } from './visit.ts'

/** The acts of agents, by REST, MCP and the socket, and refusals for them. */
export const agents: readonly Check[] = [
  [
    'an unknown token is refused',
    async ({ url }) => {
      const { status, text } = await ask(`${url}/api/me`, { token: `kbt_${'a'.repeat(40)}` })
      assert.deepEqual([status, codeOf(text)], [401, 'invalid_token'])
    },
  ],
  [
    'a leashed token reads its board, and makes none',
    async ({ robo, board }) => {
      assert.equal((await robo.call('board.tree', { boardId: board.id })).id, board.id)
      await assert.rejects(robo.call('board.create', { name: 'A way out' }), { code: 'forbidden' })
    },
  ],
  [
    'a token that was revoked works no more',
    async ({ ada, url }) => {
      const { id, token } = await ada.call('token.create', { label: 'Short', scopes: ['boards:read'] })
      const client = createClient({ url, token: token ?? '' })
      await client.call('board.list')
      await ada.call('token.revoke', { tokenId: id })
      await assert.rejects(client.call('board.list'), { code: 'invalid_token' })
    },
  ],
  [
    'a delegated card is done: claimed, asked about, answered, completed',
    async ({ ada, robo, agent, lists }) => {
      const { id: cardId } = await ada.call('card.create', { listId: at(lists, 0).id, title: 'Order the gasket' })
      const { session } = await ada.call('delegation.set', { cardId, agentActorId: agent.id })
      const sessionId = session.id
      await robo.call('session.post', { sessionId, op: 'update', state: 'working', ifState: 'queued' })
      await robo.call('session.post', { sessionId, op: 'ask_human', question: 'Which one?', options: ['A', 'B'] })
      await ada.call('session.answer', { sessionId, answer: 'B' })
      await robo.call('session.post', { sessionId, op: 'complete', summary: 'B is ordered' })
      assert.equal((await ada.call('session.get', { sessionId })).state, 'done')
    },
  ],
  [
    'MCP asks for a token, and says where to get one',
    async ({ url }) => {
      const { status, headers } = await ask(`${url}/mcp`, { method: 'POST', body: '{}' })
      assert.equal(status, 401)
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer .*resource_metadata=/)
    },
  ],
  [
    'MCP has its tools',
    (visit) =>
      byMcp(visit, async (client) => {
        const names = (await client.listTools()).tools.map(({ name }) => name)
        for (const name of ['my_work', 'board_read', 'session_write', 'search']) assert.ok(names.includes(name), names.join())
      }),
  ],
  [
    'a tool of MCP reads the card by its key',
    (visit) =>
      byMcp(visit, async (client) => {
        const result = await client.callTool({ name: 'card_read', arguments: { method: 'get', params: { cardId: visit.card.key } } })
        assert.partialDeepStrictEqual(result.structuredContent, { card: { key: visit.card.key } })
      }),
  ],
  [
    'the socket tells of a change on the board',
    async ({ ada, board, card }) => {
      const [heard, subscribed] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
      const on = {
        subscribed: () => subscribed.resolve(),
        event: ({ activity }: { activity: { verb: string } }) => heard.resolve(activity.verb),
      }
      const live = ada.listen({ on })
      try {
        live.subscribe(board.id)
        await within(30_000, subscribed.promise, 'the socket did not subscribe')
        await ada.call('comment.create', { cardId: card.id, body: 'Do you hear me?' })
        assert.equal(await within(30_000, heard.promise, 'the socket told nothing'), 'comment.added')
      } finally {
        live.close()
      }
    },
  ],
]

async function byMcp({ url, token }: Visit, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: 'newcomer', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  try {
    await work(client)
  } finally {
    await client.close()
  }
}
