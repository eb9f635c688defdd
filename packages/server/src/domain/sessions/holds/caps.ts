import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import type { Mutation } from '../../../kernel/mutation.ts'
import { type OnCard, onWire } from '../advance.ts'

/**
 * How many sessions may be at work at once: of an agent, on a board, and on the cards of a list. The lock of the board keeps apart those
 * who start on it; a session that awaits an answer is at work too. Specification: beyond §3.
 */
type Cap = { most: number | null; taken: number }
type CapsRow = {
  ofBoard: number | null
  onBoard: number
  ofAgent: number | null
  byAgent: number
  ofList: number | null
  inList: number
  listName: string
}

/** SQL: whether as many sessions are at work as may be. Written as `case`: nothing is counted where there is no cap. */
export const isListFull = (list: string): string =>
  `case when ${list}.wip_policy = 'warn' or ${list}.wip_limit is null then false else ${atWorkIn(list)} >= ${list}.wip_limit end`
export const isBoardFull = (board: string): string =>
  `case when ${board}.max_agent_sessions is null then false else ${onBoard(`${board}.id`)} >= ${board}.max_agent_sessions end`
export const isAgentFull = (agent: string): string =>
  `case when ${agent}.max_sessions is null then false else ${byAgent(`${agent}.id`)} >= ${agent}.max_sessions end`

const atWorkIn = (list: string): string => `(select count(*) from sessions w join cards k on k.board_id = w.board_id and k.id = w.card_id
  where w.board_id = ${list}.board_id and w.state in ('working', 'awaiting_input') and k.list_id = ${list}.id)::int`

const onBoard = (board: string): string =>
  `(select count(*) from sessions w where w.board_id = ${board} and w.state in ('working', 'awaiting_input'))::int`

const byAgent = (agent: string): string =>
  `(select count(*) from sessions w where w.agent_actor_id = ${agent} and w.state in ('working', 'awaiting_input'))::int`

/** `$1` board, `$2` agent, `$3` card. Nothing is counted where there is no cap. */
const readCaps = sql<CapsRow>(`select b.max_agent_sessions as of_board,
    case when b.max_agent_sessions is null then 0 else ${onBoard('b.id')} end as on_board,
    a.max_sessions as of_agent, case when a.max_sessions is null then 0 else ${byAgent('a.id')} end as by_agent,
    case when l.wip_policy = 'warn' then null else l.wip_limit end as of_list,
    case when l.wip_policy = 'warn' or l.wip_limit is null then 0 else ${atWorkIn('l')} end as in_list, l.name as list_name
  from boards b join actors a on a.id = $2
    join cards c on c.board_id = b.id and c.id = $3 join lists l on l.board_id = c.board_id and l.id = c.list_id
  where b.id = $1`)

/** `$1` queued sessions of one agent. */
const held = sql<{ id: string }>(`select s.id from sessions s join boards b on b.id = s.board_id join actors a on a.id = s.agent_actor_id
    join cards c on c.board_id = s.board_id and c.id = s.card_id join lists l on l.board_id = c.board_id and l.id = c.list_id
  where s.id = any ($1::uuid[])
    and (${isAgentFull('a')} or ${isBoardFull('b')} or ${isListFull('l')})`)

/** Which of the sessions a cap keeps queued. */
export async function heldByCaps(reader: Reader, of: readonly Pick<SessionRow, 'id' | 'state'>[]): Promise<string[]> {
  const queued = of.filter(({ state }) => state === 'queued')
  if (queued.length === 0) return []
  return (await reader.rows(held, [queued.map(({ id }) => id)])).map(({ id }) => id)
}

/** One agent at a time: two boards that it starts on share no lock. */
const lockAgentCap = sql(`select pg_advisory_xact_lock(hashtextextended('agent cap ' || $1::text, 0))`)

/** Undefined for a session that has started. */
export async function capsOf(tx: Mutation<never>, session: SessionRow): Promise<CapsRow | undefined> {
  if (session.state !== 'queued') return undefined
  const of = [session.boardId, session.agentActorId, session.cardId]
  const caps = await tx.row(readCaps, of)
  if (caps?.ofAgent == null) return caps
  await lockCapOfAgent(tx, session.agentActorId)
  return tx.row(readCaps, of)
}

/** To be called before the first write. */
export async function lockCapOfAgent(tx: Mutation<never>, agentActorId: string): Promise<void> {
  tx.requireOwnTransaction()
  await tx.rows(lockAgentCap, [agentActorId])
}

/** Throws conflict where the session would be one more than there may be; it says which cap holds it. */
export function requireRoom(tx: Mutation<never>, at: OnCard, caps: CapsRow | undefined): void {
  if (!caps) return
  const details = (cap: string, { most, taken }: Cap) => ({
    details: { session: onWire(tx, at), waitsFor: { cap, most, taken } },
  })
  const agent = { most: caps.ofAgent, taken: caps.byAgent }
  if (isFull(agent)) throw refusal('agentFull', { most: agent.most }, details('agent', agent))
  const board = { most: caps.ofBoard, taken: caps.onBoard }
  if (isFull(board)) throw refusal('boardFull', { most: board.most }, details('board', board))
  const list = { most: caps.ofList, taken: caps.inList }
  if (isFull(list)) throw refusal('listAtWork', { most: list.most, name: caps.listName }, details('list', list))
}

const isFull = (cap: Cap): cap is { most: number; taken: number } => cap.most !== null && cap.taken >= cap.most
