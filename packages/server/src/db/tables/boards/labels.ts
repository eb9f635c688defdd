import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const labels = pgTable('labels', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  color: text('color').notNull(),
  createdAt: instant('created_at').notNull(),
})

export type LabelRow = typeof labels.$inferSelect
