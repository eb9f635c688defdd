import type { Acceptance, ListCategory, ListQueue, WipPolicy } from '@tandem/contract'
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const lists = pgTable('lists', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  rank: text('rank').notNull(),
  wipLimit: integer('wip_limit'),
  archivedAt: instant('archived_at'),
  createdAt: instant('created_at').notNull(),
  queue: jsonb('queue').$type<ListQueue>(),
  /** The person for whom agents take its cards; null if no person set the queue. */
  queueSetBy: uuid('queue_set_by'),
  wipPolicy: text('wip_policy').$type<WipPolicy>().notNull().default('warn'),
  category: text('category').$type<ListCategory>().notNull().default('none'),
  acceptance: text('acceptance').$type<Acceptance>().notNull().default('none'),
  color: text('color'),
})

export type ListRow = typeof lists.$inferSelect

/** The view list_ends: a list with the rank of its last card, archived ones included. */
export type ListEndRow = ListRow & { lastRank: string | null }
