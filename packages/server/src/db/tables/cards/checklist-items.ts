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
})

export type ChecklistItemRow = typeof checklistItems.$inferSelect
