import { comments } from '../../../db/tables/cards/comments.ts'
import { insertInto, pick, sendRows, writeRows } from '../../../db/writes.ts'
import { uuidV7, uuidV7After } from '../../../kernel/common/ids.ts'
import type { CommentEntry } from '../formats/entries.ts'
import { past, type Tx, type Written } from './written.ts'

/** Comments of a page: the importer's, with the name and the time that the file says. */
const insertComments = insertInto(comments, [
  'boardId',
  'id',
  'cardId',
  'actorId',
  'body',
  'createdAt',
  'editedAt',
  'imported',
  'authorRole',
])
const countComments = writeRows(
  pick(comments, ['boardId', 'cardId']),
  (rows) => `update cards c set comment_count = c.comment_count + r.total
  from (select board_id, card_id, count(*) as total from ${rows} group by board_id, card_id) r
  where c.id = r.card_id and (c.board_id = r.board_id) is true`,
)

export function writeComments(tx: Tx, entries: readonly CommentEntry[], written: Written): void {
  const rows = entries.map((comment) => ({
    boardId: tx.board.id,
    actorId: tx.principal.actorId,
    createdAt: tx.now,
    id: commentId(tx, comment, written),
    cardId: written.cards.get(comment.cardRef) ?? '',
    body: comment.body,
    editedAt: past(tx, comment.editedAt),
    imported: { authorName: comment.authorName, createdAt: past(tx, comment.createdAt) },
    // The file says who wrote it, and that cannot be verified.
    authorRole: 'external' as const,
  }))
  sendRows(tx, insertComments, rows)
  sendRows(tx, countComments, rows)
  for (const { id, cardId, body, imported, actorId } of rows)
    tx.record('comment.added', { commentId: id, body, author: { actorId, role: 'external' }, imported }, { cardId })
}

/**
 * Comments are read in the order of their ids, and a file may tell the newest first: an id is of the time when the comment was written.
 * So all of them come before new comments.
 */
function commentId(tx: Tx, { cardRef, createdAt }: CommentEntry, written: Written): string {
  const atMs = Math.max(0, Date.parse(past(tx, createdAt ?? 'now') ?? tx.now))
  const last = written.lastComment
  const ascends = last?.cardRef === cardRef && uuidV7(atMs) > last.id.slice(0, 13)
  const id = uuidV7After(ascends ? last.id : null, atMs)
  written.lastComment = { cardRef, id }
  return id
}
