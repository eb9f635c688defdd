import { json, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const ledger = pgTable('ledger', {
  actorId: uuid('actor_id').notNull(),
  mutationId: text('mutation_id').notNull(),
  operation: text('operation').notNull(),
  target: text('target').notNull(),
  boardId: uuid('board_id'),
  status: smallint('status').notNull(),
  body: json('body'),
  inputHash: text('input_hash').notNull(),
  createdAt: instant('created_at').notNull(),
})
