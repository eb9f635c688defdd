import { sql } from '../../db/database.ts'
import { uuidV7, uuidV7After } from '../../kernel/ids.ts'
import type { CommentEntry } from './entries.ts'
import { past, sendRows, type Tx, type Written } from './written.ts'

/** Comments of a page: the importer's, with the name and the time that the file says. */
const insertComments = sql(`insert into comments (board_id, id, card_id, actor_id, body, created_at, edited_at, imported)
  select $1, r.id, r.card_id, $4, r.body, $3, r.edited_at, r.imported
  from json_to_recordset($2::json) as r(id uuid, card_id uuid, body text, edited_at timestamptz, imported json)`)
const countComments = sql(`update cards c set comment_count = c.comment_count + r.total
  from (select card_id, count(*) as total from json_to_recordset($2::json) as m(card_id uuid) group by card_id) r
  where c.id = r.card_id and c.board_id = $1`)

export function writeComments(tx: Tx, comments: readonly CommentEntry[], written: Written): void {
  if (comments.length === 0) return
  const rows = comments.map((comment) => ({
    ...{ id: commentId(tx, comment, written), card_id: written.cards.get(comment.cardRef) ?? '', body: comment.body },
    ...{ edited_at: past(tx, comment.editedAt), imported: { authorName: comment.authorName, createdAt: past(tx, comment.createdAt) } },
  }))
  sendRows(tx, insertComments, rows, tx.now, tx.principal.actorId)
  sendRows(tx, countComments, rows)
  for (const { id, card_id: cardId, body, imported } of rows) tx.record('comment.added', { commentId: id, body, imported }, { cardId })
}

/**
 * Comments are read in the order of their ids, and a file may tell the newest first: an id is of the time when the comment was written.
 * So all of them come before whatever is said here.
 */
function commentId(tx: Tx, { cardRef, createdAt }: CommentEntry, written: Written): string {
  const atMs = Math.max(0, Date.parse(past(tx, createdAt ?? 'now') ?? tx.now))
  const last = written.lastComment
  const ascends = last?.cardRef === cardRef && uuidV7(atMs) > last.id.slice(0, 13)
  const id = uuidV7After(ascends ? last.id : null, atMs)
  written.lastComment = { cardRef, id }
  return id
}
