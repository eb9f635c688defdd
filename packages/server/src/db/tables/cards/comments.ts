import type { AuthorRole, ImportedComment, Reaction } from '@tandem/contract'
import { json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const comments = pgTable('comments', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  cardId: uuid('card_id').notNull(),
  actorId: uuid('actor_id').notNull(),
  body: text('body').notNull(),
  sessionId: uuid('session_id'),
  createdAt: instant('created_at').notNull(),
  editedAt: instant('edited_at'),
  deletedAt: instant('deleted_at'),
  /** The author and the time given in the file of an import. */
  imported: json('imported').$type<ImportedComment>(),
  /** The role of the author at the time of writing; null for comments older than this column. */
  authorRole: text('author_role').$type<AuthorRole>(),
})

export type CommentRow = typeof comments.$inferSelect

/** The view comment_faces: a comment with its reactions and the role of its author. */
export type CommentFaceRow = CommentRow & { reactions: Reaction[] | null; shownRole: AuthorRole }
