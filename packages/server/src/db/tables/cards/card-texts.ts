import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { tsvector } from '../types.ts'

export const cardTexts = pgTable('card_texts', {
  cardId: uuid('card_id').notNull(),
  partId: uuid('part_id').notNull(),
  words: tsvector('words').notNull(),
})
