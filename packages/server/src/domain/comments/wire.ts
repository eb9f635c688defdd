import type { Comment } from '@tandem/contract'
import type { CommentRow } from '../../db/tables/cards/comments.ts'

export function commentOnWire(row: CommentRow): Comment {
  const comment = {
    id: row.id,
    cardId: row.cardId,
    actorId: row.actorId,
    body: row.body,
    sessionId: row.sessionId,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    deletedAt: row.deletedAt,
  }
  return row.imported ? { ...comment, imported: row.imported } : comment
}
