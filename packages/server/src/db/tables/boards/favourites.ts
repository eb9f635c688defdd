import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const favourites = pgTable('favourites', {
  actorId: uuid('actor_id').notNull(),
  itemId: uuid('item_id').notNull(),
  boardId: uuid('board_id').notNull(),
  viewId: uuid('view_id'),
  place: integer('place').notNull(),
  createdAt: instant('created_at').notNull(),
})
