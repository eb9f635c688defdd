import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const links = pgTable('links', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  cardId: uuid('card_id').notNull(),
  integrationId: uuid('integration_id').notNull(),
  externalSystem: text('external_system').notNull(),
  externalId: text('external_id').notNull(),
  externalUrl: text('external_url').notNull(),
  title: text('title'),
  state: text('state'),
  createdAt: instant('created_at').notNull(),
})

export type LinkRow = typeof links.$inferSelect
