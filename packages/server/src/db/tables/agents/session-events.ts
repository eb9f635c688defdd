import { json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const sessionEvents = pgTable('session_events', {
  boardId: uuid('board_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  id: uuid('id').notNull(),
  kind: text('kind').$type<'state_change' | 'progress' | 'question' | 'answer' | 'log'>().notNull(),
  body: json('body').notNull(),
  createdAt: instant('created_at').notNull(),
})
