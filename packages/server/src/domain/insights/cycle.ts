import { type BoardInsights, fieldRefusal, type ListCategory } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { keyOf } from '../cards/summary.ts'
import { percentile } from './percentile.ts'
import type { Range } from './range.ts'

/**
 * The cycle time of completed cards. Work on a card begins when it first is in the list where work begins, or in one to its right, or when
 * an agent first works on it; it ends when the card was completed.
 */
type Cycle = BoardInsights['cycle']
type List = { id: string; category: ListCategory; archivedAt: string | null }
type Finished = { id: string; number: number; keyPrefix: string; title: string; completedAt: string; startedAt: string | null }

const mostCards = 1_000

const listsOf = sql<List>('select id, category, archived_at from lists where board_id = $1 order by rank limit 1000')
const finished = sql<Finished>(`select c.id, c.number, b.key_prefix, c.title, c.completed_at, s.started_at
  from boards b join cards c on c.board_id = b.id
  left join lateral (select min(a.created_at) as started_at from activities a
    where a.card_id = c.id and a.board_id = b.id and (
      a.verb = 'card.created' and a.payload ->> 'listId' = any ($4::text[])
      or a.verb = 'card.moved' and (a.payload -> 'toBoardId') is null and a.payload ->> 'toListId' = any ($4::text[])
      or a.verb like 'agent\\_session.%' and a.payload ->> 'state' = 'working')) s on true
  where b.id = $1 and c.completed_at >= $2 and c.completed_at < $3
  order by c.completed_at desc, c.id limit ${mostCards}`)

export async function cycleOf(reader: Reader, boardId: string, range: Range, startListId: string | undefined): Promise<Cycle> {
  const lists = await reader.rows(listsOf, [boardId])
  const start = startOf(lists, startListId)
  const work = start === null ? [] : lists.slice(lists.findIndex((list) => list.id === start)).map((list) => list.id)
  const rows = await reader.rows(finished, [boardId, range.fromAt, range.beforeAt, work])
  const cards = rows.toReversed().flatMap(measured)
  const ascending = cards.map((card) => card.cycleMs).toSorted((a, b) => a - b)
  return {
    startListId: start,
    p50: percentile(ascending, 50),
    p85: percentile(ascending, 85),
    p95: percentile(ascending, 95),
    measured: cards.length,
    unmeasured: rows.length - cards.length,
    cards,
  }
}

/** The first list of the category `started`; without one the second list: in the first one cards wait to be begun. */
function startOf(lists: readonly List[], asked: string | undefined): string | null {
  if (asked !== undefined) {
    if (!lists.some((list) => list.id === asked)) throw fieldRefusal('startListId', 'startListGone')
    return asked
  }
  const shown = lists.filter((list) => list.archivedAt === null)
  const started = shown.find((list) => list.category === 'started')
  return (started ?? shown[1] ?? shown[0])?.id ?? null
}

/** Nothing of a card that was completed before work on it began, as far as the log knows: such as one that was imported. */
function measured(row: Finished): Cycle['cards'] {
  if (row.startedAt === null || row.startedAt > row.completedAt) return []
  const cycleMs = Date.parse(row.completedAt) - Date.parse(row.startedAt)
  return [
    {
      cardId: row.id,
      key: keyOf(row.keyPrefix, row.number),
      title: row.title,
      startedAt: row.startedAt,
      completedAt: row.completedAt,
      cycleMs,
    },
  ]
}
