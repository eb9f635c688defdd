import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

export const oauthRefreshTokens = pgTable('oauth_refresh_tokens', {
  hash: bytea('hash').notNull(),
  grantId: uuid('grant_id').notNull(),
  createdAt: instant('created_at').notNull(),
  replacedAt: instant('replaced_at'),
  expiresAt: instant('expires_at').notNull(),
})
