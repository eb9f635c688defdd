import { fieldRefusal, type ListQueue } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/** A list whose ready cards agents claim by themselves. Specification: beyond §3. */
const agentsAmong = sql<{ id: string }>(`select a.id from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and a.id = any ($2::uuid[]) and a.kind = 'agent'`)

/** Undefined where nothing changes. Throws validation for an id that is no agent of the board. */
export async function queueAfter(
  tx: Mutation<never>,
  standing: ListQueue | null,
  wanted: ListQueue | null | undefined,
): Promise<ListQueue | null | undefined> {
  if (!wanted) return wanted
  const agentActorIds = [...new Set(wanted.agentActorIds)].toSorted()
  if (standing && JSON.stringify(standing.agentActorIds) === JSON.stringify(agentActorIds)) return undefined
  const known = agentActorIds.length === 0 ? [] : await tx.rows(agentsAmong, [tx.board.id, agentActorIds])
  if (known.length < agentActorIds.length) throw fieldRefusal('queue', 'queueOfAgents')
  return { agentActorIds }
}
