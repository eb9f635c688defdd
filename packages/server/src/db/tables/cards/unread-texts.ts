import { pgTable, uuid } from 'drizzle-orm/pg-core'

export const unreadTexts = pgTable('unread_texts', {
  cardId: uuid('card_id').notNull(),
  partId: uuid('part_id').notNull(),
})
