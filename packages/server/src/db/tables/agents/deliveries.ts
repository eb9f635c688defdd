import { bigint, boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const deliveries = pgTable('deliveries', {
  id: uuid('id').notNull(),
  webhookId: uuid('webhook_id').notNull(),
  boardId: uuid('board_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  state: text('state').$type<'pending' | 'delivered' | 'failed' | 'canceled'>().notNull(),
  attempts: smallint('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  createdAt: instant('created_at').notNull(),
  finishedAt: instant('finished_at'),
  lastStatus: smallint('last_status'),
  lastError: text('last_error'),
  lastDurationMs: integer('last_duration_ms'),
  lastAnswer: text('last_answer'),
  requeuedAt: instant('requeued_at'),
  triedBefore: smallint('tried_before').notNull().default(0),
  byHand: boolean('by_hand').notNull().default(false),
  pingedBy: uuid('pinged_by'),
})
