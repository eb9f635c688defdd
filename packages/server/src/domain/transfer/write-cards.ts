import { generateKeyBetween } from 'fractional-indexing'
import { sql } from '../../db/database.ts'
import type { CardEntry } from './entries.ts'
import { type Of, past, sendRows, type Tx, type Written } from './written.ts'

/** Cards of a page with what is part of them, and their checklists. */
const insertCards = sql(`insert into cards (board_id, id, list_id, number, title, description, rank, priority, start_at, due_at,
    completed_at, archived_at, archived_with_list, created_by, created_at, updated_at)
  select $1, r.id, r.list_id, r.number, r.title, r.description, r.rank, r.priority, r.start_at, r.due_at,
    r.completed_at, r.archived_at, r.archived_with_list, $4, r.created_at, $3
  from json_to_recordset($2::json) as r(id uuid, list_id uuid, number int, title text, description text, rank text, priority text,
    start_at timestamptz, due_at timestamptz, completed_at timestamptz, archived_at timestamptz, archived_with_list boolean, created_at timestamptz)`)
const insertSaid = sql(`insert into imported_cards (card_id, imported)
  select r.card_id, r.imported from json_to_recordset($1::json) as r(card_id uuid, imported json)`)
const insertCardLabels = sql(`insert into card_labels (board_id, card_id, label_id)
  select $1, r.card_id, r.label_id from json_to_recordset($2::json) as r(card_id uuid, label_id uuid)`)
const insertAssignees = sql(`insert into card_assignees (board_id, card_id, actor_id, assigned_at)
  select $1, r.card_id, r.actor_id, $3 from json_to_recordset($2::json) as r(card_id uuid, actor_id uuid)`)
const insertValues = sql(`insert into field_values (board_id, card_id, field_id, value)
  select $1, r.card_id, r.field_id, r.value from json_to_recordset($2::json) as r(card_id uuid, field_id uuid, value jsonb)`)

export function writeCards(tx: Tx, cards: readonly CardEntry[], written: Written): void {
  if (cards.length === 0) return
  const made = cards.map((card) => newCard(tx, card, written))
  for (const { entry, row } of made) written.cards.set(entry.ref, row.id)
  tx.send(insertCards, [tx.board.id, JSON.stringify(made.map(({ row }) => row)), tx.now, tx.principal.actorId])
  tx.send(insertSaid, [JSON.stringify(made.map(({ row, imported }) => ({ card_id: row.id, imported })))])
  const on = <T>(of: (card: NewCard) => readonly T[]) => made.flatMap((card) => of(card).map((one) => ({ card_id: card.row.id, ...one })))
  sendRows(
    tx,
    insertCardLabels,
    on(({ labelIds }) => labelIds.map((label_id) => ({ label_id }))),
  )
  sendRows(
    tx,
    insertAssignees,
    on(({ assigneeIds }) => assigneeIds.map((actor_id) => ({ actor_id }))),
    tx.now,
  )
  sendRows(
    tx,
    insertValues,
    on(({ values }) => values.map(({ fieldId, value }) => ({ field_id: fieldId, value }))),
  )
  for (const card of made) recordCard(tx, card)
}

type NewCard = ReturnType<typeof newCard>

function newCard(tx: Tx, entry: CardEntry, { survey, lists, labels, fields, known, names }: Written) {
  const place = survey.cards.get(entry.ref)
  const assigned = new Set(entry.assigneeRefs.flatMap((ref) => known.get(ref) ?? []).filter((one) => one.kind === 'human'))
  const strangers = entry.assigneeRefs.filter((ref) => known.get(ref)?.kind !== 'human').map((ref) => names.get(ref) ?? '')
  return {
    entry,
    row: {
      ...{ id: tx.newId(), list_id: lists.get(entry.listRef) ?? '', number: place?.number, rank: place?.rank },
      ...{ title: entry.title, description: entry.description, priority: entry.priority, start_at: entry.startAt, due_at: entry.dueAt },
      // Any time, as from a caller.
      completed_at: entry.completedAt === 'now' ? tx.now : entry.completedAt,
      ...{ archived_at: past(tx, entry.archivedAt), archived_with_list: entry.archivedWithList },
      created_at: past(tx, entry.createdAt ?? 'now'),
    },
    labelIds: entry.labelRefs.flatMap((ref) => labels.get(ref) ?? []),
    assigneeIds: [...new Set([...assigned].map((one) => one.actorId))],
    values: entry.values.map(({ fieldRef, value }) => ({ fieldId: fields.get(fieldRef) ?? '', value })),
    imported: {
      authorName: entry.authorName,
      assigneeNames: [...new Set([...strangers, ...entry.assigneeNames])].filter((name) => name !== '').slice(0, 100),
    },
  }
}

function recordCard(tx: Tx, { entry, row, labelIds, assigneeIds, values }: NewCard): void {
  const of = { cardId: row.id }
  tx.record('card.created', { title: row.title, listId: row.list_id }, of)
  for (const labelId of labelIds) tx.record('card.labeled', { labelId }, of)
  for (const actorId of assigneeIds) tx.record('card.assigned', { actorId }, of)
  for (const { fieldId, value } of values) tx.record('card.field_set', { fieldId, value }, of)
  if (entry.archivedAt !== null) tx.record('card.archived', of, of)
}

const insertItems = sql(`insert into checklist_items (board_id, id, card_id, text, rank, done_at, assignee_actor_id, created_at)
  select $1, r.id, r.card_id, r.text, r.rank, r.done_at, r.assignee, $3
  from json_to_recordset($2::json) as r(id uuid, card_id uuid, text text, rank text, done_at timestamptz, assignee uuid)`)
const countItems = sql(`update cards c set checklist_total = c.checklist_total + r.total, checklist_done = c.checklist_done + r.done
  from (select card_id, count(*) as total, count(done_at) as done from json_to_recordset($2::json) as i(card_id uuid, done_at timestamptz)
    group by card_id) r
  where c.id = r.card_id and c.board_id = $1`)

/** Who has ticked an item the file may say, but nobody here has seen. */
export function writeItems(tx: Tx, items: readonly Of<'checklistItem'>[], { cards, lastItems, known }: Written): void {
  if (items.length === 0) return
  const rows = items.map((item) => {
    const rank = generateKeyBetween(lastItems.get(item.cardRef) ?? null, null)
    lastItems.set(item.cardRef, rank)
    const assignee = (item.assigneeRef !== null && known.get(item.assigneeRef)?.actorId) || null
    return { id: tx.newId(), card_id: cards.get(item.cardRef) ?? '', text: item.text, rank, done_at: past(tx, item.doneAt), assignee }
  })
  for (const statement of [insertItems, countItems]) sendRows(tx, statement, rows, ...(statement === insertItems ? [tx.now] : []))
  for (const { id, card_id: cardId, text, done_at } of rows) {
    tx.record('card.checklist_item_added', { cardId, itemId: id, text }, { cardId })
    if (done_at !== null) tx.record('card.checklist_item_completed', { cardId, itemId: id, text }, { cardId })
  }
}
