import { sql } from '../../db/database.ts'
import { cleanJson } from './clean.ts'
import type { BoardEntry, Entry, HistoryEntry, ListEntry, Note } from './entries.ts'
import type { Known } from './people.ts'
import { translateQuery } from './views.ts'
import { writeAttachments } from './write-attachments.ts'
import { writeCards, writeItems } from './write-cards.ts'
import { writeComments } from './write-comments.ts'
import { type Of, past, type StoredAttachment, sendRows, type Tx, type Written } from './written.ts'

/** Writes the entries of a page and records each of them. Nobody is told of them: no notices, no sessions. */
export function writeEntries(
  tx: Tx,
  entries: readonly Entry[],
  files: ReadonlyMap<Entry, StoredAttachment>,
  written: Written,
  note: Note,
): void {
  const of = <W extends Entry['what']>(what: W): Of<W>[] => entries.filter((entry): entry is Of<W> => entry.what === what)
  tx.board.last_card_number = Math.max(tx.board.last_card_number, written.survey.lastNumber)
  for (const board of of('board')) writeBoard(tx, board, written)
  writeLabels(tx, of('label'), written)
  writeFields(tx, of('field'), written)
  writeLists(tx, of('list'), written)
  writeCards(tx, of('card'), written)
  writeItems(tx, of('checklistItem'), written)
  const attached = entries.filter((entry) => entry.what === 'link' || entry.what === 'file')
  writeAttachments(tx, attached, files, written)
  writeComments(tx, of('comment'), written)
  writeRelations(tx, of('relation'), written)
  writeViews(tx, of('view'), written, note)
  writeHistory(tx, of('history'), written)
}

const describeBoard = sql('update boards set description = $2, agent_guidance = $3 where id = $1')

function writeBoard(tx: Tx, board: BoardEntry, { known }: Written): void {
  tx.send(describeBoard, [tx.board.id, board.description, board.agentGuidance])
  tx.record('board.created', { name: tx.board.name })
  for (const { actorId, role } of joiningOf(known, tx.principal.actorId)) tx.record('member.added', { actorId, role })
}

/** Who becomes a member beside the importer; each once. */
export function joiningOf(known: ReadonlyMap<string, Known>, importerId: string): Known[] {
  const joining = new Map([...known.values()].map((one) => [one.actorId, one]))
  joining.delete(importerId)
  return [...joining.values()]
}

const insertLabels = sql(`insert into labels (board_id, id, name, color, created_at)
  select $1, r.id, r.name, r.color, $3 from json_to_recordset($2::json) as r(id uuid, name text, color text)`)

function writeLabels(tx: Tx, labels: readonly Of<'label'>[], written: Written): void {
  if (labels.length === 0) return
  const rows = labels.map(({ name, color }) => ({ id: tx.newId(), name, color }))
  tx.send(insertLabels, [tx.board.id, JSON.stringify(rows), tx.now])
  for (const [at, { ref, name, color }] of labels.entries()) {
    const labelId = rows[at]?.id ?? ''
    written.labels.set(ref, labelId)
    tx.record('label.created', { labelId, name, color })
  }
}

const insertFields = sql(`insert into fields (board_id, id, name, type, options, created_at)
  select $1, r.id, r.name, r.type, r.options, $3 from json_to_recordset($2::json) as r(id uuid, name text, type text, options text[])`)

function writeFields(tx: Tx, fields: readonly Of<'field'>[], written: Written): void {
  if (fields.length === 0) return
  const rows = fields.map(({ name, type, options }) => ({ id: tx.newId(), name, type, options }))
  tx.send(insertFields, [tx.board.id, JSON.stringify(rows), tx.now])
  for (const [at, { ref, name, type, options }] of fields.entries()) {
    const fieldId = rows[at]?.id ?? ''
    written.fields.set(ref, fieldId)
    tx.record('field.created', { fieldId, name, type, options })
  }
}

