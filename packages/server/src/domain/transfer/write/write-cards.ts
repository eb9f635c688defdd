import { attributeNames, attributesOf } from '@tandem/contract'
import { generateKeyBetween } from 'fractional-indexing'
import { cardAssignees } from '../../../db/tables/cards/card-assignees.ts'
import { cardLabels } from '../../../db/tables/cards/card-labels.ts'
import { cards } from '../../../db/tables/cards/cards.ts'
import { checklistItems } from '../../../db/tables/cards/checklist-items.ts'
import { fieldValues } from '../../../db/tables/cards/field-values.ts'
import { importedCards } from '../../../db/tables/cards/imported-cards.ts'
import { insertInto, pick, sendRows, writeRows } from '../../../db/writes.ts'
import { authorIn, authorRoleIn, authorToTell, byAuthor, cardAuthorOf } from '../../authors.ts'
import type { CardEntry } from '../formats/entries.ts'
import { newOn, type Of, past, planned, type Tx, type Written } from './written.ts'

/** The most names of assignees that only the file knows. */
const mostAssigneeNames = 100

/** Cards of a page with their parts, and their checklists. */
const insertCards = insertInto(cards, [
  'boardId',
  'id',
  'listId',
  'number',
  'title',
  'description',
  'rank',
  ...attributeNames,
  'completedAt',
  'archivedAt',
  'archivedWithList',
  'createdBy',
  'createdAt',
  'updatedAt',
  'titleExternal',
  'descriptionRole',
])
const insertSaid = insertInto(importedCards, ['cardId', 'imported'])
const insertCardLabels = insertInto(cardLabels, ['boardId', 'cardId', 'labelId'])
const insertAssignees = insertInto(cardAssignees, ['boardId', 'cardId', 'actorId', 'assignedAt'])
const insertValues = insertInto(fieldValues, ['boardId', 'cardId', 'fieldId', 'value', 'writtenBy', 'authorRole'])

export function writeCards(tx: Tx, entries: readonly CardEntry[], written: Written): void {
  const made = entries.map((entry) => newCard(tx, entry, written))
  for (const { entry, row } of made) {
    written.cards.set(entry.ref, row.id)
    if (entry.coverRef !== null) written.covers.set(entry.ref, entry.coverRef)
  }
  const said = made.map(({ row, imported }) => ({ cardId: row.id, imported }))
  const assigned = partsOf(made, ({ assigneeIds }) => assigneeIds.map((actorId) => ({ actorId, assignedAt: tx.now })))
  sendRows(
    tx,
    insertCards,
    made.map(({ row }) => row),
  )
  sendRows(tx, insertSaid, said)
  sendRows(
    tx,
    insertCardLabels,
    partsOf(made, ({ labelIds }) => labelIds.map((labelId) => ({ labelId }))),
  )
  sendRows(tx, insertAssignees, assigned)
  sendRows(
    tx,
    insertValues,
    partsOf(made, ({ values }) => values.map((value) => ({ ...value, ...byAuthor(authorIn(tx, true)) }))),
  )
  for (const card of made) recordCard(tx, card)
}

type NewCard = ReturnType<typeof newCard>

const partsOf = <T>(made: readonly NewCard[], of: (card: NewCard) => readonly T[]) =>
  made.flatMap((card) => of(card).map((part) => ({ boardId: card.row.boardId, cardId: card.row.id, ...part })))

function newCard(tx: Tx, entry: CardEntry, { plan, lists, labels, fields, known, names }: Written) {
  const place = planned(plan.cards.get(entry.ref))
  const assigned = new Set(entry.assigneeRefs.flatMap((ref) => known.get(ref) ?? []).filter((one) => one.kind === 'human'))
  const strangers = entry.assigneeRefs.filter((ref) => known.get(ref)?.kind !== 'human').map((ref) => names.get(ref) ?? '')
  return {
    entry,
    row: {
      ...newOn(tx),
      ...place,
      listId: lists.get(entry.listRef) ?? '',
      createdBy: tx.principal.actorId,
      updatedAt: tx.now,
      title: entry.title,
      description: entry.description,
      // The file does not prove who wrote them. An empty description is no text: a new title makes such a card the word of a member.
      titleExternal: true,
      descriptionRole: authorRoleIn(tx, entry.description !== ''),
      ...attributesOf(entry),
      // Any time, as from a caller.
      completedAt: entry.completedAt === 'now' ? tx.now : entry.completedAt,
      archivedAt: past(tx, entry.archivedAt),
      archivedWithList: entry.archivedWithList,
      createdAt: past(tx, entry.createdAt ?? 'now') ?? tx.now,
    },
    labelIds: entry.labelRefs.flatMap((ref) => labels.get(ref) ?? []),
    assigneeIds: [...new Set([...assigned].map((one) => one.actorId))],
    values: entry.values.map(({ fieldRef, value }) => ({ fieldId: fields.get(fieldRef) ?? '', value })),
    imported: {
      authorName: entry.authorName,
      assigneeNames: [...new Set([...strangers, ...entry.assigneeNames])].filter((name) => name !== '').slice(0, mostAssigneeNames),
    },
  }
}

function recordCard(tx: Tx, { entry, row, labelIds, assigneeIds, values }: NewCard): void {
  const of = { cardId: row.id }
  tx.record('card.created', { title: row.title, listId: row.listId, ...authorToTell(cardAuthorOf({ ...row, describedBy: null })) }, of)
  for (const labelId of labelIds) tx.record('card.labeled', { labelId }, of)
  for (const actorId of assigneeIds) tx.record('card.assigned', { actorId }, of)
  for (const { fieldId, value } of values) tx.record('card.field_set', { fieldId, value, author: authorIn(tx, true) }, of)
  if (entry.archivedAt !== null) tx.record('card.archived', of, of)
}

const insertItems = insertInto(checklistItems, [
  'boardId',
  'id',
  'cardId',
  'text',
  'rank',
  'doneAt',
  'assigneeActorId',
  'createdAt',
  'writtenBy',
  'authorRole',
])
const countItems = writeRows(
  pick(checklistItems, ['boardId', 'cardId', 'doneAt']),
  (rows) => `update cards c set checklist_total = c.checklist_total + r.total, checklist_done = c.checklist_done + r.done
  from (select board_id, card_id, count(*) as total, count(done_at) as done from ${rows} group by board_id, card_id) r
  where c.id = r.card_id and (c.board_id = r.board_id) is true`,
)

/** The file may say who ticked an item, but this service has not seen it. */
export function writeItems(tx: Tx, items: readonly Of<'checklistItem'>[], { cards: cardIds, lastItems, known }: Written): void {
  const by = byAuthor(authorIn(tx, true))
  const rows = items.map((item) => {
    const rank = generateKeyBetween(lastItems.get(item.cardRef) ?? null, null)
    lastItems.set(item.cardRef, rank)
    const assigneeActorId = (item.assigneeRef !== null && known.get(item.assigneeRef)?.actorId) || null
    const cardId = cardIds.get(item.cardRef) ?? ''
    return { ...newOn(tx), cardId, text: item.text, rank, doneAt: past(tx, item.doneAt), assigneeActorId, ...by }
  })
  sendRows(tx, insertItems, rows)
  sendRows(tx, countItems, rows)
  for (const { id, cardId, text, doneAt, author } of rows) {
    tx.record('card.checklist_item_added', { cardId, itemId: id, text, author }, { cardId })
    if (doneAt !== null) tx.record('card.checklist_item_completed', { cardId, itemId: id, text, author }, { cardId })
  }
}
