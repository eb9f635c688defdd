import type { Client } from 'pg'
import { uuidV7 } from '../../packages/server/src/kernel/common/ids.ts'
import { createFleet } from './fleet.ts'
import { call, register } from './people.ts'

/** A board of the measurements, with the ids that the acts need. */
export type BenchBoard = {
  id: string
  listIds: string[]
  /** The lists for new cards. */
  createIn: string[]
  /** By list, in order. */
  cardIds: string[][]
}

/** The data of the measured service; boards are created on first use. */
export type World = {
  /** One bearer per caller, all of the same person. */
  tokens: string[]
  /** 64 boards of three lists with 20 cards each. */
  busy(): Promise<BenchBoard[]>
  /** 64 boards of 20 cards in one list. */
  small(): Promise<BenchBoard[]>
  /** A board with so many cards in its lists; the lists beyond the first may be empty. */
  board(name: string, cardsPerList: readonly number[]): Promise<BenchBoard>
  /** This many small boards. A later call with a larger number keeps them and adds more. */
  fleet(count: number): Promise<BenchBoard[]>
  /** Registers so many people, makes them members of a board and gives a bearer of each. */
  members(boardId: string, count: number): Promise<string[]>
  /** Makes an agent that is a member of the board, and gives a bearer of it. */
  agent(boardId: string): Promise<string>
  api(method: string, path: string, body?: object): Promise<{ body: unknown; etag: string | null }>
}

const mostCallers = 32
export const manyBoards = 64

const scopes = ['boards:write', 'cards:write', 'comments:write', 'members:write', 'webhooks:write']

/**
 * Registers the people and mints the tokens through the public API. Boards, lists and members are made there too; only the cards of a
 * board are loaded by SQL, because 10,000 requests would take too long.
 */
export async function createWorld(origin: string, database: Client): Promise<World> {
  const ada = await register(origin, 'Ada')
  const grace = await register(origin, 'Grace')
  const asAda = { cookie: ada.cookie }
  const tokens: string[] = []
  for (let caller = 0; caller < mostCallers; caller++) {
    const minted = await call(origin, asAda, 'POST', '/api/tokens', { label: `caller ${caller}`, scopes })
    tokens.push((minted.body as { token: string }).token)
  }
  const made = new Map<string, Promise<BenchBoard>>()
  const api = (method: string, path: string, body?: object) => call(origin, { authorization: `Bearer ${tokens[0]}` }, method, path, body)
  const board = (name: string, cardsPerList: readonly number[]) => {
    const known = made.get(name)
    if (known) return known
    const people = { creator: ada.id, assignee: grace.id }
    const making = makeBoard({ api, database, people }, { name, cardsPerList, number: made.size })
    made.set(name, making)
    return making
  }
  const several = async (stem: string, cardsPerList: readonly number[]) => {
    const boards: BenchBoard[] = []
    for (let at = 0; at < manyBoards; at++) boards.push(await board(`${stem} ${at}`, cardsPerList))
    return boards
  }
  const members = async (boardId: string, count: number) => {
    const bearers: string[] = []
    for (let n = 0; n < count; n++) {
      const { id, cookie } = await register(origin, `Member-${boardId.slice(-6)}-${n}`)
      await api('POST', `/api/boards/${boardId}/members`, { actorId: id, role: 'viewer' })
      const minted = await call(origin, { cookie }, 'POST', '/api/tokens', { label: 'member', scopes: ['boards:read'] })
      bearers.push((minted.body as { token: string }).token)
    }
    return bearers
  }
  const agent = async (boardId: string) => {
    const asOwner = (path: string, body: object) => call(origin, asAda, 'POST', path, body)
    const { id } = (await asOwner('/api/agents', { name: 'Robo' })).body as { id: string }
    await asOwner(`/api/boards/${boardId}/members`, { actorId: id, role: 'member' })
    const minted = await asOwner('/api/tokens', { label: 'agent', scopes: ['boards:read', 'sessions:write'], actorId: id })
    return (minted.body as { token: string }).token
  }
  const fleet = createFleet({ api, database, creator: ada.id })
  return { tokens, board, fleet, members, agent, api, busy: () => several('Busy', [20, 20, 20]), small: () => several('Small', [20, 0]) }
}

type Making = {
  api: World['api']
  database: Client
  people: { creator: string; assignee: string }
}

async function makeBoard(
  { api, database, people }: Making,
  { name, cardsPerList, number }: { name: string; cardsPerList: readonly number[]; number: number },
): Promise<BenchBoard> {
  const { id } = (await api('POST', '/api/boards', { name, keyPrefix: `B${number}`, template: 'empty' })).body as { id: string }
  await api('POST', `/api/boards/${id}/members`, { actorId: people.assignee, role: 'member' })
  const listIds: string[] = []
  for (const at of cardsPerList.keys()) {
    listIds.push(((await api('POST', `/api/boards/${id}/lists`, { name: `List ${at + 1}` })).body as { id: string }).id)
  }
  const cardIds = await loadCards(database, people, { boardId: id, listIds, cardsPerList })
  return { id, listIds, createIn: listIds.filter((_, at) => (cardsPerList[at] ?? 0) > 0), cardIds }
}

const insertCards = `insert into cards
    (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
  select $1, c.id, c.list_id, c.number, 'Rotate the signing keys of service ' || c.number, repeat('What is known so far. ', 10), c.rank, 'none', $2,
    now(), now()
  from unnest($3::uuid[], $4::uuid[], $5::int[], $6::text[]) as c(id, list_id, number, rank)`
const insertAssignees = `insert into card_assignees (board_id, card_id, actor_id, assigned_at)
  select $1, card_id, $2, now() from unnest($3::uuid[]) as card_id`
const countCards = 'update boards set last_card_number = $2 where id = $1'

/** The assignee of every card is another person than the commenter, so that a comment has someone to notify. */
async function loadCards(
  database: Client,
  people: Making['people'],
  { boardId, listIds, cardsPerList }: { boardId: string; listIds: string[]; cardsPerList: readonly number[] },
): Promise<string[][]> {
  const rows = listIds.flatMap((listId, at) =>
    Array.from({ length: cardsPerList[at] ?? 0 }, (_, place) => ({ listId, id: uuidV7(Date.now()), rank: rankAt(place) })),
  )
  const ids = rows.map((row) => row.id)
  const numbers = rows.map((_, at) => at + 1)
  await database.query('begin')
  await database.query(insertCards, [boardId, people.creator, ids, rows.map((row) => row.listId), numbers, rows.map((row) => row.rank)])
  await database.query(insertAssignees, [boardId, people.assignee, ids])
  await database.query(countCards, [boardId, rows.length])
  await database.query('commit')
  return listIds.map((listId) => rows.filter((row) => row.listId === listId).map((row) => row.id))
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A rank in the form of the service: `c` and three digits of base 62. */
function rankAt(place: number): string {
  const digit = (power: number) => digits.charAt(Math.floor(place / 62 ** power) % 62)
  return `c${digit(2)}${digit(1)}${digit(0)}`
}
