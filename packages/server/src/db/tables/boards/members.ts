import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const members = pgTable('members', {
  boardId: uuid('board_id').notNull(),
  actorId: uuid('actor_id').notNull(),
  role: text('role').$type<'viewer' | 'member' | 'admin'>().notNull(),
  addedAt: instant('added_at').notNull(),
})
