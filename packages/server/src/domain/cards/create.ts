import { type AttributeValues, attributeNames, attributesIn, noAttributes, refusal } from '@tandem/contract'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { insertInto } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { addLabels, labelsOnBoard } from '../labels/on-cards.ts'
import { requireRoomForCard } from '../lists/room.ts'
import { mentionedIn } from '../mentions.ts'
import { orderOf, rankFor } from '../rank.ts'
import { assignable, insertAssignees } from './assignees.ts'
import { cardRecordOf } from './summary.ts'

export const cardOrder = orderOf('cards', 'list_id')

const insertCard = insertInto(cards, [
  ...(['boardId', 'id', 'listId', 'number', 'title', 'description', 'rank', ...attributeNames] as const),
  ...(['createdBy', 'createdAt', 'updatedAt', 'checklistTotal', 'attachmentCount'] as const),
])

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
    lastRank: list.lastRank,
  }
  const rank = await rankFor(tx, place, input)
  const row = addCard(tx, { ...input, listId: list.id, rank, assigneeIds, labelIds })
  addLabels(tx, row.id, labelIds)
  insertAssignees(tx, row.id, assigneeIds)
  await mentionInDescription(tx, row.id, row.description, '')
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
  /** The card that it is a copy of. */
  copiedFrom?: string
}

/** The row of a new card, and its activity. What hangs on it is the caller's to write. */
export function addCard(tx: Mutation<'card.created'>, card: NewCard): CardFaceRow {
  const row = newRow(tx, card)
  tx.send(insertCard(row))
  const copied = card.copiedFrom === undefined ? {} : { copiedFrom: card.copiedFrom }
  tx.record('card.created', { title: row.title, listId: row.listId, ...copied }, { cardId: row.id })
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
    archivedWithList: false,
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
    sessionLeaseExpiresAt: null,
  }
}

/** Tells the members whom a description mentions, once: those that the text before mentioned know. */
export async function mentionInDescription(tx: Mutation<'card.mentioned'>, cardId: string, text: string, before: string): Promise<void> {
  const mentioned = await mentionedIn(tx, text, before)
  if (mentioned.length === 0) return
  const ids = mentioned.map((member) => member.actorId)
  tx.record(
    'card.mentioned',
    { cardId, mentionedActorIds: ids },
    { cardId, notify: [{ actorIds: ids, reason: 'mentioned', excerpt: text }] },
  )
}
