import {
  type AttributeValues,
  type CardPart,
  cardAttributes,
  cardParts,
  eachAttribute,
  noAttributes,
  type RecordsOf,
  refusal,
} from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { sendRows } from '../../db/writes.ts'
import { notFound, requireOpenBoard } from '../../kernel/access.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { refuseBeyondQuota } from '../attachments/add.ts'
import { bytesOf, copyAttachments } from '../attachments/copies.ts'
import { writeCovers } from '../attachments/covers.ts'
import { attachmentsOfCard } from '../attachments/record.ts'
import { isMemberRole } from '../authors.ts'
import { copyItems, itemsOfCard } from '../checklists/copies.ts'
import { addValues } from '../fields/on-cards.ts'
import { addLabels } from '../labels/on-cards.ts'
import { requireRoomForCard } from '../lists/room.ts'
import { type Neighbours, rankIn, slotValues } from '../rank.ts'
import { insertAssignees } from './assignees.ts'
import { addCard } from './create.ts'
import { fitOn } from './match-attributes.ts'
import { placeIn, readTarget } from './move.ts'
import { openBoardOf } from './move-to-board.ts'
import { cardRecordOf } from './summary.ts'

type Tx = Mutation<RecordsOf<'card.copy'>>
type Input = Parameters<HandlerOf<'card.copy'>>[1]

/**
 * A new card with the description of the work, without its progress and its discussion. So it is open, its checklist unticked, and
 * comments, sessions, delegation, relations, links and watchers are not copied. People mentioned in the text are not notified again. Specification:
 * decisions §3 (docs/decisions/copies.md).
 */
export const copyCard: RunOf<'card.copy'> = async (tx, input) => {
  const card = tx.target
  const slot = await slotFor(tx, card, input)
  const { board } = slot
  const taken = await takenOf(board, card, new Set(input.keep ?? cardParts))
  const bytes = bytesOf(taken.attachments)
  if (bytes > 0) await refuseBeyondQuota(board, bytes)
  const rank = await slot.rank()
  const row = addCard(board, {
    listId: slot.listId,
    rank,
    title: input.title ?? card.title,
    description: card.description,
    ...taken.attributes,
    labelIds: taken.labelIds,
    assigneeIds: taken.assigneeIds,
    checklistTotal: taken.items.length,
    attachmentCount: taken.attachments.length,
    external: card.titleExternal,
    descriptionRole: isMemberRole(card.descriptionRole) ? null : card.descriptionRole,
    copiedFrom: card.id,
  })
  addLabels(board, row.id, taken.labelIds)
  insertAssignees(board, row.id, taken.assigneeIds)
  addValues(board, row.id, taken.values)
  copyItems(board, row.id, taken.items)
  const copies = copyAttachments(board, row.id, taken.attachments)
  const coverAttachmentId = copies.get(card.coverAttachmentId ?? '') ?? null
  if (coverAttachmentId !== null) sendRows(board, writeCovers, [{ boardId: row.boardId, id: row.id, coverAttachmentId }])
  const { keyPrefix, id: boardId } = board.board
  const record = cardRecordOf({ ...row, coverAttachmentId }, { keyPrefix, now: board.now, staleAfterMs: tx.policy.staleAfterMs })
  return done({ ...record, dropped: taken.dropped }, boardId)
}

/** The target of the copy: its board, locked, and a slot that is read but not taken yet. Throws if the copy is refused. */
async function slotFor(tx: Tx, card: CardFaceRow, input: Input) {
  const listId = input.listId ?? card.listId
  const neighbours = neighboursOf(card, listId, input)
  const placeOn = (boardId: string) => placeIn(boardId, listId, null)
  const here = await tx.row(readTarget, slotValues(placeOn(tx.board.id), neighbours))
  const board = here ? tx : await openBoardOf(tx, listId)
  requireOpenBoard(board.board)
  const place = placeOn(board.board.id)
  const target = here ?? (await board.row(readTarget, slotValues(place, neighbours)))
  if (!target) throw notFound('list')
  if (target.listArchivedAt !== null) throw refusal('listArchived')
  await requireRoomForCard(board, target)
  return { board, listId, rank: () => rankIn(board, place, target, neighbours) }
}

/** The slot right below the card, unless the request names a place or another list, or the card is archived. */
function neighboursOf(card: CardFaceRow, listId: string, { beforeId, afterId }: Input): Neighbours {
  const isSaid = beforeId !== undefined || afterId !== undefined
  return isSaid || listId !== card.listId || card.archivedAt !== null ? { beforeId, afterId } : { beforeId: card.id }
}

const peopleOn = sql<{ actorId: string }>(`select m.actor_id from members m join actors a on a.id = m.actor_id
  where m.board_id = $1 and m.actor_id = any ($2::uuid[]) and a.deactivated_at is null`)

/** The labels, fields, assignees, items and attachments that are copied to the board. */
async function takenOf(board: Reader & { board: { id: string } }, card: CardFaceRow, keeps: ReadonlySet<CardPart>) {
  const boardId = board.board.id
  const [fit, items, attachments] = await Promise.all([
    fitOn(board, card, boardId),
    keeps.has('checklist') ? itemsOfCard(board, card) : [],
    keeps.has('attachments') ? board.rows(attachmentsOfCard, [card.boardId, card.id]) : [],
  ])
  const wanted = keeps.has('assignees') ? card.assigneeIds : []
  const people = await peopleAmong(board, [...wanted, ...items.flatMap((item) => item.assigneeActorId ?? [])])
  const [labels, fields] = [keeps.has('labels'), keeps.has('fields')]
  return {
    attributes: attributesKept(card, keeps),
    labelIds: labels ? fit.labelIds : [],
    assigneeIds: wanted.filter((id) => people.has(id)).toSorted(),
    values: fields ? fit.fields.map(({ to, value, author }) => ({ fieldId: to, value, author })) : [],
    items: items.map((item) => ({ ...item, assigneeActorId: keeps.has('assignees') ? onBoard(people, item.assigneeActorId) : null })),
    attachments,
    dropped: {
      labels: labels ? fit.dropped.labels : [],
      fields: fields ? fit.dropped.fields : [],
      assigneeActorIds: wanted.filter((id) => !people.has(id)),
    },
  }
}

function attributesKept(card: CardFaceRow, keeps: ReadonlySet<CardPart>): AttributeValues {
  return eachAttribute((name) => {
    const { part } = cardAttributes[name]
    return part === null || keeps.has(part) ? card[name] : noAttributes[name]
  }) as AttributeValues
}

async function peopleAmong(board: Reader & { board: { id: string } }, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await board.rows(peopleOn, [board.board.id, [...ids]])).map((row) => row.actorId))
}

const onBoard = (people: ReadonlySet<string>, actorId: string | null): string | null =>
  actorId !== null && people.has(actorId) ? actorId : null
