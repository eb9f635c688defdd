import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

export const webSessions = pgTable('web_sessions', {
  id: uuid('id').notNull(),
  hash: bytea('hash').notNull(),
  actorId: uuid('actor_id').notNull(),
  createdAt: instant('created_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  device: text('device'),
})
