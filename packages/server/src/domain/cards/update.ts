import { attributeNames, attributesIn, cardAttributes, refusal, type TextAuthor } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { ofOneCard, pick, update, write, writeRows } from '../../db/writes.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import { done } from '../../kernel/reply.ts'
import { refuseNoCover } from '../attachments/covers.ts'
import { authorRoleIn, authorToTell, cardAuthorOf, isMemberRole } from '../authors.ts'
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
import { type Destination, destinationOf, moveCard } from './move.ts'
import { acrossTo, moveAcross } from './move-to-board.ts'
import { cardRecordOf } from './summary.ts'

type CardUpdate = Parameters<HandlerOf<'card.update'>>
type Update = CardUpdate[0]
type Input = CardUpdate[1]

/**
 * One row version for most PATCHes: a column that is named costs the conditions of its triggers, changed or not, a third of the statement.
 * So the position is written apart from the texts, and the description, which may be long, only when it changes.
 */
const writePlace = ofOneCard(
  writeRows(
    pick(cards, ['boardId', 'id', 'version', 'updatedAt', 'listId', 'rank']),
    (rows) => `update cards c set version = rows.version, updated_at = rows.updated_at, list_id = rows.list_id, rank = rows.rank,
    archived_with_list = c.archived_with_list and c.list_id = rows.list_id
  from ${rows} where c.id = rows.id and (c.board_id = rows.board_id) is true`,
  ),
  'id',
)
const attributes = ['title', 'titleExternal', ...attributeNames, 'coverAttachmentId', 'completedAt', 'archivedAt'] as const
const writeAttributes = write(
  pick(cards, ['boardId', 'id', 'version', 'updatedAt', ...attributes]),
  (
    to,
  ) => `update cards set version = ${to.version}, updated_at = ${to.updatedAt}, title = ${to.title}, title_external = ${to.titleExternal},
    ${attributeNames.map((name) => `${cards[name].name} = ${to[name]}`)}, cover_attachment_id = ${to.coverAttachmentId}, completed_at = ${to.completedAt}, archived_at = ${to.archivedAt},
    archived_with_list = archived_with_list and ${to.archivedAt} is not null
  where board_id = ${to.boardId} and id = ${to.id}`,
)
const inCardUpdated = attributeNames.filter((name) => cardAttributes[name].verb === 'card.updated')
const withOwnVerb = attributeNames.filter((name) => cardAttributes[name].verb !== 'card.updated')
const writeDescription = update(cards, { key: ['boardId', 'id'], set: ['description', 'describedBy', 'descriptionRole'] })
const writeReview = update(cards, { key: ['boardId', 'id'], set: ['review'] })

/** Everything that a PATCH of a card may say, one activity per thing it does, in the order that decisions §1 sets. */
export const updateCard: RunOf<'card.update'> = (tx, input) => changeCard(tx, input)

/** An undo that restores a card: the place that the caller has found for it, and the author of the restored texts. */
type Back = { place?: Destination | undefined; author?: TextAuthor | undefined }

