import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

export const tokens = pgTable('tokens', {
  id: uuid('id').notNull(),
  hash: bytea('hash').notNull(),
  lastFour: text('last_four').notNull(),
  label: text('label').notNull(),
  actorId: uuid('actor_id').notNull(),
  mintedByActorId: uuid('minted_by_actor_id').notNull(),
  parentTokenId: uuid('parent_token_id'),
  scopes: text('scopes').array().notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
  lastUsedAt: instant('last_used_at'),
  integrationId: uuid('integration_id'),
  oauthGrantId: uuid('oauth_grant_id'),
})
