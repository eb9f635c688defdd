import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const oauthClients = pgTable('oauth_clients', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  redirectUris: text('redirect_uris').array().notNull(),
  createdAt: instant('created_at').notNull(),
  keptUntil: instant('kept_until').notNull(),
})
