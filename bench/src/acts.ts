import { randomUUID } from 'node:crypto'
import type { BenchBoard } from './world.ts'

/** As browsers do, and Node's `fetch`. */
const takesGzip = { 'accept-encoding': 'gzip' }

/** One request; an act is one or more of them, and the last is the one that is timed. */
export type Step = {
  method: string
  path: string
  body?: object
  headers?: Record<string, string>
  expect: number
  /** A text that a successful answer does not contain. */
  without?: string
}

/** The repeated act of a caller, as data: it is sent to the load generator's process. */
export type Act =
  | { kind: 'insert' }
  | { kind: 'insertCounted' }
  | { kind: 'selectCards'; boardId: string }
  | { kind: 'create'; boards: BenchBoard[] }
  | { kind: 'move'; boards: BenchBoard[] }
  | { kind: 'moveBetween'; boards: BenchBoard[] }
  | { kind: 'comment'; boards: BenchBoard[] }
  | { kind: 'readCard'; boards: BenchBoard[] }
  | { kind: 'claim'; boardId: string; agentTokens: string[] }
  | { kind: 'callEmptyTool' }
  | { kind: 'moveByTool'; boards: BenchBoard[] }
  | { kind: 'readCardByTool'; boards: BenchBoard[] }
  | { kind: 'readTree'; boardId: string; etag?: string }
  | { kind: 'readOutline'; boardId: string }
  | { kind: 'moveAndReadTree'; board: BenchBoard }
  | { kind: 'readActivity'; boardId: string; since: string }

type Planners = { [K in Act['kind']]: (act: Extract<Act, { kind: K }>, turn: number) => Step[] }

const someone = '019f0000-0000-7000-8000-000000000006'

const planners: Planners = {
  insert: (_act, turn) => [addActivity('/activities', turn)],
  insertCounted: (_act, turn) => [addActivity('/counted', turn)],
  selectCards: ({ boardId }) => [{ method: 'GET', path: `/cards/${boardId}`, expect: 200 }],
  create: ({ boards }, turn) => {
    const { board, round } = at(boards, turn)
    const body = { title: `Rotate the signing keys, turn ${turn}`, clientMutationId: randomUUID() }
    return [{ method: 'POST', path: `/api/lists/${pick(board.createIn, round)}/cards`, body, expect: 201 }]
  },
  move: ({ boards }, turn) => [moveToEnd(boards, turn)],
  moveBetween: ({ boards }, turn) => {
    const { board, round } = at(boards, turn)
    const to = round % board.listIds.length
    const staying = halves(board, to).first
    const moving = halves(board, (to + 1) % board.listIds.length).second
    const body = { listId: pick(board.listIds, to), beforeId: pick(staying, round * 7), clientMutationId: randomUUID() }
    return [{ method: 'PATCH', path: `/api/cards/${pick(moving, round)}`, body, expect: 200 }]
  },
  comment: ({ boards }, turn) => {
    const { board, round } = at(boards, turn)
    const body = { body: `Looked at it; the second step is the slow one (turn ${turn}).`, clientMutationId: randomUUID() }
    return [{ method: 'POST', path: `/api/cards/${pick(board.cardIds.flat(), round)}/comments`, body, expect: 201 }]
  },
  readCard: ({ boards }, turn) => {
    const { board, round } = at(boards, turn)
    return [{ method: 'GET', path: `/api/cards/${pick(board.cardIds.flat(), round)}`, expect: 200 }]
  },
  claim: ({ boardId, agentTokens }, turn) => {
    const headers = { authorization: `Bearer ${pick(agentTokens, turn)}` }
    return [{ method: 'POST', path: '/api/work/claim', headers, body: { boardId, clientMutationId: randomUUID() }, expect: 201 }]
  },
  callEmptyTool: () => [toolCall('empty', {})],
  moveByTool: ({ boards }, turn) => {
    const { path, body } = moveToEnd(boards, turn)
    return [toolCall('card_write', { method: 'move', params: { cardId: idIn(path), ...body } })]
  },
  readCardByTool: ({ boards }, turn) => {
    const { board, round } = at(boards, turn)
    return [toolCall('card_read', { method: 'get', params: { cardId: pick(board.cardIds.flat(), round) } })]
  },
  readTree: ({ boardId, etag }) => {
    const headers: Step['headers'] = { ...takesGzip, ...(etag !== undefined && { 'if-none-match': etag }) }
    return [{ method: 'GET', path: `/api/boards/${boardId}`, headers, expect: etag === undefined ? 200 : 304 }]
  },
  readOutline: ({ boardId }) => [{ method: 'GET', path: `/api/boards/${boardId}/outline`, expect: 200 }],
  moveAndReadTree: ({ board }, turn) => [
    moveToEnd([board], turn),
    { method: 'GET', path: `/api/boards/${board.id}`, headers: takesGzip, expect: 200 },
  ],
  readActivity: ({ boardId, since }) => [{ method: 'GET', path: `/api/boards/${boardId}/activity?since=${since}`, expect: 200 }],
}

/** The steps of a caller at a turn. Turns count over all callers, so that consecutive acts are on different boards. */
export function plannerOf(act: Act): (turn: number) => Step[] {
  // The table is keyed by the kind of the act that the planner gets.
  const plan = planners[act.kind] as (act: Act, turn: number) => Step[]
  return (turn) => plan(act, turn)
}

function addActivity(path: string, turn: number): Step {
  const payload = { title: `Rotate the signing keys, turn ${turn}`, listId: someone }
  const body = { boardId: someone, cardId: someone, actorId: someone, verb: 'card.created', payload, clientMutationId: randomUUID() }
  return { method: 'POST', path, body, expect: 201 }
}

const protocolVersion = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
}

function toolCall(name: string, given: object): Step {
  const accept = 'application/json, text/event-stream'
  const headers = { accept, 'mcp-protocol-version': protocolVersion, 'mcp-method': 'tools/call', 'mcp-name': name }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given, _meta: meta } }
  return { method: 'POST', path: '/mcp', headers, body, expect: 200, without: '"isError":true' }
}

const idIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Moves cards of the second half of each list. Those of the first half keep their places, so that a move can name them as neighbors. */
function moveToEnd(boards: BenchBoard[], turn: number): Step {
  const { board, round } = at(boards, turn)
  const cards = board.listIds.flatMap((_, list) => halves(board, list).second)
  // Shifted after each pass over the cards, so that a card moves to another list each time.
  const to = (round + Math.floor(round / cards.length)) % board.listIds.length
  const body = { listId: pick(board.listIds, to), clientMutationId: randomUUID() }
  return { method: 'PATCH', path: `/api/cards/${pick(cards, round)}`, body, expect: 200 }
}

function at(boards: BenchBoard[], turn: number): { board: BenchBoard; round: number } {
  return { board: pick(boards, turn), round: Math.floor(turn / boards.length) }
}

function halves(board: BenchBoard, list: number): { first: string[]; second: string[] } {
  const cards = board.cardIds[list] ?? []
  const middle = Math.ceil(cards.length / 2)
  return { first: cards.slice(0, middle), second: cards.slice(middle) }
}

function pick<T>(from: readonly T[], at: number): T {
  const value = from[at % from.length]
  if (value === undefined) throw new Error('the bench has nothing to choose from here')
  return value
}
