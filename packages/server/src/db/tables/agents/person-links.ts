import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

export const personLinks = pgTable('person_links', {
  id: uuid('id').notNull(),
  integrationId: uuid('integration_id').notNull(),
  hash: bytea('hash').notNull(),
  externalUserId: text('external_user_id').notNull(),
  displayName: text('display_name').notNull(),
  confirmedBy: uuid('confirmed_by'),
  claimedAt: instant('claimed_at'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
