import { type Comment, comment } from '@tandem/contract'
import type { CommentRow } from '../../db/tables/cards/comments.ts'
import { recordOf } from '../record-of.ts'

const writtenHere: (row: CommentRow) => Omit<Comment, 'imported'> = recordOf(comment.omit({ imported: true }), {})

export const commentOnWire = (row: CommentRow): Comment =>
  row.imported ? { ...writtenHere(row), imported: row.imported } : writtenHere(row)
