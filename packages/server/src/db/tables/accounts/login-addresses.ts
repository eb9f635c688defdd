import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const loginAddresses = pgTable('login_addresses', {
  account: text('account').notNull(),
  address: text('address').notNull(),
  failures: integer('failures').notNull(),
  retryAt: instant('retry_at').notNull(),
  signedInAt: instant('signed_in_at'),
  expiresAt: instant('expires_at').notNull(),
})
