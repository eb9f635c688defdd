import type { Role } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { AuthorizationRequest, Offer, OfferedAgent, OfferedBoard } from '../../kernel/oauth.ts'

/** The choices of a person when a client asks for access: the agent that acts, and its boards. Specification: decisions §2. */
const [mostAgents, mostBoards, shownAdmins] = [500, 1_000, 3]

const findPerson = sql<{ name: string }>('select name from actors where id = $1')
const findMade = sql<OfferedAgent>(`select a.id, a.name, a.handle from oauth_agents o join actors a on a.id = o.agent_actor_id
  where o.human_actor_id = $1 and o.client_id = $2 and a.owner_actor_id = $1 and a.deactivated_at is null`)
const ownAgents = sql<OfferedAgent>(`select id, name, handle from actors
  where owner_actor_id = $1 and kind = 'agent' and deactivated_at is null order by lower(name), id limit ${mostAgents}`)

type BoardRow = { id: string; name: string; role: Role; agentIds: string[]; adminNames: string[] }
const boardsOf = sql<BoardRow>(`select b.id, b.name, h.role,
    array(select m.actor_id::text from members m join actors a on a.id = m.actor_id
      where m.board_id = b.id and a.owner_actor_id = $1 and a.deactivated_at is null
      limit ${mostAgents}) as agent_ids,
    array(select a.name from members m join actors a on a.id = m.actor_id
      where m.board_id = b.id and m.role = 'admin' and a.kind = 'human' and a.deactivated_at is null
      order by m.added_at, a.id limit ${shownAdmins}) as admin_names
  from members h join boards b on b.id = h.board_id
  where h.actor_id = $1 and b.archived_at is null order by lower(b.name), b.id limit ${mostBoards}`)

export async function offerTo(read: Reader, humanActorId: string, { client }: Pick<AuthorizationRequest, 'client'>): Promise<Offer> {
  const [person, made, agents, boards] = await Promise.all([
    read.row(findPerson, [humanActorId]),
    read.row(findMade, [humanActorId, client.id]),
    read.rows(ownAgents, [humanActorId]),
    read.rows(boardsOf, [humanActorId]),
  ])
  return {
    personName: person?.name ?? '',
    made: made ?? null,
    agents: agents.filter((agent) => agent.id !== made?.id),
    boards: boards.map((row) => ({ ...row, agentIds: row.agentIds, adminNames: row.adminNames })),
  }
}

/** A board admin may choose any agent of theirs; others only one that is on the board already. */
export const mayChoose = ({ role, agentIds }: OfferedBoard, agentActorId: string): boolean =>
  role === 'admin' || agentIds.includes(agentActorId)
