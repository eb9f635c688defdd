import { pgTable, uuid } from 'drizzle-orm/pg-core'

export const cardLabels = pgTable('card_labels', {
  boardId: uuid('board_id').notNull(),
  cardId: uuid('card_id').notNull(),
  labelId: uuid('label_id').notNull(),
})
