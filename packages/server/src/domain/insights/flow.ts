import type { BoardInsights } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { Range } from './range.ts'

/**
 * The number of cards per list at the end of each day. The current counts are taken, and the activities of the log are undone day by day:
 * it reads only activities since the first day, whatever the age of the board.
 */
type Flow = BoardInsights['flow']
type List = { id: string; name: string; archivedAt: string | null }
/** A column of the chart: the id of the card's list, or `completed` in any list. */
type Band = string
const completed: Band = 'completed'

const mostLists = 500

const listsOf = sql<List>(`select id, name, archived_at from lists where board_id = $1 order by rank limit ${mostLists}`)
const countNow = sql<{ band: Band; cards: number }>(`select band, count(*)::int as cards from (
    select case when completed_at is null then list_id::text else '${completed}' end as band from cards
    where board_id = $1 and (archived_at is null or completed_at is not null)) c
  group by band`)

/** The same text as the predicate of the index activities_of_flow, so that PostgreSQL uses it. */
const isFlow = `(a.verb in ('card.created', 'card.moved', 'card.archived', 'card.unarchived')
  or a.verb = 'card.updated' and (a.payload -> 'completedAt') is not null)`

/**
 * The list, archived and completed state that an activity gives for its card, before and after: null = not given; '' as list = on another
 * board, or not created yet.
 */
const changed = `select a.card_id, a.seq, width_bucket(a.created_at, $3::timestamptz[]) as day,
    case a.verb when 'card.created' then '' when 'card.moved' then case when (a.payload -> 'fromBoardId') is null then a.payload ->> 'fromListId' else '' end
      end as list_before,
    case a.verb when 'card.created' then a.payload ->> 'listId'
      when 'card.moved' then case when (a.payload -> 'toBoardId') is null then a.payload ->> 'toListId' else '' end end as list_after,
    case a.verb when 'card.archived' then false when 'card.unarchived' then true
      when 'card.moved' then ${holds('archivedAt')} end as archived_before,
    case a.verb when 'card.archived' then true when 'card.unarchived' then false
      when 'card.moved' then ${holds('archivedAt')} end as archived_after,
    case a.verb when 'card.updated' then (a.payload -> 'previous' ->> 'completedAt') is not null
      when 'card.moved' then ${holds('completedAt')} end as completed_before,
    case when a.verb in ('card.updated', 'card.moved') then ${holds('completedAt')} end as completed_after
  from activities a where a.board_id = $1 and a.created_at >= $2 and ${isFlow}`

/** Null when the payload does not say. */
function holds(key: string): string {
  return `case when (a.payload -> '${key}') is not null then (a.payload ->> '${key}') is not null end`
}

/** The last value recorded for each card up to here, else the value before its first recorded change, else the current value. */
function standing(what: string, now: string): string {
  const lastSaid = `(max(array[lpad(seq::text, 19, '0'), ${what}_after::text]) filter (where ${what}_after is not null) over so_far)[2]`
  return `coalesce(${lastSaid}, ${before(what)}, ${now}) as ${what}`
}

function before(what: string): string {
  return `(min(array[lpad(seq::text, 19, '0'), ${what}_before::text]) filter (where ${what}_before is not null) over of_card)[2]`
}

const bandOf = (list: string, archived: string, isCompleted: string) =>
  `case when ${list} = '' then null when ${isCompleted} = 'true' then '${completed}' when ${archived} = 'true' then null else ${list} end`

const current = {
  list: "coalesce(list_now, '')",
  archived: "coalesce(archived_now, 'false')",
  completed: "coalesce(completed_now, 'false')",
}

const readChanges = sql<{ day: number; band: Band; change: number }>(`with changed as (${changed}), stood as (
    select card_id, seq, day,
      ${standing('list', current.list)}, ${standing('archived', current.archived)}, ${standing('completed', current.completed)},
      coalesce(${before('list')}, ${current.list}) as list_first,
      coalesce(${before('archived')}, ${current.archived}) as archived_first,
      coalesce(${before('completed')}, ${current.completed}) as completed_first
    from changed left join lateral (select c.list_id::text as list_now, (c.archived_at is not null)::text as archived_now,
      (c.completed_at is not null)::text as completed_now from cards c where c.id = changed.card_id and c.board_id = $1) c on true
    window so_far as (partition by card_id order by seq), of_card as (partition by card_id)
  ), bands as (
    select day, ${bandOf('list', 'archived', 'completed')} as band,
      case when row_number() over so_far = 1 then ${bandOf('list_first', 'archived_first', 'completed_first')}
        else lag(${bandOf('list', 'archived', 'completed')}) over so_far end as left_band
    from stood window so_far as (partition by card_id order by seq)
  )
  select day, band, sum(change)::int as change from (
    select day, band, 1 as change from bands where band is distinct from left_band
    union all select day, left_band, -1 from bands where band is distinct from left_band) c
  where band is not null group by day, band having sum(change) <> 0`)

/** Read from one snapshot: counts and activities must be of the same state of the board. */
export async function flowOf(reader: Reader, boardId: string, range: Range): Promise<Flow> {
  const [lists, now, changes] = await Promise.all([
    reader.rows(listsOf, [boardId]),
    reader.rows(countNow, [boardId]),
    reader.rows(readChanges, [boardId, range.fromAt, [...range.starts]]),
  ])
  const counts = countedBack(range.dates.length, new Map(now.map(({ band, cards }) => [band, cards])), changes)
  const shown = lists.filter((list) => list.archivedAt === null || counts.some((count) => (count.get(list.id) ?? 0) > 0))
  return {
    lists: shown.map(({ id, name, archivedAt }) => ({ id, name, archivedAt })),
    days: range.dates.map((date, index) => ({
      date,
      completed: counts[index]?.get(completed) ?? 0,
      inLists: shown.map((list) => counts[index]?.get(list.id) ?? 0),
    })),
  }
}

/** The counts at the end of each day, `changes` numbering the days from 1; changes after the last day are undone too. */
function countedBack(days: number, now: ReadonlyMap<Band, number>, changes: readonly { day: number; band: Band; change: number }[]) {
  const byDay = Map.groupBy(changes, ({ day }) => day)
  const counts: Map<Band, number>[] = []
  const count = new Map(now)
  for (let day = days + 1; day > 1; day--) {
    for (const { band, change } of byDay.get(day) ?? []) count.set(band, (count.get(band) ?? 0) - change)
    counts.unshift(new Map(count))
  }
  return counts
}
