import type { Comment } from '@tandem/contract'
import type { CommentRow } from '../../db/rows.ts'

export function commentOnWire(row: CommentRow): Comment {
  const comment = {
    ...{ id: row.id, cardId: row.card_id, actorId: row.actor_id, body: row.body, sessionId: row.session_id },
    ...{ createdAt: row.created_at, editedAt: row.edited_at, deletedAt: row.deleted_at },
  }
  return row.imported ? { ...comment, imported: row.imported } : comment
}
