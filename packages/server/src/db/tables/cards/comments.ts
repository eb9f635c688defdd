import type { ImportedComment } from '@tandem/contract'
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
  /** What the file said that it came with. */
  imported: json('imported').$type<ImportedComment>(),
})

export type CommentRow = typeof comments.$inferSelect
