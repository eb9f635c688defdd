import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const fields = pgTable('fields', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  type: text('type').$type<'text' | 'number' | 'date' | 'checkbox' | 'select' | 'url'>().notNull(),
  options: text('options').array(),
  createdAt: instant('created_at').notNull(),
})

export type FieldRow = typeof fields.$inferSelect
