import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const loginFailures = pgTable('login_failures', {
  account: text('account').notNull(),
  failures: integer('failures').notNull(),
  retryAt: instant('retry_at').notNull(),
})
