import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const registrations = pgTable('registrations', {
  address: text('address').notNull(),
  registered: integer('registered').notNull(),
  endsAt: instant('ends_at').notNull(),
})
