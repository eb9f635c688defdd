import { json, pgTable, uuid } from 'drizzle-orm/pg-core'

export const importedCards = pgTable('imported_cards', {
  cardId: uuid('card_id').notNull(),
  imported: json('imported').notNull(),
})
