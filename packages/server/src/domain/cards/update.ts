import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { sqlOfRows } from '../../db/gathered.ts'
import type { CardFaceRow } from '../../db/rows.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { type Mutation, reply } from '../../kernel/mutation.ts'
import { refuseStale } from '../boards/update.ts'
import { changes } from '../changes.ts'
import { addLabels, labelsOnBoard, removeLabels } from '../labels/on-cards.ts'
import { findBlockedAlone, tellBlocked } from '../relations/blocked.ts'
import { toldWatchers } from '../watches/handlers.ts'
import { acrossTo, moveAcross } from './across.ts'
import { assignable, insertAssignees, removeAssignees } from './assignees.ts'
import { mentionInDescription } from './create.ts'
import { destinationOf, moveCard } from './move.ts'
import { cardRecordOf } from './wire.ts'

type CardUpdate = Parameters<HandlerOf<'card.update'>>
type Update = CardUpdate[0]
type Input = CardUpdate[1]

/**
 * One row version for most PATCHes: a column that is named costs the conditions of its triggers, changed or not, a third of the statement.
 * So where a card stands is written apart from what it says, and the description, which may be long, only when it changes.
 */
const writePlace = sqlOfRows(
  { board_id: 'uuid', id: 'uuid', version: 'int', updated_at: 'timestamptz', list_id: 'uuid', rank: 'text' },
  (rows) => `update cards c set version = rows.version, updated_at = rows.updated_at, list_id = rows.list_id, rank = rows.rank,
    archived_with_list = c.archived_with_list and c.list_id = rows.list_id
  from ${rows} where c.id = rows.id and (c.board_id = rows.board_id) is true`,
)
const writeAttributes = sql(`update cards set version = $3, updated_at = $4, title = $5, priority = $6, start_at = $7, due_at = $8,
    completed_at = $9, archived_at = $10, archived_with_list = archived_with_list and $10::timestamptz is not null
  where board_id = $1 and id = $2`)
const writeDescription = sql('update cards set description = $3 where board_id = $1 and id = $2')

/** Everything that a PATCH of a card may say, one activity per thing it does, in the order that decisions §1 sets. */
export const updateCard: HandlerOf<'card.update'> = async (tx, input) => {
  refuseStale(input.ifVersion, tx.target.version)
  const wantedLabels = input.labelIds && (await labelsOnBoard(tx, input.labelIds))
  const wantedAssignees =
    input.assigneeActorIds && (await assignable(tx, { field: 'assigneeActorIds', ids: input.assigneeActorIds, card: tx.target }))
  const found = await destinationOf(tx, tx.target, input)
  const wanted = { labels: wantedLabels, assignees: wantedAssignees }
  const across = found === 'elsewhere' ? await acrossTo(tx, dressed(tx.target, wanted), input.listId ?? '', input) : null
  const destination = found === 'elsewhere' ? null : found
  const before = tx.target
  if (input.archived === false && before.archived_at !== null)
    await refuseWithoutList(tx, across?.listId ?? destination?.listId ?? before.list_id)
  const opens = opensOrCloses(before, input)
  const blockedAlone = opens === null || !before.blocks ? [] : await findBlockedAlone(tx, [before.id])
  let card: CardFaceRow = await changeAttributes(tx, input)
  card = changePriority(tx, card, input)
  card = wantedLabels ? changeLabels(tx, card, wantedLabels) : card
  card = wantedAssignees ? changeAssignees(tx, card, wantedAssignees) : card
  card = destination ? moveCard(tx, card, destination) : card
  if (!across) tellArchived(tx, card, input.archived)
  card = changeArchived(tx, card, input.archived)
  if (card !== before) {
    card = { ...card, version: before.version + 1, updated_at: tx.now }
    save(tx, before, card)
    tellBlocked(tx, blockedAlone, opens === true)
  }
  if (across) {
    card = moveAcross(tx, { ...card, version: before.version + 1 }, across)
    tellArchived(across.board, before, input.archived)
  }
  const keyPrefix = (across?.board ?? tx).board.key_prefix
  const record = cardRecordOf(card, { keyPrefix, now: tx.now, staleAfterMs: tx.policy.staleAfterMs })
  return across ? reply(record, { boardId: card.board_id }) : record
}

/** The card with the labels and the people that it is to have. */
function dressed(card: CardFaceRow, { labels, assignees }: { labels: string[] | undefined; assignees: string[] | undefined }): CardFaceRow {
  return { ...card, label_ids: labels ?? card.label_ids, assignee_ids: assignees ? inOrderOf(card, assignees) : card.assignee_ids }
}

