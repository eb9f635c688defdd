import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const migrations = pgTable('migrations', {
  name: text('name').notNull(),
  checksum: text('checksum').notNull(),
  appliedAt: instant('applied_at').notNull().default(sql`clock_timestamp()`),
})
