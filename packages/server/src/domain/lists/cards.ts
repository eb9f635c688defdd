import { sql } from '../../db/database.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { cardSummaryOf, type SummaryRow } from '../cards/summary.ts'
import { summaryColumns } from '../summary-rows.ts'

type Row = SummaryRow & { keyPrefix: string; spreads: number }

/**
 * `$1` board, `$2` list, `$3` whether archived ones too, `$4`, `$5` and `$6` the spreads, id and rank of the cursor. The page goes on behind that
 * rank, wherever its card is by now; when all cards have got new ranks meanwhile, behind the card itself.
 */
const readPage = sql<Row>(`select ${summaryColumns}, b.key_prefix, b.spreads
  from boards b cross join lateral (
    select * from card_faces where board_id = $1 and list_id = $2 and ($3 or archived_at is null)
      and rank > case when b.spreads = $4 then $6
        else coalesce((select rank from cards where board_id = $1 and list_id = $2 and id = $5), $6) end
    order by rank limit $7
  ) c where b.id = $1 order by c.rank`)

const beginning = [0, '00000000-0000-0000-0000-000000000000', ''] as const

/** The cards of a list, as the board shows them. A card that moves between two pages may come twice or not at all. */
export const cardsInList: RunOf<'list.cards'> = async (read, { archived = false, limit, cursor }) => {
  const from = cursor === undefined ? beginning : placeOf(cursor)
  const rows = await read.rows(readPage, [read.boardId, read.target.id, archived, ...from, limit + 1])
  const shown = rows.slice(0, limit)
  const { now, policy } = read
  const cards = shown.map((row) => cardSummaryOf(row, { keyPrefix: row.keyPrefix, now, staleAfterMs: policy.staleAfterMs }))
  const last = rows.length > limit ? shown.at(-1) : undefined
  return page(cards, last ? { cursor: `${last.spreads}.${last.id}.${last.rank}` } : null)
}

function placeOf(cursor: string): [spreads: number, id: string, rank: string] {
  const [spreads = '', id = '', rank = ''] = cursor.split('.')
  return [Number(spreads), id, rank]
}
