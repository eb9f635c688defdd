import { bigint, date, doublePrecision, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

/** The usage of a board's sessions in a calendar month, UTC. */
export const boardUsage = pgTable('board_usage', {
  boardId: uuid('board_id').notNull(),
  /** The first day of the month. */
  month: date('month', { mode: 'string' }).notNull(),
  tokens: doublePrecision('tokens').notNull().default(0),
  costUsd: doublePrecision('cost_usd').notNull().default(0),
  workedMs: bigint('worked_ms', { mode: 'number' }).notNull().default(0),
  /** How often people gave the budget of the month once more. */
  extensions: integer('extensions').notNull().default(0),
  warnedAt: instant('warned_at'),
})
