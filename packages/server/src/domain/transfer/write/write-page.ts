import { because, type ListQueue, leftOut } from '@tandem/contract'
import { boards } from '../../../db/tables/boards/boards.ts'
import { fields } from '../../../db/tables/boards/fields.ts'
import { labels } from '../../../db/tables/boards/labels.ts'
import { lists } from '../../../db/tables/boards/lists.ts'
import { type ViewRow, views } from '../../../db/tables/boards/views.ts'
import { importedHistory } from '../../../db/tables/cards/imported-history.ts'
import { relations } from '../../../db/tables/cards/relations.ts'
import { insertInto, pick, sendRows, update, writeRows } from '../../../db/writes.ts'
import { cleanJson } from '../formats/clean.ts'
import type { BoardEntry, Entry, HistoryEntry, ListEntry, Note } from '../formats/entries.ts'
import { translateLanes, translateQuery, translateTable } from '../formats/views.ts'
import type { Known } from './people.ts'
import { writeAttachments } from './write-attachments.ts'
import { writeCards, writeItems } from './write-cards.ts'
import { writeComments } from './write-comments.ts'
import { newOn, type Of, past, planned, type StoredAttachment, type Tx, type Written } from './written.ts'

/** Writes the entries of a page and records each of them, without notifications and sessions. */
export function writeEntries(
  tx: Tx,
  entries: readonly Entry[],
  files: ReadonlyMap<Entry, StoredAttachment>,
  written: Written,
  note: Note,
): void {
  const of = <W extends Entry['what']>(what: W): Of<W>[] => entries.filter((entry): entry is Of<W> => entry.what === what)
  tx.board.lastCardNumber = Math.max(tx.board.lastCardNumber, written.plan.lastNumber)
  for (const board of of('board')) writeBoard(tx, board, written)
  writeLabels(tx, of('label'), written)
  writeFields(tx, of('field'), written)
  writeLists(tx, of('list'), written, note)
  writeCards(tx, of('card'), written)
  writeItems(tx, of('checklistItem'), written)
  const attached = entries.filter((entry) => entry.what === 'link' || entry.what === 'file')
  writeAttachments(tx, attached, files, written)
  writeComments(tx, of('comment'), written)
  writeRelations(tx, of('relation'), written)
  writeViews(tx, of('view'), written, note)
  writeHistory(tx, of('history'), written)
}

const describeBoard = update(boards, {
  key: ['id'],
  set: ['description', 'agentGuidance', 'reviewByOthers', 'completeParents', 'maxAgentSessions', 'monthlyBudget'],
})

function writeBoard(tx: Tx, board: BoardEntry, { known }: Written): void {
  tx.send(describeBoard({ ...board, id: tx.board.id }))
  tx.record('board.created', { name: tx.board.name })
  for (const { actorId, role } of joiningOf(known, tx.principal.actorId)) tx.record('member.added', { actorId, role })
}

/** The people who become members besides the importer, each once. */
export function joiningOf(known: ReadonlyMap<string, Known>, importerId: string): Known[] {
  const joining = new Map([...known.values()].map((one) => [one.actorId, one]))
  joining.delete(importerId)
  return [...joining.values()]
}

const insertLabels = insertInto(labels, ['boardId', 'id', 'name', 'color', 'createdAt'])

function writeLabels(tx: Tx, entries: readonly Of<'label'>[], written: Written): void {
  const rows = entries.map((entry) => ({ ...entry, ...newOn(tx) }))
  sendRows(tx, insertLabels, rows)
  for (const { id: labelId, ref, name, color } of rows) {
    written.labels.set(ref, labelId)
    tx.record('label.created', { labelId, name, color })
  }
}

const insertFields = insertInto(fields, ['boardId', 'id', 'name', 'type', 'options', 'createdAt'])

function writeFields(tx: Tx, entries: readonly Of<'field'>[], written: Written): void {
  const rows = entries.map((entry) => ({ ...entry, ...newOn(tx) }))
  sendRows(tx, insertFields, rows)
  for (const { id: fieldId, ref, name, type, options } of rows) {
    written.fields.set(ref, fieldId)
    tx.record('field.created', { fieldId, name, type, options })
  }
}

const insertLists = insertInto(lists, [
  'boardId',
  'id',
  'name',
  'rank',
  'wipLimit',
  'wipPolicy',
  'category',
  'acceptance',
  'color',
  'queue',
  'queueSetBy',
  'archivedAt',
  'createdAt',
])

