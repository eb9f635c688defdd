import type { AgentStats } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import type { Principal } from '../../kernel/identity/principal.ts'

/** The agents that an actor may see: their own, themselves, and those on a board that they can read. Specification: decisions §2. */
export type SeenAgent = ActorRow & { ownerName: string | null; ownerHandle: string | null; ownerAvatarUrl: string | null }

const mostAgents = 200
const mostBoards = 10_000

/** `$1` = who looks, `$2` = the leash, `$3` = one agent alone, or null. Of one that was asked for by name it makes no difference that it is retired. */
const agents = sql<SeenAgent>(`with seen as (
    select id from actors where owner_actor_id = $1 and kind = 'agent'
    union select id from actors where id = $1 and kind = 'agent'
    union select there.actor_id from members mine join members there on there.board_id = mine.board_id
      join boards b on b.id = mine.board_id and b.archived_at is null
      where mine.actor_id = $1 and ($2::uuid[] is null or mine.board_id = any ($2)))
  select a.*, o.name as owner_name, o.handle as owner_handle, o.avatar_url as owner_avatar_url
  from seen join actors a on a.id = seen.id and a.kind = 'agent' left join actors o on o.id = a.owner_actor_id
  where case when $3::uuid is null then a.deactivated_at is null else a.id = $3 end
  order by a.owner_actor_id = $1 desc nulls last, lower(a.name), a.id limit ${mostAgents}`)

export const seenAgents = (reader: Reader, principal: Principal, only: string | null): Promise<SeenAgent[]> =>
  reader.rows(agents, [principal.actorId, leashOf(principal), only])

type BoardRow = { actorId: string; id: string; name: string; keyPrefix: string; role: 'viewer' | 'member' | 'admin' }

const sharedBoards = sql<BoardRow>(`select there.actor_id, b.id, b.name, b.key_prefix, there.role
  from members mine join members there on there.board_id = mine.board_id and there.actor_id = any ($3::uuid[])
  join boards b on b.id = mine.board_id and b.archived_at is null
  where mine.actor_id = $1 and ($2::uuid[] is null or mine.board_id = any ($2)) order by lower(b.name), b.id limit ${mostBoards}`)

/** The boards of each agent that the caller can read, archived ones left out. */
export async function boardsOfAgents(
  reader: Reader,
  principal: Principal,
  agentIds: readonly string[],
): Promise<Map<string, AgentStats['boards']>> {
  const rows = await reader.rows(sharedBoards, [principal.actorId, leashOf(principal), agentIds])
  const byAgent = Map.groupBy(rows, (row) => row.actorId)
  return new Map(
    [...byAgent].map(([agentId, boards]) => [agentId, boards.map(({ id, name, keyPrefix, role }) => ({ id, name, keyPrefix, role }))]),
  )
}

const leashOf = ({ grant }: Principal): string[] | null => (grant?.leash ? [...grant.leash] : null)
