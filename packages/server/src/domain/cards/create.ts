import { type AttributeValues, type AuthorRole, attributeNames, attributesIn, noAttributes, refusal } from '@tandem/contract'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { insertInto, ofOneCard } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { authorRoleIn, authorToTell, cardAuthorOf } from '../authors.ts'
import { addLabels, labelsOnBoard } from '../labels/on-cards.ts'
import { requireRoomForCard } from '../lists/room.ts'
import { mentionedIn } from '../mentions.ts'
import { orderOf, rankFor } from '../rank.ts'
import { barredFrom } from '../sessions/holds/barred.ts'
import { assignable, insertAssignees } from './assignees.ts'
import { endOfList, noteRank } from './end-of-list.ts'
import { cardRecordOf } from './summary.ts'

export const cardOrder = orderOf('cards', 'list_id')

const insertRow = insertInto(cards, [
  'boardId',
  'id',
  'listId',
  'number',
  'title',
  'description',
  'rank',
  ...attributeNames,
  'createdBy',
  'createdAt',
  'updatedAt',
  'checklistTotal',
  'attachmentCount',
  'titleExternal',
  'descriptionRole',
])
const insertCard = ofOneCard(insertRow, 'id')

/** A new card, at the end of its list unless neighbours say otherwise. Specification: service §4, decisions §3. */
export const createCard: HandlerOf<'card.create'> = async (tx, input) => {
  const list = tx.target
  if (list.archivedAt !== null) throw refusal('listArchived')
  await requireRoomForCard(tx, list)
  const labelIds = await labelsOnBoard(tx, input.labelIds ?? [])
  const assigneeIds = await assignable(tx, { field: 'assigneeActorIds', ids: input.assigneeActorIds ?? [] })
  const place = {
    order: cardOrder,
    boardId: tx.board.id,
    containerId: list.id,
    movingId: null,
    what: 'card' as const,
    lastRank: endOfList(tx.board, list.id, list.lastRank),
  }
  const rank = await rankFor(tx, place, input)
  const row = addCard(tx, { ...input, listId: list.id, rank, assigneeIds, labelIds })
  addLabels(tx, row.id, labelIds)
  insertAssignees(tx, row.id, assigneeIds)
  await mentionInDescription(tx, row, '')
  return cardRecordOf(row, { keyPrefix: tx.board.keyPrefix, now: tx.now, staleAfterMs: tx.policy.staleAfterMs })
}

type NewCard = { [Name in keyof AttributeValues]?: AttributeValues[Name] | undefined } & {
  listId: string
  title: string
  description?: string | undefined
  rank: string
  assigneeIds: string[]
  labelIds: string[]
  checklistTotal?: number
  attachmentCount?: number
  /** Its texts come from outside the board. */
  external?: boolean | undefined
  /** The role of the author of the text, if the card is a copy: its author may be another person. */
  descriptionRole?: AuthorRole | null
  /** The card that it is a copy of. */
  copiedFrom?: string
}

/** Inserts a new card and records it. The caller writes its labels, items and other rows. */
export function addCard(tx: Mutation<'card.created'>, card: NewCard): CardFaceRow {
  const row = newRow(tx, card)
  tx.send(insertCard(row))
  noteRank(tx.board, row)
  const copied = card.copiedFrom === undefined ? {} : { copiedFrom: card.copiedFrom }
  tx.record('card.created', { title: row.title, listId: row.listId, ...authorToTell(cardAuthorOf(row)), ...copied }, { cardId: row.id })
  return row
}

function newRow(tx: Mutation<never>, card: NewCard): CardFaceRow {
  tx.board.lastCardNumber += 1
  return {
    boardId: tx.board.id,
    id: tx.newId(),
    listId: card.listId,
    number: tx.board.lastCardNumber,
    title: card.title,
    description: card.description ?? '',
    rank: card.rank,
    ...noAttributes,
    ...attributesIn(card),
    completedAt: null,
    archivedAt: null,
    createdBy: tx.principal.actorId,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
    delegateActorId: null,
    delegatedBy: null,
    delegatedAt: null,
    latestSessionId: null,
    review: null,
    checklistTotal: card.checklistTotal ?? 0,
    checklistDone: 0,
    commentCount: 0,
    attachmentCount: card.attachmentCount ?? 0,
    coverAttachmentId: null,
    archivedWithList: false,
    titleExternal: card.external ?? false,
    describedBy: null,
    descriptionRole: card.descriptionRole === undefined ? authorRoleIn(tx, card.external) : card.descriptionRole,
    assigneeIds: card.assigneeIds,
    labelIds: card.labelIds,
    blocked: false,
    blocks: false,
    children: [0, 0],
    hasParent: false,
    watched: false,
    sessionState: null,
    sessionStatusText: null,
    sessionLastEventAt: null,
    sessionStopRequestedAt: null,
    sessionFailureReason: null,
    sessionExpiresAt: null,
    sessionDefaultOption: null,
    sessionLeaseExpiresAt: null,
  }
}

type Described = Pick<CardFaceRow, 'id' | 'description' | 'descriptionRole' | 'describedBy' | 'createdBy'>

/**
 * Tells the members whom a description mentions, once: those that the text before mentioned know. One from outside reaches no agent, and
 * none reaches an agent that its author may not have start. Specification: beyond §1.
 */
export async function mentionInDescription(tx: Mutation<'card.mentioned'>, card: Described, before: string): Promise<void> {
  const { id: cardId, description: text, descriptionRole } = card
  const mentioned = (await mentionedIn(tx, text, before)).filter(({ kind }) => kind === 'human' || descriptionRole !== 'external')
  const barred = await barredFrom(tx, cardId, mentioned)
  const ids = mentioned.map((member) => member.actorId).filter((id) => !barred.has(id))
  if (ids.length === 0) return
  tx.record(
    'card.mentioned',
    { cardId, mentionedActorIds: ids, ...authorToTell(cardAuthorOf({ ...card, titleExternal: false })) },
    { cardId, notify: [{ actorIds: ids, reason: 'mentioned', excerpt: text }] },
  )
}
