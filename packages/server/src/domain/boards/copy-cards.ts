import { attributeNames, type RecordsOf } from '@tandem/contract'
import { parameter } from '../../db/parameters.ts'
import { boards } from '../../db/tables/boards/boards.ts'
import { cards as table } from '../../db/tables/cards/cards.ts'
import { roleElsewhere, roleOfAttachment, roleOfPart } from '../../db/text-authors.ts'
import { pick, returning, write } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { copiedColumns } from '../attachments/copies.ts'
import { attributeColumns } from '../cards/attributes.ts'
import type { CopySource, SourceCard } from './copy-source.ts'

/** Pages of cards for the copy of a board. The same parts are copied as in the copy of a card (cards/copy.ts). */
type Tx = Mutation<RecordsOf<'board.copy'>>

/** New ids, keyed by those on the copied board. */
export type NewIds = { lists: Map<string, string>; labels: Map<string, string>; fields: Map<string, string>; cards: Map<string, string> }

/** The weight of cards that one transaction writes at most: some 100 ms. */
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

const uuids = parameter<readonly string[]>('uuid[]')
/** Copies from the board `sourceId` to the board `boardId`. */
const boardsOfCopy = { boardId: boards.id, sourceId: boards.id }
const pageOfCopy = {
  ...boardsOfCopy,
  /** Pairs of ids: a card on the copied board, and its copy. */
  copiedIds: uuids,
  ids: uuids,
  listIds: uuids,
  ranks: parameter<readonly string[]>('text[]'),
  numbers: parameter<readonly number[]>('int[]'),
  copiedLabelIds: uuids,
  labelIds: uuids,
  copiedFieldIds: uuids,
  fieldIds: uuids,
  ...pick(table, ['createdBy', 'createdAt']),
}

/**
 * One statement, so that a card and its parts are read at one moment. `createdBy` is the only member and makes the copy. A card that is not
 * on the copied board any more is left out. The row of a file is locked while it is copied: a concurrent deletion of its attachment waits,
 * or came first, and the attachment is left out. Attachments are ordered by id, so their ids get different times.
 */
const copyPage = write(
  pageOfCopy,
  (to) => `with page as materialized (
    select p.* from unnest(${to.copiedIds}, ${to.ids}, ${to.listIds}, ${to.ranks}, ${to.numbers})
      as p(copied_id, id, list_id, rank, number)
  ), held as materialized (
    select f.key from files f where f.kept and f.key in (
      select a.file_key from page p join attachments a on a.card_id = p.copied_id and a.board_id = ${to.sourceId}) order by f.key for share
  ), attached as materialized (
    select p.id as on_card, a.id as copied_id, a.thumbnail_due_at, ${roleElsewhere(roleOfAttachment('a'))} as author_role, ${copiedColumns},
      uuid_at(${to.createdAt} + row_number() over (partition by p.id order by a.id) * interval '1 millisecond') as new_id
    from page p join attachments a on a.card_id = p.copied_id and a.board_id = ${to.sourceId}
    where a.file_key is null or a.file_key in (select key from held)
  ), attachments_added as (
    insert into attachments (board_id, id, card_id, created_by, created_at, thumbnail_due_at, author_role, ${copiedColumns})
    select ${to.boardId}, new_id, on_card, ${to.createdBy}, ${to.createdAt},
      case when thumbnail_due_at is not null then ${to.createdAt} end, author_role, ${copiedColumns} from attached
  ), items_added as (
    insert into checklist_items (board_id, id, card_id, text, rank, assignee_actor_id, created_at, written_by, author_role)
    select ${to.boardId}, uuid_at(${to.createdAt}), p.id, item.text, item.rank,
      case when item.assignee_actor_id = ${to.createdBy} then ${to.createdBy} end, ${to.createdAt}, ${to.createdBy}, ${roleElsewhere(roleOfPart('item'))}
    from page p join checklist_items item on item.card_id = p.copied_id and item.board_id = ${to.sourceId}
    returning card_id
  ), labels_added as (
    insert into card_labels (board_id, card_id, label_id)
    select ${to.boardId}, p.id, n.id from page p join card_labels l on l.card_id = p.copied_id and l.board_id = ${to.sourceId}
    join unnest(${to.copiedLabelIds}, ${to.labelIds}) as n(copied_id, id) on n.copied_id = l.label_id
  ), values_added as (
    insert into field_values (board_id, card_id, field_id, value, written_by, author_role)
    select ${to.boardId}, p.id, n.id, v.value, ${to.createdBy}, ${roleElsewhere(roleOfPart('v'))} from page p join field_values v on v.card_id = p.copied_id and v.board_id = ${to.sourceId}
    join unnest(${to.copiedFieldIds}, ${to.fieldIds}) as n(copied_id, id) on n.copied_id = v.field_id
  ), assignees_added as (
    insert into card_assignees (board_id, card_id, actor_id, assigned_at)
    select ${to.boardId}, p.id, ${to.createdBy}, ${to.createdAt}
    from page p join card_assignees a on a.card_id = p.copied_id and a.board_id = ${to.sourceId} and a.actor_id = ${to.createdBy}
  )
  insert into cards (board_id, id, list_id, number, title, description, rank, ${attributeNames.map((name) => table[name].name)},
    created_by, created_at, updated_at, title_external, description_role, checklist_total, attachment_count, cover_attachment_id)
  select ${to.boardId}, p.id, p.list_id, p.number, c.title, c.description, p.rank, ${attributeColumns('c')},
    ${to.createdBy}, ${to.createdAt}, ${to.createdAt}, c.title_external, ${roleElsewhere('c.description_role')},
    (select count(*) from items_added i where i.card_id = p.id), (select count(*) from attached a where a.on_card = p.id),
    (select a.new_id from attached a where a.on_card = p.id and a.copied_id = c.cover_attachment_id)
  from page p join cards c on c.id = p.copied_id and c.board_id = ${to.sourceId}
  returning id, title`,
  returning<{ id: string; title: string }>(),
)

