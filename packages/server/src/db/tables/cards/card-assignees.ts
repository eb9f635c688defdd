import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const cardAssignees = pgTable('card_assignees', {
  boardId: uuid('board_id').notNull(),
  cardId: uuid('card_id').notNull(),
  actorId: uuid('actor_id').notNull(),
  assignedAt: instant('assigned_at').notNull(),
  /** Triggers keep these as the card has them. */
  isOpen: boolean('is_open').notNull().default(true),
  dueAt: instant('due_at'),
})
