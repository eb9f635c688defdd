import { fieldRefusal, type ListQueue } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { type ListRow, lists } from '../../db/tables/boards/lists.ts'
import { update } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { changes } from '../changes.ts'
import { headOfQueue } from '../sessions/may-invoke.ts'
import { pageSize } from '../sessions/several.ts'

/** A list whose ready cards agents claim by themselves. Specification: beyond §3. */
const agentsAmong = sql<{ id: string }>(`select a.id from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and a.id = any ($2::uuid[]) and a.kind = 'agent' and a.deactivated_at is null`)

type Queue = Pick<ListRow, 'queue' | 'queueSetBy'>

/**
 * The queue of a list, and the actor for whom agents claim from it: the last one to set it, even to the same value. Null when nothing changes.
 * Throws validation for an id that is not an agent of the board.
 */
export async function queueAfter(
  tx: Mutation<never>,
  standing: Queue,
  wanted: (ListQueue & { keep?: boolean | undefined }) | null | undefined,
): Promise<Queue | null> {
  if (wanted === undefined || (wanted === null && standing.queue === null)) return null
  if (wanted === null) return { queue: null, queueSetBy: null }
  if (wanted.keep && standing.queue !== null) return null
  const agentActorIds = [...new Set(wanted.agentActorIds)].toSorted()
  const queueSetBy = await headOfQueue(tx)
  const isSame = JSON.stringify(standing.queue?.agentActorIds) === JSON.stringify(agentActorIds)
  if (isSame && standing.queueSetBy === queueSetBy) return null
  const known = agentActorIds.length === 0 ? [] : await tx.rows(agentsAmong, [tx.board.id, agentActorIds])
  if (known.length < agentActorIds.length) throw fieldRefusal('queue', 'queueOfAgents')
  return { queue: { agentActorIds }, queueSetBy }
}

/** Archived lists count too: they may be restored. */
const queuesNaming = sql<Pick<ListRow, 'id'> & { queue: ListQueue }>(`select id, queue from lists
  where board_id = $1 and queue is not null and queue->'agentActorIds' @> to_jsonb($2::uuid) order by id limit ${pageSize}`)
const writeQueue = update(lists, { key: ['boardId', 'id'], set: ['queue'] })

/** Takes an agent that leaves the board out of its queues. A queue for it alone ends: without a name it would be one for every agent. */
export async function leaveQueues(tx: Mutation<'list.updated'>, agentActorId: string): Promise<void> {
  for (;;) {
    const named = await tx.rows(queuesNaming, [tx.board.id, agentActorId])
    for (const { id, queue } of named) {
      const agentActorIds = queue.agentActorIds.filter((each) => each !== agentActorId)
      const after = { queue: agentActorIds.length === 0 ? null : { agentActorIds } }
      tx.send(writeQueue({ boardId: tx.board.id, id, ...after }))
      tx.record('list.updated', { listId: id, ...changes<Pick<ListRow, 'queue'>>({ queue }, after)?.payload })
    }
    if (named.length < pageSize) return
  }
}
