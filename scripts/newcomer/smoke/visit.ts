import { type Client, createClient } from '../../../packages/client/src/index.ts'
import type { OutputOf } from '../../../packages/contract/src/index.ts'
import { type Finished, finish } from '../command.ts'
import type { Place } from '../place.ts'

/** A service that has just been started for the first time, and what a first hour on it leaves behind. */
export type Visit = {
  url: string
  place: Place
  ada: Client
  password: string
  board: OutputOf<'board.create'>
  lists: OutputOf<'board.tree'>['lists']
  card: OutputOf<'card.create'>
  agent: OutputOf<'agent.create'>
  /** Of the agent, leashed to the board. */
  token: string
  robo: Client
  /** Runs a line of a shell in the checkout. */
  run(line: string, environment?: Record<string, string>): Promise<Finished>
}

/** One thing that must hold. Throws when it does not. */
export type Check = [name: string, holds: (visit: Visit) => Promise<void>]

export const email = 'ada@example.com'

/** Signs up, makes a board with a card, and an agent. Throws when any of it is refused. */
export async function begin(url: string, place: Place): Promise<Visit> {
  const password = crypto.randomUUID()
  const ada = createClient({ url })
  await ada.call('auth.register', { email, password, name: 'Ada' })
  const board = await ada.call('board.create', { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' })
  const { lists } = await ada.call('board.tree', { boardId: board.id })
  const card = await ada.call('card.create', { listId: at(lists, 0).id, title: 'Draw the cylinder' })
  const agent = await ada.call('agent.create', { name: 'Robo' })
  await ada.call('member.add', { boardId: board.id, actorId: agent.id, role: 'member' })
  const scopes = ['boards:read', 'cards:write', 'comments:write', 'sessions:write', `board:${board.id}`]
  const { token } = await ada.call('token.create', { label: 'Robo', actorId: agent.id, scopes })
  if (token === null) throw new Error('the token was lost on its way')
  const run = (line: string, environment = {}) => finish(line, { ...place.seat, env: { ...place.seat.env, ...environment } })
  return { url, place, ada, password, board, lists, card, agent, token, robo: createClient({ url, token }), run }
}

export function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`there are ${list.length}, and none at ${index}`)
  return found
}

/** Asks as a program does, with JSON when there is a body. */
export async function ask(url: string, init: RequestInit & { token?: string } = {}) {
  const { token, ...rest } = init
  const headers = {
    ...(init.body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...Object.fromEntries(new Headers(init.headers)),
  }
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(60_000), ...rest, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The code of the error envelope that an answer holds. */
export const codeOf = (text: string): unknown => (JSON.parse(text) as { error?: { code?: unknown } }).error?.code
