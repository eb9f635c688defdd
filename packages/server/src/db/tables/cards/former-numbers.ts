import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'

export const formerNumbers = pgTable('former_numbers', {
  boardId: uuid('board_id').notNull(),
  number: integer('number').notNull(),
  cardId: uuid('card_id').notNull(),
})
