import type { RecordsOf } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { copiedColumns } from '../attachments/copies.ts'
import type { CopySource, SourceCard } from './copy-source.ts'

/** Pages of cards for the copy of a board. What goes along is what goes along with the copy of a card (cards/copy.ts). */
type Tx = Mutation<RecordsOf<'board.copy'>>

/** By the id on the board that is copied. */
export type NewIds = { lists: Map<string, string>; labels: Map<string, string>; fields: Map<string, string>; cards: Map<string, string> }

/** What one transaction writes, in the weights of cards: some 100 ms. */
const pageWeight = 4_000

export function* pagesOf(cards: readonly SourceCard[]): Generator<SourceCard[]> {
  let page: SourceCard[] = []
  let weight = 0
  for (const card of cards) {
    if (page.length > 0 && weight + card.weight > pageWeight) {
      yield page
      page = []
      weight = 0
    }
    page.push(card)
    weight += card.weight
  }
  if (page.length > 0) yield page
}

/**
 * One statement, so that all that hangs on a card is of one moment. `$1` new board, `$2` the copied one, `$3` … `$7` the page; `$8` who
 * copies, the only member there is; `$9` now; `$10`/`$11` labels and `$12`/`$13` fields, of the copied board and of the new one. A card
 * that is not on the copied board any more is left out. The row of a file is held while it is taken over: whoever deletes its attachment
 * at this moment waits, or was first and has it left out. Attachments stand in the order of their ids, so these differ in time.
 */
const copyPage = sql<{ id: string; title: string }>(`with page as materialized (
    select p.* from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::int[]) as p(copied_id, id, list_id, rank, number)
  ), held as materialized (
    select f.key from files f where f.kept and f.key in (
      select a.file_key from page p join attachments a on a.card_id = p.copied_id and a.board_id = $2) order by f.key for share
  ), attached as materialized (
    select p.id as on_card, a.thumbnail_due_at, row_number() over (partition by p.id order by a.id) as place, ${copiedColumns}
    from page p join attachments a on a.card_id = p.copied_id and a.board_id = $2
    where a.file_key is null or a.file_key in (select key from held)
  ), attachments_added as (
    insert into attachments (board_id, id, card_id, created_by, created_at, thumbnail_due_at, ${copiedColumns})
    select $1, uuid_at($9::timestamptz + place * interval '1 millisecond'), on_card, $8, $9,
      case when thumbnail_due_at is not null then $9::timestamptz end, ${copiedColumns} from attached
  ), items_added as (
    insert into checklist_items (board_id, id, card_id, text, rank, assignee_actor_id, created_at)
    select $1, uuid_at($9), p.id, i.text, i.rank, case when i.assignee_actor_id = $8 then $8::uuid end, $9
    from page p join checklist_items i on i.card_id = p.copied_id and i.board_id = $2
    returning card_id
  ), labels_added as (
    insert into card_labels (board_id, card_id, label_id)
    select $1, p.id, n.id from page p join card_labels l on l.card_id = p.copied_id and l.board_id = $2
    join unnest($10::uuid[], $11::uuid[]) as n(copied_id, id) on n.copied_id = l.label_id
  ), values_added as (
    insert into field_values (board_id, card_id, field_id, value)
    select $1, p.id, n.id, v.value from page p join field_values v on v.card_id = p.copied_id and v.board_id = $2
    join unnest($12::uuid[], $13::uuid[]) as n(copied_id, id) on n.copied_id = v.field_id
  ), assignees_added as (
    insert into card_assignees (board_id, card_id, actor_id, assigned_at)
    select $1, p.id, $8, $9 from page p join card_assignees a on a.card_id = p.copied_id and a.board_id = $2 and a.actor_id = $8
  )
  insert into cards (board_id, id, list_id, number, title, description, rank, priority, start_at, due_at, created_by, created_at, updated_at,
    checklist_total, attachment_count)
  select $1, p.id, p.list_id, p.number, c.title, c.description, p.rank, c.priority, c.start_at, c.due_at, $8, $9, $9,
    (select count(*) from items_added i where i.card_id = p.id), (select count(*) from attached a where a.on_card = p.id)
  from page p join cards c on c.id = p.copied_id and c.board_id = $2
  returning id, title`)

/** Writes a page and notes the new ids of its cards. */
export async function copyCards(tx: Tx, source: CopySource, page: readonly SourceCard[], ids: NewIds): Promise<void> {
  const cards = page.map(({ id, list_id, rank }) => ({ copiedFrom: id, id: tx.newId(), listId: ids.lists.get(list_id) ?? '', rank }))
  const first = tx.board.last_card_number + 1
  tx.board.last_card_number += cards.length
  const rows = await tx.rows(copyPage, [
    ...[tx.board.id, source.board.id, cards.map((card) => card.copiedFrom), cards.map((card) => card.id), cards.map((card) => card.listId)],
    ...[cards.map((card) => card.rank), cards.map((_, at) => first + at), tx.principal.actorId, tx.now],
    ...[[...ids.labels.keys()], [...ids.labels.values()], [...ids.fields.keys()], [...ids.fields.values()]],
  ])
  const titles = new Map(rows.map((row) => [row.id, row.title]))
  for (const { id, listId, copiedFrom } of cards) {
    const title = titles.get(id)
    if (title === undefined) continue
    ids.cards.set(copiedFrom, id)
    tx.record('card.created', { title, listId, copiedFrom }, { cardId: id })
  }
}

const chunk = 2_000
const copyRelations = sql(`insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at)
  select $1, a.id, $1, b.id, r.kind, $3
  from unnest($4::uuid[], $5::uuid[]) as a(copied_id, id) join relations r on r.card_id = a.copied_id
  join unnest($6::uuid[], $7::uuid[]) as b(copied_id, id) on b.copied_id = r.other_card_id
  where r.board_id = $2 and r.other_board_id = $2`)

/** How the cards that went along stand to each other. */
export function relateCopies(tx: Tx, source: CopySource, { cards }: NewIds): void {
  const all = [...cards]
  for (let at = 0; at < all.length; at += chunk) {
    const some = all.slice(at, at + chunk)
    tx.send(copyRelations, [
      ...[tx.board.id, source.board.id, tx.now, some.map(([copied]) => copied), some.map(([, id]) => id)],
      ...[all.map(([copied]) => copied), all.map(([, id]) => id)],
    ])
  }
}