const insertLists = sql(`insert into lists (board_id, id, name, rank, wip_limit, archived_at, created_at)
  select $1, r.id, r.name, r.rank, r.wip_limit, r.archived_at, $3
  from json_to_recordset($2::json) as r(id uuid, name text, rank text, wip_limit int, archived_at timestamptz)`)

function writeLists(tx: Tx, lists: readonly ListEntry[], written: Written): void {
  if (lists.length === 0) return
  const rows = lists.map((list) => ({
    ...{ id: tx.newId(), name: list.name, rank: written.survey.lists.get(list.ref) },
    ...{ wip_limit: list.wipLimit, archived_at: past(tx, list.archivedAt) },
  }))
  tx.send(insertLists, [tx.board.id, JSON.stringify(rows), tx.now])
  for (const [at, { ref, name, archivedAt }] of lists.entries()) {
    const listId = rows[at]?.id ?? ''
    written.lists.set(ref, listId)
    tx.record('list.created', { listId, name })
    if (archivedAt !== null) tx.record('list.archived', { listId })
  }
}

const insertRelations = sql(`insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at)
  select $1, r.card_id, $1, r.other_card_id, r.kind, $3 from json_to_recordset($2::json) as r(card_id uuid, other_card_id uuid, kind text)`)

function writeRelations(tx: Tx, relations: readonly Of<'relation'>[], { cards }: Written): void {
  const rows = relations.map(({ cardRef, otherRef, kind }) => ({
    card_id: cards.get(cardRef) ?? '',
    other_card_id: cards.get(otherRef) ?? '',
    kind,
  }))
  sendRows(tx, insertRelations, rows, tx.now)
  for (const { card_id: cardId, other_card_id: otherCardId, kind } of rows) tx.record('card.related', { otherCardId, kind }, { cardId })
}

const insertViews = sql(`insert into views (board_id, id, name, query, layout, shared, owner_actor_id, created_at, updated_at)
  select $1, r.id, r.name, r.query, r.layout, r.shared, $4, $3, $3
  from json_to_recordset($2::json) as r(id uuid, name text, query json, layout text, shared boolean)`)

function writeViews(tx: Tx, views: readonly Of<'view'>[], written: Written, note: Note): void {
  const people = new Map([...written.known].map(([ref, { actorId }]) => [ref, actorId]))
  const rows = views.flatMap((view) => {
    const query = translateQuery(view.query, { ...written, people })
    if (query) return [{ id: tx.newId(), name: view.name, query: cleanJson(query), layout: view.layout, shared: view.shared }]
    if (!written.viewsLeftOut.has(view))
      note(`view ${JSON.stringify(view.name)}`, 'it names a list, label, field or person that did not come along')
    written.viewsLeftOut.add(view)
    return []
  })
  sendRows(tx, insertViews, rows, tx.now, tx.principal.actorId)
  for (const { id, name, shared } of rows) tx.record('board.view_saved', { viewId: id, name: shared ? name : null })
}

const insertHistory = sql(`insert into imported_history (board_id, seq, at, actor_name, verb, card_id, payload, octets)
  select $1, r.seq, r.at, r.actor_name, r.verb, r.card_id, r.payload, coalesce(octet_length(r.payload::text), 0)
  from json_to_recordset($2::json) as r(seq int, at timestamptz, actor_name text, verb text, card_id uuid, payload json)`)

/** It is told as it is in the file, beside the log and never in it. */
function writeHistory(tx: Tx, entries: readonly HistoryEntry[], written: Written): void {
  const rows = entries.map((entry) => ({
    ...{ seq: (written.history += 1), at: past(tx, entry.at), actor_name: entry.actorName, verb: entry.verb },
    ...{ card_id: (entry.cardRef !== null && written.cards.get(entry.cardRef)) || null, payload: cleanJson(entry.payload) },
  }))
  sendRows(tx, insertHistory, rows)
}
