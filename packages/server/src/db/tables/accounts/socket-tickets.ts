import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

export const socketTickets = pgTable('socket_tickets', {
  hash: bytea('hash').notNull(),
  method: text('method').$type<'session' | 'token'>().notNull(),
  credentialId: uuid('credential_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
