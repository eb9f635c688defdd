import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const files = pgTable('files', {
  key: text('key').notNull(),
  kept: boolean('kept').notNull().default(false),
  doomed: boolean('doomed').notNull().default(false),
  createdAt: instant('created_at').notNull(),
  sweepAt: instant('sweep_at').notNull(),
})
