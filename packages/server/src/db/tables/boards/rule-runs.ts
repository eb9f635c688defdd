import type { Explanation, RuleRun } from '@tandem/contract'
import { bigint, json, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const ruleRuns = pgTable('rule_runs', {
  id: uuid('id').notNull(),
  boardId: uuid('board_id').notNull(),
  ruleId: uuid('rule_id').notNull(),
  activityId: uuid('activity_id'),
  dueAt: instant('due_at'),
  cardId: uuid('card_id'),
  state: text('state').$type<RuleRun['state']>().notNull(),
  reason: text('reason'),
  /** The reason as data. */
  why: json('why').$type<Explanation>(),
  depth: smallint('depth').notNull(),
  rootId: uuid('root_id'),
  actions: json('actions').$type<RuleRun['actions']>().notNull(),
  firstSeq: bigint('first_seq', { mode: 'number' }),
  lastSeq: bigint('last_seq', { mode: 'number' }),
  createdAt: instant('created_at').notNull(),
})

export type RuleRunRow = typeof ruleRuns.$inferSelect
