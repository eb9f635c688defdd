import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

export const searchWords = pgTable('search_words', {
  id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  word: text('word').notNull(),
})
