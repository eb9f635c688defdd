import { type Comment, comment, type TextAuthor } from '@tandem/contract'
import type { CommentFaceRow, CommentRow } from '../../db/tables/cards/comments.ts'
import { recordOf } from '../record-of.ts'

type Written = CommentRow & Partial<CommentFaceRow>

const writtenHere: (row: Written) => Omit<Comment, 'imported' | 'reactions'> = recordOf(comment.omit({ imported: true, reactions: true }), {
  author: authorOf,
})

/** A row that was just written has its role; the view looks up that of older ones. */
export function authorOf({ actorId, authorRole, shownRole }: Written): TextAuthor {
  return { actorId, role: authorRole ?? shownRole ?? 'viewer' }
}

/** A new comment has no reactions yet. */
export const commentOnWire = (row: Written): Comment => ({
  ...writtenHere(row),
  ...(row.imported && { imported: row.imported }),
  ...(row.reactions && { reactions: row.reactions }),
})
