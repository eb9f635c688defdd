import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const notifications = pgTable('notifications', {
  id: uuid('id').notNull(),
  actorId: uuid('actor_id').notNull(),
  activityId: uuid('activity_id').notNull(),
  boardId: uuid('board_id').notNull(),
  cardId: uuid('card_id'),
  sessionId: uuid('session_id'),
  reason: text('reason').notNull(),
  verb: text('verb').notNull(),
  byActorId: uuid('by_actor_id').notNull(),
  excerpt: text('excerpt'),
  because: text('because'),
  readAt: instant('read_at'),
  createdAt: instant('created_at').notNull(),
})
