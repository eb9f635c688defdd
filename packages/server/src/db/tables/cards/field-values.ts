import type { AuthorRole } from '@tandem/contract'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const fieldValues = pgTable('field_values', {
  boardId: uuid('board_id').notNull(),
  cardId: uuid('card_id').notNull(),
  fieldId: uuid('field_id').notNull(),
  value: jsonb('value').notNull(),
  /** As of a checklist item. */
  writtenBy: uuid('written_by'),
  authorRole: text('author_role').$type<AuthorRole>(),
})
