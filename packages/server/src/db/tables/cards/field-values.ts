import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'

export const fieldValues = pgTable('field_values', {
  boardId: uuid('board_id').notNull(),
  cardId: uuid('card_id').notNull(),
  fieldId: uuid('field_id').notNull(),
  value: jsonb('value').notNull(),
})
