import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

export const invitations = pgTable('invitations', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  email: text('email').notNull(),
  role: text('role').$type<'viewer' | 'member' | 'admin'>().notNull(),
  hash: bytea('hash').notNull(),
  invitedBy: uuid('invited_by').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  actorId: uuid('actor_id'),
  declinedAt: instant('declined_at'),
})
