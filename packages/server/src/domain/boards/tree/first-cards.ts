import type { BoardTree } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import { cardSummaryOf, type SummaryRow } from '../../cards/summary.ts'
import { summaryColumns } from '../../summary-rows.ts'
import { headOf, listHeadOf, readFrame } from './frame.ts'
import { contextOf, type TreeDeps } from './tree.ts'

/** A board of up to this many cards is answered whole: its page asks once. */
const mostAtOnce = 500

/** `$1` board, `$2` whether archived ones too. */
const readIsLarge = sql<{ isLarge: true }>(
  `select true as is_large from cards where board_id = $1 and ($2 or archived_at is null) offset ${mostAtOnce} limit 1`,
)

/** `$1` board, `$2` whether archived ones too, `$3` how many of each list. The cost is that of the rows, however many cards a list has. */
const readFirst = sql<SummaryRow>(`select ${summaryColumns} from lists l cross join lateral (
    select * from card_faces where board_id = $1 and list_id = l.id and ($2 or archived_at is null) order by rank limit $3
  ) c where l.board_id = $1 and ($2 or l.archived_at is null) order by c.list_id, c.rank`)

type Asked = { boardId: string; archived: boolean; firstCards: number }

/** The board with the first cards of each list, of one snapshot. Undefined for a board that is not large. */
export async function readFirstCards({ database, clock, staleAfterMs }: TreeDeps, asked: Asked): Promise<BoardTree | undefined> {
  const { boardId, archived, firstCards } = asked
  // Before the snapshot: a small board, which most are, costs one statement more and no transaction.
  if (!(await database.row(readIsLarge, [boardId, archived]))) return undefined
  return database.snapshot(async (reader) => {
    const [frame, rows] = await Promise.all([
      readFrame(reader, boardId, archived),
      reader.rows(readFirst, [boardId, archived, firstCards + 1]),
    ])
    const context = contextOf(frame, { atMs: clock.now(), staleAfterMs })
    const rowsOf = Map.groupBy(rows, ({ listId }) => listId)
    const lists = frame.lists.map((list) => {
      const found = rowsOf.get(list.id) ?? []
      const cards = found.slice(0, firstCards).map((row) => cardSummaryOf(row, context))
      return { ...listHeadOf(list), cards, ...(found.length > firstCards && { more: true }) }
    })
    return { ...headOf(frame), lists }
  })
}
