import { fieldRefusal, type RecordsOf, refusal, TandemError, type Verb } from '@tandem/contract'
import { getTableName } from 'drizzle-orm'
import { sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { sessions } from '../../db/tables/agents/sessions.ts'
import { watches } from '../../db/tables/boards/watches.ts'
import { attachments as attachmentsTable, removedAttachments } from '../../db/tables/cards/attachments.ts'
import { cardAssignees } from '../../db/tables/cards/card-assignees.ts'
import { cardLabels } from '../../db/tables/cards/card-labels.ts'
import { type CardFaceRow, cards } from '../../db/tables/cards/cards.ts'
import { checklistItems } from '../../db/tables/cards/checklist-items.ts'
import { comments } from '../../db/tables/cards/comments.ts'
import { fieldValues } from '../../db/tables/cards/field-values.ts'
import { formerNumbers } from '../../db/tables/cards/former-numbers.ts'
import type { LinkRow } from '../../db/tables/cards/links.ts'
import { reactions } from '../../db/tables/cards/reactions.ts'
import { relations } from '../../db/tables/cards/relations.ts'
import { roleElsewhere } from '../../db/text-authors.ts'
import { deleteFrom, insertInto, pick, sendRows, update, write, writeRows } from '../../db/writes.ts'
import { loadTarget, notFound, requireOpenBoard } from '../../kernel/access.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { alignIds } from '../../kernel/record.ts'
import { refuseBeyondQuota } from '../attachments/add.ts'
import { bytesOf } from '../attachments/copies.ts'
import { attachmentsOfCard } from '../attachments/record.ts'
import { isMemberRole } from '../authors.ts'
import { insertCardLabels } from '../labels/on-cards.ts'
import { dropLinks, linksOfCard } from '../links/of-card.ts'
import { requireRoomForCard } from '../lists/room.ts'
import { type Neighbours, rankIn, slotValues } from '../rank.ts'
import { mayGoOn } from '../sessions/may-invoke.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { fitOn } from './match-attributes.ts'
import { placeIn, readTarget } from './move.ts'

/** Moves to another board. Specification: decisions §3. */
type Tx = Mutation<RecordsOf<'card.update'>>

/** The place of a card on another board, and the parts of the card that stay behind. */
export type Across = {
  board: Tx
  listId: string
  rank: string
  /** The labels and assignees of the card that exist there. */
  comesWith: Dress
  /** The same for those that the request adds. */
  wanted: Dress
  staysDelegated: boolean
  fieldIds: { from: string; to: string }[]
  /** Links stay behind: an integration acts on its own board only. */
  links: readonly LinkRow[]
  dropped: { labels: string[]; fields: string[]; assigneeActorIds: string[]; delegation: string | null }
}

type Dress = { labels: string[]; assignees: string[] }

const boardOfList = sql<{ boardId: string }>('select board_id from lists where id = $1')
const liveSession = sql<{ id: string }>('select id from sessions where card_id = $1 and ended_at is null limit 1')
const membersOf = sql<{ actorId: string }>('select actor_id from members where board_id = $1 and actor_id = any ($2::uuid[])')

/**
 * The board of a list on another board, locked, if the caller may put cards there. Throws validation when the caller cannot see such a
 * list. Called before anything is written.
 */
export async function openBoardOf<V extends Verb>(tx: Mutation<V>, listId: string): Promise<Mutation<V>> {
  const unknown = fieldRefusal('listId', 'listGone')
  const found = await tx.row(boardOfList, [listId])
  if (!found) throw unknown
  await loadTarget(tx, tx.principal, { target: 'list', role: 'member', scope: 'cards:write' }, { listId }).catch((error: unknown) => {
    throw error instanceof TandemError && error.code === 'not_found' ? unknown : error
  })
  const board = tx.lockBoards([found.boardId]).get(found.boardId)
  if (!board) throw unknown
  requireOpenBoard(board.board)
  return board
}

/**
 * Prepares a move to a list of another board, under the locks of both boards. `wanted` = the labels and people of this board that the
 * request gives to the card. Throws if the move is refused, before anything is written.
 */
export async function acrossTo(tx: Tx & { target: CardFaceRow }, wanted: Dress, listId: string, neighbours: Neighbours): Promise<Across> {
  const card = tx.target
  const board = await openBoardOf(tx, listId)
  const boardId = board.board.id
  const live = await tx.row(liveSession, [card.id])
  if (live) {
    throw refusal('agentAtWork', {}, { details: { sessionId: live.id } })
  }
  const place = placeIn(boardId, listId, card.id)
  const target = await tx.row(readTarget, slotValues(place, neighbours))
  if (!target) throw notFound('list')
  if (target.listArchivedAt !== null) throw refusal('listArchived')
  await requireRoomForCard(board, target)
  const actorIds = [...card.assigneeIds, ...wanted.assignees, ...(card.delegateActorId === null ? [] : [card.delegateActorId])]
  const [members, had, fit, links, attachments] = await Promise.all([
    tx.rows(membersOf, [boardId, actorIds]),
    fitOn(tx, card, boardId),
    fitOn(tx, { id: card.id, labelIds: wanted.labels }, boardId),
    tx.rows(linksOfCard, [card.boardId, card.id]),
    tx.rows(attachmentsOfCard, [card.boardId, card.id]),
  ])
  const bytes = bytesOf(attachments)
  if (bytes > 0) await refuseBeyondQuota(board, bytes)
  const there = new Set(members.map((row) => row.actorId))
  const staysDelegated =
    card.delegateActorId !== null && there.has(card.delegateActorId) && (await mayGoOn(board, card.id, card.delegateActorId))
  return {
    board,
    listId,
    rank: await rankIn(tx, place, target, neighbours),
    staysDelegated,
    comesWith: { labels: had.labelIds, assignees: card.assigneeIds.filter((id) => there.has(id)) },
    wanted: { labels: fit.labelIds, assignees: wanted.assignees.filter((id) => there.has(id)) },
    fieldIds: fit.fields,
    links,
    dropped: {
      ...fit.dropped,
      assigneeActorIds: wanted.assignees.filter((id) => !there.has(id)),
      delegation: staysDelegated ? null : card.delegateActorId,
    },
  }
}

const keepNumber = insertInto(formerNumbers, ['boardId', 'number', 'cardId'])
const moveRow = write(
  {
    ...pick(cards, ['id', 'listId', 'rank', 'number', 'updatedAt', 'version']),
    fromBoardId: cards.boardId,
    boardId: cards.boardId,
    staysDelegated: parameter<boolean>('boolean'),
  },
  (to) => `update cards set board_id = ${to.boardId}, list_id = ${to.listId}, rank = ${to.rank}, number = ${to.number},
    updated_at = ${to.updatedAt}, version = ${to.version}, archived_with_list = false, review = null,
    description_role = ${roleElsewhere('description_role')},
    delegate_actor_id = case when ${to.staysDelegated} then delegate_actor_id end,
    delegated_by = case when ${to.staysDelegated} then delegated_by end,
    delegated_at = case when ${to.staysDelegated} then delegated_at end
  where board_id = ${to.fromBoardId} and id = ${to.id}`,
)
const dropAssignees = write(
  { ...pick(cardAssignees, ['cardId']), keptIds: parameter<readonly string[]>('uuid[]') },
  (given) => `delete from card_assignees where card_id = ${given.cardId} and actor_id <> all (${given.keptIds})`,
)
const dropLabels = deleteFrom(cardLabels, { key: ['cardId'] })
const dropValues = write(
  { ...pick(fieldValues, ['cardId']), keptIds: parameter<readonly string[]>('uuid[]') },
  (given) => `delete from field_values where card_id = ${given.cardId} and field_id <> all (${given.keptIds})`,
)
const renameValues = writeRows(
  { ...pick(fieldValues, ['cardId']), oldId: fieldValues.fieldId, newId: fieldValues.fieldId },
  (rows) => `update field_values v set field_id = rows.new_id from ${rows} where v.card_id = rows.card_id and v.field_id = rows.old_id`,
)
const arrival = pick(cardAssignees, ['cardId', 'boardId'])
/** Actors who are not members there lose their watch of the card and their checklist items. */
const dropWatches = write(
  arrival,
  (to) => `delete from watches w where w.card_id = ${to.cardId}
  and not exists (select from members m where m.board_id = ${to.boardId} and m.actor_id = w.actor_id)`,
)
const freeItems = write(
  arrival,
  (to) => `update checklist_items i set assignee_actor_id = null where i.card_id = ${to.cardId} and i.assignee_actor_id is not null
  and not exists (select from members m where m.board_id = ${to.boardId} and m.actor_id = i.assignee_actor_id)`,
)
const moveEvents = write(
  arrival,
  (to) => `update session_events e set board_id = ${to.boardId} from sessions s where s.card_id = ${to.cardId} and e.session_id = s.id`,
)
const relationsIn = update(relations, { key: ['otherCardId'], set: ['otherBoardId'] })
const withTexts = [comments, checklistItems, fieldValues, attachmentsTable, removedAttachments] as const
const moveTexts = withTexts.map((table) =>
  write(
    arrival,
    (to) =>
      `update ${getTableName(table)} set board_id = ${to.boardId}, author_role = ${roleElsewhere('author_role')} where card_id = ${to.cardId}`,
  ),
)
/** Rows of a card carry the id of its board. */
const onCards = [cardAssignees, watches, reactions] as const
const followers = [...onCards, sessions, relations].map((table) => update(table, { key: ['cardId'], set: ['boardId'] }))

/**
 * Moves the card to the other board with its next version and a new number, and records it on both boards; the old key still resolves.
 * Other changes of the request follow and are recorded on the new board only.
 */
export function moveAcross(tx: Tx, card: CardFaceRow, to: Across): CardFaceRow {
  const { board } = to
  const boardId = board.board.id
  alignIds(tx.board, board.board)
  const number = (board.board.lastCardNumber += 1)
  if (to.dropped.delegation !== null) tx.record('card.undelegated', { agentActorId: to.dropped.delegation }, { cardId: card.id })
  dropLinks(tx, card, to.links)
  const arriving = { cardId: card.id, boardId }
  const { staysDelegated, listId, rank } = to
  tx.send(keepNumber({ boardId: tx.board.id, number: card.number, cardId: card.id }))
  tx.send(moveRow({ ...card, fromBoardId: tx.board.id, boardId, listId, rank, number, updatedAt: board.now, staysDelegated }))
  tx.send(dropAssignees({ cardId: card.id, keptIds: to.comesWith.assignees }))
  tx.send(dropLabels({ cardId: card.id }))
  const labels = to.comesWith.labels.map((labelId) => ({ ...arriving, labelId }))
  sendRows(tx, insertCardLabels, labels)
  tx.send(dropValues({ cardId: card.id, keptIds: to.fieldIds.map((field) => field.from) }))
  const renamed = to.fieldIds.map((field) => ({ cardId: card.id, oldId: field.from, newId: field.to }))
  sendRows(tx, renameValues, renamed)
  for (const follow of [dropWatches, freeItems, moveEvents, ...moveTexts, ...followers]) tx.send(follow(arriving))
  tx.send(relationsIn({ otherCardId: card.id, otherBoardId: boardId }))
  // The state of the card is recorded with the move, because neither log has the activities of the other.
  const standing = { completedAt: card.completedAt, archivedAt: card.archivedAt }
  const moved = { fromListId: card.listId, toListId: to.listId, position: to.rank, ...standing }
  tx.record('card.moved', { ...moved, toBoardId: boardId, dropped: to.dropped }, { cardId: card.id })
  // The next activity of the card is recorded on the new board only: its id must be greater than that of the last one on the old board.
  alignIds(tx.board, board.board)
  board.record('card.moved', { ...moved, fromBoardId: tx.board.id }, { cardId: card.id, ...watcherNotices(card) })
  return {
    ...card,
    boardId,
    listId: to.listId,
    rank: to.rank,
    number,
    updatedAt: board.now,
    review: null,
    descriptionRole: isMemberRole(card.descriptionRole) ? null : card.descriptionRole,
    labelIds: to.comesWith.labels,
    assigneeIds: to.comesWith.assignees,
    ...(!to.staysDelegated && { delegateActorId: null, delegatedBy: null, delegatedAt: null }),
  }
}
