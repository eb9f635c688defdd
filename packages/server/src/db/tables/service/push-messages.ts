import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const pushMessages = pgTable('push_messages', {
  id: uuid('id').notNull(),
  deviceId: uuid('device_id').notNull(),
  what: text('what').$type<'question' | 'settled' | 'test'>().notNull(),
  boardId: uuid('board_id'),
  sessionId: uuid('session_id'),
  questionEventId: uuid('question_event_id'),
  attempts: smallint('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Until when it waited for the end of quiet time. */
  heldUntil: instant('held_until'),
})
