import { byId } from '../../../db/by-id.ts'
import { type Reader, sql } from '../../../db/database.ts'
import { attributeColumns } from '../../cards/attributes.ts'
import type { SummaryRow } from '../../cards/summary.ts'
import { isOpenCard } from '../../relations/is-blocked.ts'
import { summaryColumns } from '../../summary-rows.ts'

/** Reads what the tiles of a board show. */
type PlainRow = Omit<SummaryRow, 'assigneeIds' | 'labelIds' | 'blocked' | 'children'>
type Part<T> = { cardId: string } & T

/** `$3`, `$4` list and rank of the last card read. */
const readPage =
  sql<PlainRow>(`select c.id, c.list_id, c.number, c.title, c.title_external, c.rank, ${attributeColumns('c')}, c.completed_at,
    c.archived_at, c.version, c.updated_at, c.delegate_actor_id, c.delegated_by, c.delegated_at,
    c.latest_session_id, c.review, c.checklist_total, c.checklist_done, c.comment_count, c.attachment_count, c.cover_attachment_id,
    s.state as session_state, s.status_text as session_status_text, s.last_event_at as session_last_event_at,
    s.stop_requested_at as session_stop_requested_at, s.lease_expires_at as session_lease_expires_at,
    left(s.failure_reason, 200) as session_failure_reason,
    s.question ->> 'expiresAt' as session_expires_at, left(s.question ->> 'defaultOption', 200) as session_default_option
  from cards c left join sessions s on s.id = c.latest_session_id
  where c.board_id = $1 and ($2 or c.archived_at is null) and (c.list_id, c.rank) > ($3::uuid, $4) order by c.list_id, c.rank limit $5`)
const readAssignees = sql<Part<{ actorId: string }>>(
  'select card_id, actor_id from card_assignees where card_id = any ($1::uuid[]) order by card_id, assigned_at, actor_id',
)
const readLabels = sql<Part<{ labelId: string }>>(
  'select card_id, label_id from card_labels where card_id = any ($1::uuid[]) order by card_id, label_id',
)
const readBlocked = sql<Part<object>>(`select distinct r.other_card_id as card_id from relations r
  where r.other_card_id = any ($1::uuid[]) and r.kind = 'blocks' and ${isOpenCard('r.card_id')}`)
const readProgress = sql<
  Part<{ done: number; total: number }>
>(`select r.card_id, count(c.completed_at)::int as done, count(*)::int as total
  from relations r ${byId('cards', 'r.other_card_id', 'c')}
  where r.card_id = any ($1::uuid[]) and r.kind = 'parent' and c.archived_at is null group by r.card_id`)

const [beforeAll, noList] = ['', '00000000-0000-0000-0000-000000000000']

/** Cards in the order of their lists' ids and their ranks, a page at a time: what is kept of a page is bounded, however large the board is. */
export async function* pagesOfCards(
  reader: Reader,
  { boardId, archived, pageSize }: { boardId: string; archived: boolean; pageSize: number },
): AsyncGenerator<SummaryRow[]> {
  for (let last: PlainRow | undefined; ; ) {
    const page = await reader.rows(readPage, [boardId, archived, last?.listId ?? noList, last?.rank ?? beforeAll, pageSize])
    if (page.length > 0) yield await withParts(reader, page)
    if (page.length < pageSize) return
    last = page.at(-1)
  }
}

async function withParts(reader: Reader, page: readonly PlainRow[]): Promise<SummaryRow[]> {
  const ids = [page.map(({ id }) => id)]
  const [assignees, labels, blocked, progress] = await Promise.all([
    reader.rows(readAssignees, ids),
    reader.rows(readLabels, ids),
    reader.rows(readBlocked, ids),
    reader.rows(readProgress, ids),
  ])
  const [assigneesOf, labelsOf] = [grouped(assignees, ({ actorId }) => actorId), grouped(labels, ({ labelId }) => labelId)]
  const isBlocked = new Set(blocked.map(({ cardId }) => cardId))
  const childrenOf = new Map(progress.map(({ cardId, done, total }) => [cardId, [done, total] as const]))
  return page.map((row) => ({
    ...row,
    assigneeIds: assigneesOf.get(row.id) ?? [],
    labelIds: labelsOf.get(row.id) ?? [],
    blocked: isBlocked.has(row.id),
    children: childrenOf.get(row.id) ?? [0, 0],
  }))
}

/** `$2` cards, `$3` whether archived ones too. The progress of a card's parent changes with the card. */
const readChanged = sql<SummaryRow>(`select ${summaryColumns} from card_faces c
  where c.board_id = $1 and ($3 or c.archived_at is null) and c.id = any (array(
    select unnest($2::uuid[]) union select r.card_id from relations r where r.other_card_id = any ($2::uuid[]) and r.kind = 'parent'))`)

/** Those cards that are on the board, and the parents of all of them there. */
export const changedCards = (reader: Reader, boardId: string, { ids, archived }: { ids: ReadonlySet<string>; archived: boolean }) =>
  reader.rows(readChanged, [boardId, [...ids], archived])

function grouped<T>(parts: readonly Part<T>[], idOf: (part: Part<T>) => string): Map<string, string[]> {
  const byCard = new Map<string, string[]>()
  for (const part of parts) {
    const known = byCard.get(part.cardId)
    if (known) known.push(idOf(part))
    else byCard.set(part.cardId, [idOf(part)])
  }
  return byCard
}
