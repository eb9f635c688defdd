import type { BoardTree } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import { cardSummaryOf, type SummaryRow } from '../../cards/summary.ts'
import { summaryColumns } from '../../summary-rows.ts'
import { headOf, listHeadOf, readFrame } from './frame.ts'
import { contextOf, type TreeDeps } from './tree.ts'

/** A board of up to this many cards is answered whole: its page asks once. */
const mostAtOnce = 500
/** Of all lists together: what is read and made into text at once. With very many lists each shows fewer cards. */
const mostShown = 2_000

/** `$1` board, `$2` whether archived ones too. */
const readIsLarge = sql<{ isLarge: true }>(
  `select true as is_large from cards where board_id = $1 and ($2 or archived_at is null) offset ${mostAtOnce} limit 1`,
)

/** `$1` board, `$2` whether archived ones too, `$3` how many of each list. The cost is that of the rows, and of the archived cards between them. */
const readFirst = sql<SummaryRow>(`select ${summaryColumns} from lists l cross join lateral (
    select * from card_faces where board_id = $1 and list_id = l.id and ($2 or archived_at is null) order by rank limit $3
  ) c where l.board_id = $1 and ($2 or l.archived_at is null) order by c.list_id, c.rank`)

/** `kept`: how many cards the kept tree has, if that is up to date. */
type Asked = { boardId: string; archived: boolean; firstCards: number; kept: number | undefined }

/** The board with the first cards of each list, of one snapshot. Undefined for a board that is not large. */
export async function readFirstCards({ database, clock, staleAfterMs }: TreeDeps, asked: Asked): Promise<BoardTree | undefined> {
  const { boardId, archived, kept } = asked
  // Before the snapshot: a small board, which most are, costs one statement more at most, and no transaction.
  const isLarge = kept === undefined ? await database.row(readIsLarge, [boardId, archived]) : kept > mostAtOnce
  if (!isLarge) return undefined
  return database.snapshot(async (reader) => {
    const frame = await readFrame(reader, boardId, archived)
    const firstCards = Math.min(asked.firstCards, Math.max(1, Math.floor(mostShown / frame.lists.length)))
    const rows = await reader.rows(readFirst, [boardId, archived, firstCards + 1])
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