export async function changeCard(tx: Update, input: Input, back: Back = {}): ReturnType<RunOf<'card.update'>> {
  refuseStale(input.ifVersion, tx.target.version)
  refuseChangedTexts(
    { title: tx.target.title, description: tx.target.description },
    { title: input.ifTitle, description: input.ifDescription },
  )
  await refuseNoCover(tx, tx.target, input.coverAttachmentId)
  const wantedLabels = input.labelIds && (await labelsOnBoard(tx, input.labelIds))
  const wantedAssignees =
    input.assigneeActorIds && (await assignable(tx, { field: 'assigneeActorIds', ids: input.assigneeActorIds, card: tx.target }))
  const found = back.place ?? (await destinationOf(tx, tx.target, input))
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
  // The move to another board comes first: the other changes are recorded there only, for its members.
  const there: Update = across ? { ...across.board, target: moveAcross(tx, { ...before, version: before.version + 1 }, across) } : tx
  let card: CardFaceRow = await changeAttributes(there, { ...input, author: back.author }, across !== null)
  recordAttributes(there, card, across !== null)
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

/** The labels and people that the card will have. */
function dressOf(card: CardFaceRow, { labels, assignees }: Wanted): { labels: string[]; assignees: string[] } {
  return { labels: labels ?? card.labelIds, assignees: assignees ? inOrderOf(card, assignees) : card.assigneeIds }
}

/** People who are on the card already, in their order, then the new ones. */
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

async function changeAttributes(tx: Update, input: Input & Pick<Back, 'author'>, hasArrived: boolean): Promise<CardFaceRow> {
  const card = tx.target
  const changed = changes(card, {
    title: input.title,
    description: input.description,
    ...Object.fromEntries(inCardUpdated.map((name) => [name, input[name]])),
    coverAttachmentId: input.coverAttachmentId,
    completedAt: input.completedAt,
    ...(input.completedAt && { review: null }),
  })
  if (!changed && !withOwnVerb.some((name) => input[name] !== undefined && input[name] !== card[name])) return card
  const author = input.author ?? { actorId: tx.principal.actorId, role: authorRoleIn(tx, input.external) }
  const authors = authorsOfTexts(changed?.columns ?? {}, author, hasArrived)
  const after = { ...card, ...attributesIn(input), ...changed?.columns, ...authors }
  const completes = changed?.columns.completedAt !== undefined && changed.columns.completedAt !== null
  if (changed) {
    const writer = hasArrived && isMemberRole(author.role) ? cardAuthorOf(after) : author
    const payload = authors ? withAuthors(changed.payload, writer, { before: card, after }) : changed.payload
    const about = { cardId: card.id, ...(completes && watcherNotices(card)) }
    tx.record('card.updated', hasArrived ? withoutPast(payload) : payload, about)
  }
  if (changed?.columns.description !== undefined) await mentionInDescription(tx, after, card.description)
  return after
}

/** Null where no text changes. The role of the caller is that on the board from which the card has come. */
function authorsOfTexts({ title, description }: Partial<CardFaceRow>, { actorId, role }: TextAuthor, hasArrived: boolean) {
  if (title === undefined && description === undefined) return null
  return {
    ...(title !== undefined && { titleExternal: role === 'external' }),
    ...(description !== undefined && { describedBy: actorId, descriptionRole: hasArrived && isMemberRole(role) ? null : role }),
  }
}

/**
 * The author of the new text: recorded where it is not the word of a member, and where the author of the card changes. The text of a plugin may
 * come from outside the board, and its actor does not tell.
 */
function withAuthors<Payload extends { previous: Record<string, unknown> }>(
  payload: Payload,
  writer: TextAuthor,
  { before, after }: { before: CardFaceRow; after: CardFaceRow },
): Payload {
  const [author, previous] = [cardAuthorOf(after), cardAuthorOf(before)]
  if (author.actorId === previous.actorId && author.role === previous.role) return { ...payload, ...authorToTell(writer) }
  return { ...payload, author: writer, previous: { ...payload.previous, author: previous } }
}

/**
 * Leaves out the values that the card had on the board that it has left: the members of the new board may not see them. Except
 * `completedAt`, which the move itself shows.
 */
function withoutPast<Payload extends { previous: Record<string, unknown> }>(payload: Payload): Payload {
  const { completedAt } = payload.previous
  return { ...payload, previous: completedAt === undefined ? {} : { completedAt } }
}

/** Records the changed attributes that have verbs of their own. */
function recordAttributes(tx: Update, card: CardFaceRow, hasArrived: boolean): void {
  for (const name of withOwnVerb) {
    if (card[name] === tx.target[name]) continue
    const payload = { [name]: card[name], previous: { [name]: tx.target[name] } }
    tx.record(cardAttributes[name].verb, hasArrived ? withoutPast(payload) : payload, { cardId: card.id })
  }
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
