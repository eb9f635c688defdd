import type { Explanation, Rule } from '@tandem/contract'
import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const rules = pgTable('rules', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  enabled: boolean('enabled').notNull(),
  pausedReason: text('paused_reason'),
  pausedWhy: json('paused_why').$type<Explanation>(),
  trigger: json('trigger').$type<Rule['trigger']>().notNull(),
  /** Null when it runs by the clock. */
  verb: text('verb').generatedAlwaysAs(sql`(trigger ->> 'verb'::text)`),
  conditions: json('conditions').$type<Rule['conditions']>().notNull(),
  actions: json('actions').$type<Rule['actions']>().notNull(),
  /** The lists, labels, fields and members that it cannot do without. */
  needs: uuid('needs').array().notNull(),
  createdBy: uuid('created_by').notNull(),
  failuresInARow: integer('failures_in_a_row').notNull().default(0),
  /** The rule ignores activities up to this seq. */
  sinceSeq: bigint('since_seq', { mode: 'number' }).notNull(),
  nextRunAt: instant('next_run_at'),
  /** The last card that the scheduled run under way has handled. */
  doneCardNumber: integer('done_card_number').notNull().default(0),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  /** When the trigger, conditions or actions were last changed. */
  definedAt: instant('defined_at').notNull().default(sql`now()`),
  /** The author: the rule acts within their rights. */
  savedBy: uuid('saved_by').notNull(),
})

export type RuleRow = typeof rules.$inferSelect
