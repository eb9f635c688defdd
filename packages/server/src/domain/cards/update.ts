import { attributeNames, attributesIn, cardAttributes, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { pick, update, write, writeRows } from '../../db/writes.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import { done } from '../../kernel/reply.ts'
import { refuseStale } from '../boards/update.ts'
import { changes } from '../changes.ts'
import { addLabels, labelsOnBoard, removeLabels } from '../labels/on-cards.ts'
import { type LimitedList, requireRoomForCard } from '../lists/room.ts'
import { findOnlyBlocked, recordBlocked, recordUnblocked } from '../relations/blocked.ts'
import { findParents, recordProgress } from '../relations/progress.ts'
import { requireMayArchive, requireMayComplete, requireMayLeave, requireMayTakeAway } from '../reviews/acceptance.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { assignable, insertAssignees, removeAssignees } from './assignees.ts'
import { mentionInDescription } from './create.ts'
import { destinationOf, moveCard } from './move.ts'
import { acrossTo, moveAcross } from './move-to-board.ts'
import { cardRecordOf } from './summary.ts'

type CardUpdate = Parameters<HandlerOf<'card.update'>>
type Update = CardUpdate[0]
type Input = CardUpdate[1]

/**
 * One row version for most PATCHes: a column that is named costs the conditions of its triggers, changed or not, a third of the statement.
 * So where a card stands is written apart from what it says, and the description, which may be long, only when it changes.
 */
const writePlace = writeRows(
  pick(cards, ['boardId', 'id', 'version', 'updatedAt', 'listId', 'rank']),
  (rows) => `update cards c set version = rows.version, updated_at = rows.updated_at, list_id = rows.list_id, rank = rows.rank,
    archived_with_list = c.archived_with_list and c.list_id = rows.list_id
  from ${rows} where c.id = rows.id and (c.board_id = rows.board_id) is true`,
)
const attributes = ['title', ...attributeNames, 'completedAt', 'archivedAt'] as const
const writeAttributes = write(
  pick(cards, ['boardId', 'id', 'version', 'updatedAt', ...attributes]),
  (to) => `update cards set version = ${to.version}, updated_at = ${to.updatedAt}, title = ${to.title},
    ${attributeNames.map((name) => `${cards[name].name} = ${to[name]}`)}, completed_at = ${to.completedAt}, archived_at = ${to.archivedAt},
    archived_with_list = archived_with_list and ${to.archivedAt} is not null
  where board_id = ${to.boardId} and id = ${to.id}`,
)
const inCardUpdated = attributeNames.filter((name) => cardAttributes[name].verb === 'card.updated')
const withOwnVerb = attributeNames.filter((name) => cardAttributes[name].verb !== 'card.updated')
const writeDescription = update(cards, { key: ['boardId', 'id'], set: ['description'] })
const writeReview = update(cards, { key: ['boardId', 'id'], set: ['review'] })

/** Everything that a PATCH of a card may say, one activity per thing it does, in the order that decisions §1 sets. */
export const updateCard: RunOf<'card.update'> = async (tx, input) => {
  refuseStale(input.ifVersion, tx.target.version)
  refuseChangedTexts(
    { title: tx.target.title, description: tx.target.description },
    { title: input.ifTitle, description: input.ifDescription },
  )
  const wantedLabels = input.labelIds && (await labelsOnBoard(tx, input.labelIds))
  const wantedAssignees =
    input.assigneeActorIds && (await assignable(tx, { field: 'assigneeActorIds', ids: input.assigneeActorIds, card: tx.target }))
  const found = await destinationOf(tx, tx.target, input)
  const wanted = { labels: wantedLabels, assignees: wantedAssignees }
  const across = found === 'elsewhere' ? await acrossTo(tx, dressOf(tx.target, wanted), input.listId ?? '', input) : null
  const destination = found === 'elsewhere' ? null : found
  const before = tx.target
  if (input.archived === false && before.archivedAt !== null)
    await requirePlaceBack(tx, before.listId, across?.listId ?? destination?.listId ?? before.listId)
  if (across) await requireMayTakeAway(tx, before)
  if (input.archived && before.archivedAt === null) await requireMayArchive(tx, { waits: before.review !== null })
  const listId = across?.listId ?? destination?.listId ?? before.listId
  if (input.completedAt && before.completedAt === null) await requireMayComplete(tx, before, listId)
  await requireMayLeave(tx, before, listId)
  const opens = opensOrCloses(before, input)
  const counts = before.hasParent && countsAnew(before, input)
  const parents = counts ? await findParents(tx, [before.id]) : []
  const onlyBlocked = opens === null || !before.blocks ? [] : await findOnlyBlocked(tx, [before.id])
  // On another board first: what else is said of the card is told there alone, to those who see it from now on.
  const there: Update = across ? { ...across.board, target: moveAcross(tx, { ...before, version: before.version + 1 }, across) } : tx
  let card: CardFaceRow = await changeAttributes(there, input, across !== null)
  recordAttributes(there, card)
  card = wantedLabels ? changeLabels(there, card, across?.wanted.labels ?? wantedLabels) : card
  card = wantedAssignees ? changeAssignees(there, card, across?.wanted.assignees ?? wantedAssignees) : card
  card = destination ? moveCard(tx, card, destination) : card
  card = changeArchived(there, card, input.archived)
  if (card !== there.target) {
    card = { ...card, version: before.version + 1, updatedAt: there.now }
    save(there, there.target, card)
    if (opens) recordBlocked(tx, onlyBlocked)
    else await recordUnblocked(tx, onlyBlocked)
    await recordProgress(tx, parents)
  }
  const keyPrefix = there.board.keyPrefix
  const record = cardRecordOf(card, { keyPrefix, now: tx.now, staleAfterMs: tx.policy.staleAfterMs })
  return done(record, across ? card.boardId : undefined)
}

type Wanted = { labels: string[] | undefined; assignees: string[] | undefined }

/** The labels and the people that it is to have. */
function dressOf(card: CardFaceRow, { labels, assignees }: Wanted): { labels: string[]; assignees: string[] } {
  return { labels: labels ?? card.labelIds, assignees: assignees ? inOrderOf(card, assignees) : card.assigneeIds }
}

/** Who is on the card already, then who is new. */
const inOrderOf = (card: CardFaceRow, wanted: string[]): string[] => [
  ...card.assigneeIds.filter((id) => wanted.includes(id)),
  ...wanted.filter((id) => !card.assigneeIds.includes(id)),
]

const readList = sql<LimitedList & { archivedAt: string | null }>(
  'select id, name, wip_limit, wip_policy, archived_at from lists where board_id = $1 and id = $2',
)

/** A card that comes back needs a list, and room there. For another list than its own that is asked about where it moves. */
async function requirePlaceBack(tx: Update, own: string, listId: string): Promise<void> {
  const list = await tx.row(readList, [tx.board.id, listId])
  if (list && list.archivedAt !== null) throw refusal('ownListArchived')
  if (list && listId === own) await requireRoomForCard(tx, list)
}

/** True when the card becomes one to be done, false when it is done with, null when neither. */
function opensOrCloses(card: CardFaceRow, { completedAt, archived }: Pick<Input, 'completedAt' | 'archived'>): boolean | null {
  const wasOpen = card.completedAt === null && card.archivedAt === null
  const isCompleted = completedAt === undefined ? card.completedAt !== null : completedAt !== null
  const isOpen = !isCompleted && !(archived ?? card.archivedAt !== null)
  return isOpen === wasOpen ? null : isOpen
}

/** Whether it counts differently as a sub-card. */
const countsAnew = (card: CardFaceRow, { completedAt, archived }: Pick<Input, 'completedAt' | 'archived'>): boolean =>
  (completedAt !== undefined && (completedAt === null) !== (card.completedAt === null)) ||
  (archived !== undefined && archived !== (card.archivedAt !== null))

function save(tx: Update, before: CardFaceRow, card: CardFaceRow): void {
  const says = attributes.some((name) => card[name] !== before[name])
  if (says) tx.send(writeAttributes(card))
  if (!says || card.rank !== before.rank || card.listId !== before.listId) tx.send(writePlace(card))
  if (card.description !== before.description) tx.send(writeDescription(card))
  if (card.review !== before.review) tx.send(writeReview(card))
}

async function changeAttributes(tx: Update, input: Input, hasArrived: boolean): Promise<CardFaceRow> {
  const card = tx.target
  const changed = changes(card, {
    title: input.title,
    description: input.description,
    ...Object.fromEntries(inCardUpdated.map((name) => [name, input[name]])),
    completedAt: input.completedAt,
    ...(input.completedAt && { review: null }),
  })
  if (!changed && !withOwnVerb.some((name) => input[name] !== undefined && input[name] !== card[name])) return card
  const after = { ...card, ...attributesIn(input), ...changed?.columns }
  const completes = changed?.columns.completedAt !== undefined && changed.columns.completedAt !== null
  if (changed)
    tx.record('card.updated', hasArrived ? withoutPast(changed.payload) : changed.payload, {
      cardId: card.id,
      ...(completes && watcherNotices(card)),
    })
  if (changed?.columns.description !== undefined) await mentionInDescription(tx, card.id, after.description, card.description)
  return after
}

/** What a card said on the board that it has left is not told on the other one. Whether it was completed is: the move itself says so. */
function withoutPast<Payload extends { previous: Record<string, unknown> }>(payload: Payload): Payload {
  const { completedAt } = payload.previous
  return { ...payload, previous: completedAt === undefined ? {} : { completedAt } }
}

/** Records the changed attributes that have verbs of their own. */
function recordAttributes(tx: Update, card: CardFaceRow): void {
  for (const name of withOwnVerb)
    if (card[name] !== tx.target[name]) tx.record(cardAttributes[name].verb, { [name]: card[name] }, { cardId: card.id })
}

function changeLabels(tx: Update, card: CardFaceRow, wanted: string[]): CardFaceRow {
  const added = wanted.filter((id) => !card.labelIds.includes(id))
  const removed = card.labelIds.filter((id) => !wanted.includes(id))
  if (added.length === 0 && removed.length === 0) return card
  addLabels(tx, card.id, added)
  removeLabels(tx, card.id, removed)
  return { ...card, labelIds: wanted }
}

function changeAssignees(tx: Update, card: CardFaceRow, wanted: string[]): CardFaceRow {
  const added = wanted.filter((id) => !card.assigneeIds.includes(id))
  const removed = card.assigneeIds.filter((id) => !wanted.includes(id))
  if (added.length === 0 && removed.length === 0) return card
  insertAssignees(tx, card.id, added)
  removeAssignees(tx, card.id, removed)
  return { ...card, assigneeIds: inOrderOf(card, wanted) }
}

function changeArchived(tx: Update, card: CardFaceRow, archived: boolean | undefined): CardFaceRow {
  if (archived === undefined || archived === (card.archivedAt !== null)) return card
  tx.record(archived ? 'card.archived' : 'card.unarchived', { cardId: card.id }, { cardId: card.id })
  return { ...card, archivedAt: archived ? tx.now : null }
}
