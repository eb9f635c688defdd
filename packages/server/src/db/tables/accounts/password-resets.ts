import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

export const passwordResets = pgTable('password_resets', {
  hash: bytea('hash').notNull(),
  actorId: uuid('actor_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
