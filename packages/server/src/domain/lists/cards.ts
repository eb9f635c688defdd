import { sql } from '../../db/database.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { cardSummaryOf, type SummaryRow } from '../cards/summary.ts'
import { summaryColumns } from '../summary-rows.ts'

/** `$2` whether archived ones too, `$3` the rank of the last card read. Ranks are ASCII, and none is empty. */
const readPage = sql<SummaryRow & { keyPrefix: string }>(`select ${summaryColumns}, b.key_prefix
  from (select * from card_faces where list_id = $1 and ($2 or archived_at is null) and rank > $3 order by rank limit $4) c
    join boards b on b.id = c.board_id order by c.rank`)

/**
 * The cards of a list, as the board shows them. The cursor is the rank of the last card, not its id: a card that moves between two pages
 * may come twice or not at all, and breaks off nothing.
 */
export const cardsInList: RunOf<'list.cards'> = async (read, { archived = false, limit, cursor = '' }) => {
  const rows = await read.rows(readPage, [read.target.id, archived, cursor, limit + 1])
  const shown = rows.slice(0, limit)
  const { now, policy } = read
  const cards = shown.map((row) => cardSummaryOf(row, { keyPrefix: row.keyPrefix, now, staleAfterMs: policy.staleAfterMs }))
  const last = rows.length > limit ? shown.at(-1) : undefined
  return page(cards, last ? { cursor: last.rank } : null)
}
