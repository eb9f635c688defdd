import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

export const oauthGrants = pgTable('oauth_grants', {
  id: uuid('id').notNull(),
  clientId: text('client_id').notNull(),
  humanActorId: uuid('human_actor_id').notNull(),
  agentActorId: uuid('agent_actor_id').notNull(),
  scopes: text('scopes').array().notNull(),
  boardIds: uuid('board_ids').array(),
  resource: text('resource').notNull(),
  codeHash: bytea('code_hash').notNull(),
  codeChallenge: text('code_challenge').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  createdAt: instant('created_at').notNull(),
  connectedAt: instant('connected_at'),
  lastUsedAt: instant('last_used_at'),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
})