function writeLists(tx: Tx, entries: readonly ListEntry[], written: Written, note: Note): void {
  const { plan } = written
  const rows = entries.map((entry) => ({
    ...entry,
    ...newOn(tx),
    rank: planned(plan.lists.get(entry.ref)),
    queue: queueOf(entry, written, note),
    queueSetBy: entry.queue && written.person,
    archivedAt: past(tx, entry.archivedAt),
  }))
  sendRows(tx, insertLists, rows)
  for (const { id: listId, ref, name, archivedAt } of rows) {
    written.lists.set(ref, listId)
    tx.record('list.created', { listId, name })
    if (archivedAt !== null) tx.record('list.archived', { listId })
  }
}

/** A queue for agents of which none was imported is left out: without names it would be a queue for every agent. */
function queueOf(entry: ListEntry, { known, queuesLeftOut }: Written, note: Note): ListQueue | null {
  const { queue, name } = entry
  if (!queue || queue.agentRefs.length === 0) return queue && { agentActorIds: [] }
  const agents = queue.agentRefs.flatMap((ref) => known.get(ref) ?? []).filter(({ kind }) => kind === 'agent')
  if (agents.length > 0) return { agentActorIds: [...new Set(agents.map(({ actorId }) => actorId))].toSorted() }
  // A page may be written again.
  if (!queuesLeftOut.has(entry)) note(leftOut('queue', { name }), because('queueOfStrangers'))
  queuesLeftOut.add(entry)
  return null
}

const insertRelations = insertInto(relations, ['boardId', 'cardId', 'otherBoardId', 'otherCardId', 'kind', 'createdAt'])

function writeRelations(tx: Tx, entries: readonly Of<'relation'>[], { cards }: Written): void {
  const rows = entries.map(({ cardRef, otherRef, kind }) => ({
    boardId: tx.board.id,
    cardId: cards.get(cardRef) ?? '',
    otherBoardId: tx.board.id,
    otherCardId: cards.get(otherRef) ?? '',
    kind,
    createdAt: tx.now,
  }))
  sendRows(tx, insertRelations, rows)
  for (const { cardId, otherCardId, kind } of rows) tx.record('card.related', { otherCardId, kind }, { cardId })
}

const said = ['name', 'query', 'layout', 'lanes', 'emptyLanes', 'columns', 'sort', 'shared'] as const
const insertViews = insertInto(views, ['boardId', 'id', ...said, 'ownerActorId', 'createdAt', 'updatedAt'])

function writeViews(tx: Tx, entries: readonly Of<'view'>[], written: Written, note: Note): void {
  const people = new Map([...written.known].map(([ref, { actorId }]) => [ref, actorId]))
  const whose = { ownerActorId: tx.principal.actorId, updatedAt: tx.now }
  const rows = entries.flatMap((view) => {
    const query = translateQuery(view.query, { ...written, people })
    const table = translateTable(view, written.fields)
    const lanes = translateLanes(view.lanes, written.fields)
    if (query) return [{ ...view, ...newOn(tx), ...whose, lanes, ...table, query: cleanJson(query) as ViewRow['query'] }]
    if (!written.viewsLeftOut.has(view)) note(leftOut('view', { name: view.name }), because('goneAlong'))
    written.viewsLeftOut.add(view)
    return []
  })
  sendRows(tx, insertViews, rows)
  for (const { id, name, shared } of rows) tx.record('board.view_saved', { viewId: id, name: shared ? name : null })
}

const insertHistory = writeRows(
  pick(importedHistory, ['boardId', 'seq', 'at', 'actorName', 'verb', 'cardId', 'payload']),
  (rows) => `insert into imported_history (board_id, seq, at, actor_name, verb, card_id, payload, octets)
  select rows.*, coalesce(octet_length(payload::text), 0) from ${rows}`,
)

/** Earlier activities are stored as they are in the file, beside the log and never in it. */
function writeHistory(tx: Tx, entries: readonly HistoryEntry[], written: Written): void {
  const rows = entries.map((entry) => ({
    boardId: tx.board.id,
    seq: (written.history += 1),
    at: past(tx, entry.at),
    actorName: entry.actorName,
    verb: entry.verb,
    cardId: (entry.cardRef !== null && written.cards.get(entry.cardRef)) || null,
    payload: cleanJson(entry.payload),
  }))
  sendRows(tx, insertHistory, rows)
}
