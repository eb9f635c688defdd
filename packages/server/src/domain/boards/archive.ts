import { fieldRefusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { cardSummaryOf, type SummaryRow } from '../cards/summary.ts'
import { summaryColumns } from '../summary-rows.ts'

const archivedAtOf = sql<{ archivedAt: string }>(
  'select archived_at from cards where board_id = $1 and id = $2 and archived_at is not null',
)
const archivedBefore = sql<
  SummaryRow & { keyPrefix: string }
>(`select ${summaryColumns}, b.key_prefix from card_faces c join boards b on b.id = c.board_id
  where c.board_id = $1 and c.archived_at is not null and ($2::timestamptz is null or (c.archived_at, c.id) < ($2, $3::uuid))
  order by c.archived_at desc, c.id desc limit $4`)

export const archivedCards: RunOf<'board.archive.list'> = async (read, input) => {
  const from = input.cursor === undefined ? null : await read.row(archivedAtOf, [read.boardId, input.cursor])
  if (from === undefined) throw fieldRefusal('cursor', 'archiveCursor')
  const rows = await read.rows(archivedBefore, [read.boardId, from?.archivedAt ?? null, input.cursor ?? null, input.limit + 1])
  const shown = rows.slice(0, input.limit)
  const last = shown.at(-1)
  const cards = shown.map((row) => cardSummaryOf(row, { keyPrefix: row.keyPrefix, now: read.now, staleAfterMs: read.policy.staleAfterMs }))
  return page(cards, rows.length > input.limit && last ? { cursor: last.id } : null)
}