/** Who is on the card already, then who is new. */
const inOrderOf = (card: CardFaceRow, wanted: string[]): string[] => [
  ...card.assignee_ids.filter((id) => wanted.includes(id)),
  ...wanted.filter((id) => !card.assignee_ids.includes(id)),
]

const readList = sql<{ archived_at: string | null }>('select archived_at from lists where board_id = $1 and id = $2')

async function refuseWithoutList(tx: Update, listId: string): Promise<void> {
  if ((await tx.row(readList, [tx.board.id, listId]))?.archived_at == null) return
  throw new TandemError(
    'conflict',
    'The list of this card is archived. Bring the list back, or move the card to another list with the same request.',
  )
}

/** True when the card becomes one to be done, false when it is done with, null when neither. */
function opensOrCloses(card: CardFaceRow, { completedAt, archived }: Pick<Input, 'completedAt' | 'archived'>): boolean | null {
  const wasOpen = card.completed_at === null && card.archived_at === null
  const isCompleted = completedAt === undefined ? card.completed_at !== null : completedAt !== null
  const isOpen = !isCompleted && !(archived ?? card.archived_at !== null)
  return isOpen === wasOpen ? null : isOpen
}

const attributes = ['title', 'priority', 'start_at', 'due_at', 'completed_at', 'archived_at'] as const

function save(tx: Update, before: CardFaceRow, card: CardFaceRow): void {
  const row = [tx.board.id, card.id, card.version, card.updated_at]
  const says = attributes.some((name) => card[name] !== before[name])
  if (says) tx.send(writeAttributes, [...row, ...attributes.map((name) => card[name])])
  if (!says || card.rank !== before.rank || card.list_id !== before.list_id) tx.send(writePlace, [...row, card.list_id, card.rank])
  if (card.description !== before.description) tx.send(writeDescription, [tx.board.id, card.id, card.description])
}

async function changeAttributes(tx: Update, input: Input): Promise<CardFaceRow> {
  const card = tx.target
  const changed = changes(card, {
    ...{ title: input.title, description: input.description },
    ...{ start_at: input.startAt, due_at: input.dueAt, completed_at: input.completedAt },
  })
  if (!changed && (input.priority === undefined || input.priority === card.priority)) return card
  const after = { ...card, ...changed?.columns, priority: input.priority ?? card.priority }
  const completes = changed?.columns.completed_at !== undefined && changed.columns.completed_at !== null
  if (changed) tx.record('card.updated', changed.payload, { cardId: card.id, ...(completes && toldWatchers(card)) })
  if (changed?.columns.description !== undefined) await mentionInDescription(tx, card.id, after.description, card.description)
  return after
}

function changePriority(tx: Update, card: CardFaceRow, input: Input): CardFaceRow {
  if (input.priority !== undefined && input.priority !== tx.target.priority) {
    tx.record('card.priority_changed', { priority: input.priority }, { cardId: card.id })
  }
  return card
}

function changeLabels(tx: Update, card: CardFaceRow, wanted: string[]): CardFaceRow {
  const added = wanted.filter((id) => !card.label_ids.includes(id))
  const removed = card.label_ids.filter((id) => !wanted.includes(id))
  if (added.length === 0 && removed.length === 0) return card
  addLabels(tx, card.id, added)
  removeLabels(tx, card.id, removed)
  return { ...card, label_ids: wanted }
}

function changeAssignees(tx: Update, card: CardFaceRow, wanted: string[]): CardFaceRow {
  const added = wanted.filter((id) => !card.assignee_ids.includes(id))
  const removed = card.assignee_ids.filter((id) => !wanted.includes(id))
  if (added.length === 0 && removed.length === 0) return card
  insertAssignees(tx, card.id, added)
  removeAssignees(tx, card.id, removed)
  return { ...card, assignee_ids: inOrderOf(card, wanted) }
}

function changeArchived(tx: Pick<Update, 'now'>, card: CardFaceRow, archived: boolean | undefined): CardFaceRow {
  return isArchivedBy(archived, card) ? { ...card, archived_at: archived ? tx.now : null } : card
}

/** On the board where the card is by then: a move comes first. */
function tellArchived(on: Mutation<'card.archived' | 'card.unarchived'>, before: CardFaceRow, archived: boolean | undefined): void {
  if (isArchivedBy(archived, before))
    on.record(archived ? 'card.archived' : 'card.unarchived', { cardId: before.id }, { cardId: before.id })
}

const isArchivedBy = (archived: boolean | undefined, card: CardFaceRow): boolean =>
  archived !== undefined && archived !== (card.archived_at !== null)
