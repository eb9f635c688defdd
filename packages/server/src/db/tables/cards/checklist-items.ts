import type { AuthorRole, TextAuthor } from '@tandem/contract'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const checklistItems = pgTable('checklist_items', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  cardId: uuid('card_id').notNull(),
  text: text('text').notNull(),
  rank: text('rank').notNull(),
  doneAt: instant('done_at'),
  doneBy: uuid('done_by'),
  assigneeActorId: uuid('assignee_actor_id'),
  createdAt: instant('created_at').notNull(),
  /** The author of the text; null for items older than this column. */
  writtenBy: uuid('written_by'),
  /** The role of that author at the time of writing; null when it is looked up. */
  authorRole: text('author_role').$type<AuthorRole>(),
})

/** With its author, as `checklistFaces` reads it. */
export type ChecklistFaceRow = typeof checklistItems.$inferSelect & { author: TextAuthor }
