import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
// Ids in time order, as ours are: random ones would spread the inserts over the whole index.
import { uuidV7 } from '../../../packages/server/src/kernel/common/ids.ts'
import { answerWith } from './answering.ts'

/**
 * The reference: bare node:http and `pg`, one prepared statement per request and nothing else. No credential, no check, no log order, no
 * idempotency. Its bare sockets get each inserted row once it has been answered. Everything that a service does beyond that is its own cost.
 */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL ?? '',
  max: 16,
  options: '-c jit=off -c plan_cache_mode=force_generic_plan -c TimeZone=UTC',
  // Times stay text: creating a Date per column would make the reference slower than necessary.
  types: { getTypeParser: (oid, format) => (oid === pg.types.builtins.TIMESTAMPTZ ? String : pg.types.getTypeParser(oid, format)) },
})

const insert = `insert into activities (id, board_id, card_id, actor_id, verb, payload, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`
/** One counter for all callers. */
const insertCounted = `with counted as (update counters set value = value + 1 where name = 'all' returning value)
  insert into activities (id, board_id, card_id, actor_id, verb, payload, created_at, seq)
  select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::json, $7::timestamptz, value from counted`
const noInput = fromJsonSchema({ type: 'object', properties: {} })
const selectCards = 'select * from cards where board_id = $1 order by list_id, rank'

type Sent = { boardId: string; cardId: string; actorId: string; verb: string; payload: unknown }

const routes: Record<string, (body: string, url: string) => Promise<{ status: number; body: unknown }>> = {
  'POST /activities': (body) => add('insert', insert, JSON.parse(body)),
  'POST /counted': (body) => add('counted', insertCounted, JSON.parse(body)),
  'GET /cards': async (_body, url) => {
    const { rows } = await pool.query({ name: 'cards', text: selectCards, values: [url.slice(url.lastIndexOf('/') + 1)] })
    return { status: 200, body: rows }
  },
}

async function add(name: string, text: string, sent: Sent): Promise<{ status: number; body: unknown }> {
  const nowMs = Date.now()
  const id = uuidV7(nowMs)
  const createdAt = new Date(nowMs).toISOString()
  const { boardId, cardId, actorId, verb, payload } = sent
  await pool.query({ name, text, values: [id, boardId, cardId, actorId, verb, JSON.stringify(payload), createdAt] })
  return { status: 201, body: { id, createdAt } }
}

/** The unchanged library of the protocol, with a tool that does nothing. */
const emptyTool = toNodeHandler(
  createMcpHandler(() => {
    const mcp = new McpServer({ name: 'reference', version: '1' })
    mcp.registerTool('empty', { description: 'Nothing', inputSchema: noInput }, () => ({ content: [] }))
    return mcp
  }),
)

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? ''
  if (url === '/mcp') return emptyTool(request, response)
  const route = routes[`${request.method} /${url.split('/')[1]}`]
  const result = route ? await route(await textOf(request), url) : { status: 404, body: {} }
  const body = JSON.stringify(result.body)
  response.writeHead(result.status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  if (result.status === 201 && followers.size > 0) publish(result.body as { id: string })
}

/** In the shape of an event of ours, whose card is the answered id. */
function publish({ id }: { id: string }): void {
  const frame = JSON.stringify({ type: 'event', activity: { cardId: id } })
  for (const socket of followers) socket.send(frame)
}

const followers = new Set<WebSocket>()

function follow(socket: WebSocket): void {
  socket.once('message', () => {
    followers.add(socket)
    socket.send('{"type":"subscribed"}')
  })
  socket.on('close', () => followers.delete(socket))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message))
})

const sockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false })
sockets.on('connection', follow)

answerWith(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
})
