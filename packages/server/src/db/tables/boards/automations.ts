import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'

export const automations = pgTable('automations', {
  boardId: uuid('board_id').notNull(),
  actorId: uuid('actor_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  ruleId: uuid('rule_id'),
})
