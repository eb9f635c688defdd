import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const reactions = pgTable('reactions', {
  boardId: uuid('board_id').notNull(),
  cardId: uuid('card_id').notNull(),
  commentId: uuid('comment_id').notNull(),
  actorId: uuid('actor_id').notNull(),
  emoji: text('emoji').notNull(),
  createdAt: instant('created_at').notNull(),
})
