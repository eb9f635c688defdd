import { sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { summaryColumns } from '../summary-rows.ts'
import { cardSummaryOf, type SummaryRow } from './summary.ts'

/** The sub-cards of a card that the caller can read, in the order in which they came to it. Specification: beyond §4. */
const readChildren = sql<SummaryRow & { boardId: string; keyPrefix: string }>(`select ${summaryColumns}, c.board_id, b.key_prefix
  from relations r join card_faces c on c.id = r.other_card_id join boards b on b.id = c.board_id
    join members m on m.board_id = c.board_id and m.actor_id = $2
  where r.card_id = $1 and r.kind = 'parent' and ($3::uuid[] is null or c.board_id = any ($3))
  order by r.created_at, c.id limit 200`)

export const childrenOf: HandlerOf<'card.children'> = async (read) => {
  const { actorId, grant } = read.principal
  const rows = await read.rows(readChildren, [read.target.id, actorId, grant?.leash ? [...grant.leash] : null])
  const { now, policy } = read
  return rows.map((row) => ({
    ...cardSummaryOf(row, { keyPrefix: row.keyPrefix, now, staleAfterMs: policy.staleAfterMs }),
    boardId: row.boardId,
  }))
}
