import { sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { type AgentRequestRow, requestColumns } from './agent-requests.ts'

type Row = AgentRequestRow & {
  createdAt: string
  agentName: string
  agentHandle: string
  agentAvatarUrl: string | null
  ownerName: string
  ownerHandle: string
}

const most = 1_000

const readRequests = sql<Row>(`select ${requestColumns('r')}, r.created_at,
    a.name as agent_name, a.handle as agent_handle, a.avatar_url as agent_avatar_url, o.name as owner_name, o.handle as owner_handle
  from agent_requests r join actors a on a.id = r.agent_actor_id join actors o on o.id = r.owner_actor_id
  where r.board_id = $1 and r.settled_at is null and r.activity_id is not null order by r.id desc limit ${most}`)

/** The agents that a board asks for and whose owners have not answered. Specification: beyond §1. */
export const listRequests: HandlerOf<'member.requests'> = async (read) =>
  (await read.rows(readRequests, [read.boardId])).map((row) => ({
    id: row.id,
    boardId: row.boardId,
    role: row.role,
    requestedByActorId: row.requestedBy,
    createdAt: row.createdAt,
    agent: { actorId: row.agentActorId, name: row.agentName, handle: row.agentHandle, avatarUrl: row.agentAvatarUrl },
    owner: { actorId: row.ownerActorId, name: row.ownerName, handle: row.ownerHandle },
  }))
