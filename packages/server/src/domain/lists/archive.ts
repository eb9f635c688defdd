import { sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { cards as table } from '../../db/tables/cards/cards.ts'
import { pick, write } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { findOnlyBlocked, recordBlocked, recordUnblocked } from '../relations/blocked.ts'
import { findParents, recordProgress } from '../relations/progress.ts'
import { requireMayArchive } from '../reviews/acceptance.ts'

/** The cards of a list are archived with it and come back with it; those that were archived before stay so. Specification: decisions §3. */
type Tx = Mutation<'card.archived' | 'card.unarchived' | 'card.blocked' | 'card.unblocked' | 'agent_session.updated'>

const cardsToFollow = sql<{ id: string; blocks: boolean; hasParent: boolean; waits: boolean }>(`select c.id, c.review is not null as waits,
    c.completed_at is null and exists (select from relations r where r.card_id = c.id and r.kind = 'blocks') as blocks,
    exists (select from relations r where r.other_card_id = c.id and r.kind = 'parent') as has_parent
  from cards c where c.board_id = $1 and c.list_id = $2
    and case when $3 then c.archived_at is null else c.archived_at is not null and c.archived_with_list end
  order by c.rank`)
const followList = write(
  { ...pick(table, ['boardId', 'archivedWithList', 'archivedAt', 'updatedAt']), ids: parameter<readonly string[]>('uuid[]') },
  (given) => `update cards set archived_at = ${given.archivedAt}, archived_with_list = ${given.archivedWithList}, version = version + 1,
    updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = any (${given.ids})`,
)

/** Reads and locks everything needed to archive or restore the cards of a list, before the first write; the answer writes. */
export async function cardsOfList(tx: Tx, listId: string, archived: boolean): Promise<() => Promise<void>> {
  const cards = await tx.rows(cardsToFollow, [tx.board.id, listId, archived])
  await requireMayArchive(tx, { waits: archived && cards.some((card) => card.waits) })
  const blocking = cards.filter((card) => card.blocks).map((card) => card.id)
  const parts = cards.filter((card) => card.hasParent).map((card) => card.id)
  const parents = parts.length === 0 ? [] : await findParents(tx, parts)
  const others = blocking.length === 0 ? [] : await findOnlyBlocked(tx, blocking)
  return async () => {
    if (cards.length === 0) return
    const written = { archivedWithList: archived, archivedAt: archived ? tx.now : null, updatedAt: tx.now }
    tx.send(followList({ boardId: tx.board.id, ids: cards.map((card) => card.id), ...written }))
    for (const { id } of cards) tx.record(archived ? 'card.archived' : 'card.unarchived', { cardId: id }, { cardId: id })
    if (archived) await recordUnblocked(tx, others)
    else recordBlocked(tx, others)
    await recordProgress(tx, parents)
  }
}
