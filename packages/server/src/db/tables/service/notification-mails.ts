import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const notificationMails = pgTable('notification_mails', {
  id: uuid('id').notNull(),
  actorId: uuid('actor_id').notNull(),
  activityId: uuid('activity_id').notNull(),
  boardId: uuid('board_id').notNull(),
  cardId: uuid('card_id'),
  sessionId: uuid('session_id'),
  reason: text('reason').notNull(),
  byActorId: uuid('by_actor_id').notNull(),
  excerpt: text('excerpt'),
  attempts: smallint('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull(),
})