/** Writes a page and notes the new ids of its cards. */
export async function copyCards(tx: Tx, source: CopySource, page: readonly SourceCard[], ids: NewIds): Promise<void> {
  const cards = page.map(({ id, listId, rank }) => ({ copiedFrom: id, id: tx.newId(), listId: ids.lists.get(listId) ?? '', rank }))
  const first = tx.board.lastCardNumber + 1
  tx.board.lastCardNumber += cards.length
  const values = {
    boardId: tx.board.id,
    sourceId: source.board.id,
    createdBy: tx.principal.actorId,
    createdAt: tx.now,
    copiedIds: cards.map((card) => card.copiedFrom),
    ids: cards.map((card) => card.id),
    listIds: cards.map((card) => card.listId),
    ranks: cards.map((card) => card.rank),
    numbers: cards.map((_, at) => first + at),
    copiedLabelIds: [...ids.labels.keys()],
    labelIds: [...ids.labels.values()],
    copiedFieldIds: [...ids.fields.keys()],
    fieldIds: [...ids.fields.values()],
  }
  const rows = await tx.rows(copyPage(values))
  const titles = new Map(rows.map((row) => [row.id, row.title]))
  for (const { id, listId, copiedFrom } of cards) {
    const title = titles.get(id)
    if (title === undefined) continue
    ids.cards.set(copiedFrom, id)
    tx.record('card.created', { title, listId, copiedFrom }, { cardId: id })
  }
}

const chunk = 2_000
const copyRelations = write(
  { ...boardsOfCopy, ...pick(table, ['createdAt']), copiedIds: uuids, ids: uuids, copiedOtherIds: uuids, otherIds: uuids },
  (to) => `insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at)
  select ${to.boardId}, a.id, ${to.boardId}, b.id, r.kind, ${to.createdAt}
  from unnest(${to.copiedIds}, ${to.ids}) as a(copied_id, id) join relations r on r.card_id = a.copied_id
  join unnest(${to.copiedOtherIds}, ${to.otherIds}) as b(copied_id, id) on b.copied_id = r.other_card_id
  where r.board_id = ${to.sourceId} and r.other_board_id = ${to.sourceId}`,
)

/** How the cards that went along stand to each other. */
export function relateCopies(tx: Tx, source: CopySource, { cards }: NewIds): void {
  const on = { boardId: tx.board.id, sourceId: source.board.id, createdAt: tx.now }
  const all = { copiedOtherIds: [...cards.keys()], otherIds: [...cards.values()] }
  for (let at = 0; at < cards.size; at += chunk) {
    const some = { copiedIds: all.copiedOtherIds.slice(at, at + chunk), ids: all.otherIds.slice(at, at + chunk) }
    tx.send(copyRelations({ ...on, ...some, ...all }))
  }
}
