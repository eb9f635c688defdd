import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const watches = pgTable('watches', {
  boardId: uuid('board_id').notNull(),
  cardId: uuid('card_id').notNull(),
  actorId: uuid('actor_id').notNull(),
  createdAt: instant('created_at').notNull(),
})
