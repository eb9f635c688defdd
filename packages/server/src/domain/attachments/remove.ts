import { refusal, type Verb } from '@tandem/contract'
import { getTableColumns } from 'drizzle-orm'
import { sql } from '../../db/database.ts'
import { type AttachmentFaceRow, attachments, type RemovedAttachmentRow, removedAttachments } from '../../db/tables/cards/attachments.ts'
import { type CardFaceRow, cards } from '../../db/tables/cards/cards.ts'
import { authorOfAttachment } from '../../db/text-authors.ts'
import { columnList, deleteFrom, pick, write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { authorToTell } from '../authors.ts'
import { addedPayload, countOneMore, mostAttachments } from './record.ts'

/**
 * An attachment that an agent or an undo removes is kept with its file in a table of its own, from which an undo restores it. One that a
 * person removes is deleted. Specification: beyond §7 (docs/decisions/undo.md).
 */
export const removedKeptMs = 30 * 24 * 3_600_000

/** The files are deleted later (files/reservations.ts). */
const deleteAttachment = deleteFrom(attachments, { key: ['boardId', 'id'] })
const columns = columnList(getTableColumns(attachments))
const keepRemoved = write(
  { ...pick(attachments, ['boardId', 'id']), removedAt: removedAttachments.removedAt },
  ({ boardId, id, removedAt }) => `with gone as (delete from attachments where board_id = ${boardId} and id = ${id} returning *)
  insert into removed_attachments (${columns}, removed_at) select ${columns}, ${removedAt} from gone`,
)
/** A cover goes with its image. */
const countOneLess = write(
  { ...pick(cards, ['boardId', 'id', 'updatedAt']), attachmentId: attachments.id },
  (
    given,
  ) => `update cards set attachment_count = attachment_count - 1, cover_attachment_id = nullif(cover_attachment_id, ${given.attachmentId}),
    version = version + 1, updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = ${given.id}`,
)

const readCover = sql<{ isCover: boolean }>(
  'select cover_attachment_id is not distinct from $3 as is_cover from cards where board_id = $1 and id = $2',
)

type Gone = Pick<AttachmentFaceRow, 'boardId' | 'id' | 'cardId' | 'filename' | 'author'>

export async function removeAttachment(tx: Mutation<Verb>, row: Gone, { keeps }: { keeps: boolean }): Promise<void> {
  const { boardId, id, cardId, filename, author } = row
  const isCover = (await tx.row(readCover, [boardId, cardId, id]))?.isCover ?? false
  tx.send(keeps ? keepRemoved({ boardId, id, removedAt: tx.now }) : deleteAttachment({ boardId, id }))
  tx.send(countOneLess({ boardId, id: cardId, updatedAt: tx.now, attachmentId: id }))
  const payload = { cardId, attachmentId: id, filename, ...authorToTell(author), ...(isCover && { wasCover: true as const }) }
  tx.record('card.attachment_removed', payload, { cardId })
}

type RemovedFace = RemovedAttachmentRow & Pick<AttachmentFaceRow, 'author'>
const readRemoved = sql<RemovedFace>(
  `select r.*, ${authorOfAttachment('r')} as author from removed_attachments r
  where board_id = $1 and card_id = $2 and id = $3 and removed_at > $4 for update of r`,
)

/** A removed attachment of a card that can still come back; held, so that no sweep takes it meanwhile. */
export const removedOf = (tx: Mutation<Verb>, cardId: string, id: string): Promise<RemovedFace | undefined> =>
  tx.row(readRemoved, [tx.board.id, cardId, id, iso(Date.parse(tx.now) - removedKeptMs)])

/** An image that was not made small yet is due anew. */
const bringBack = write(
  { ...pick(attachments, ['boardId', 'id']), now: attachments.createdAt },
  ({ boardId, id, now }) => `with back as (delete from removed_attachments where board_id = ${boardId} and id = ${id} returning *)
  insert into attachments (${columns})
  select ${columns.replace('thumbnail_due_at', `case when thumbnail_due_at is not null then ${now} end`).replace('thumbnail_attempts', '0')}
  from back`,
)

/** With its id and its author. */
export function restoreAttachment(tx: Mutation<Verb>, card: CardFaceRow, row: RemovedFace): void {
  if (card.attachmentCount >= mostAttachments) throw refusal('attachmentsFull', { count: mostAttachments })
  const { boardId, id } = row
  tx.send(bringBack({ boardId, id, now: tx.now }))
  tx.send(countOneMore({ boardId, id: card.id, updatedAt: tx.now }))
  tx.record('card.attachment_added', addedPayload(row), { cardId: card.id })
}

export const keptBytes = sql<{ kept: number; ofPeople: number }>(`select coalesce(sum(r.size_bytes), 0)::bigint as kept,
    coalesce(sum(r.size_bytes) filter (where by.kind = 'human'), 0)::bigint as of_people
  from removed_attachments r join actors by on by.id = r.created_by where r.board_id = $1`)
/** Files that people attached stay before those of agents; among them those that were removed last. */
export const makeRoom = write(
  { boardId: removedAttachments.boardId, room: removedAttachments.sizeBytes },
  ({ boardId, room }) => `delete from removed_attachments where id in (
    select id from (
      select r.id, sum(coalesce(r.size_bytes, 0)) over (order by by.kind = 'human' desc, r.removed_at desc, r.id desc) as bytes
      from removed_attachments r join actors by on by.id = r.created_by where r.board_id = ${boardId}
    ) kept where bytes > ${room})`,
)
