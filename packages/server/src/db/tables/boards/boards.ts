import type { AgentsPaused, Budget } from '@tandem/contract'
import { bigint, boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const boards = pgTable('boards', {
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  agentGuidance: text('agent_guidance').notNull(),
  keyPrefix: text('key_prefix').notNull(),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  archivedAt: instant('archived_at'),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
  lastActivityId: uuid('last_activity_id'),
  lastCardNumber: integer('last_card_number').notNull().default(0),
  agentsPaused: json('agents_paused').$type<AgentsPaused>(),
  /** What its sessions may use in a calendar month, UTC. */
  monthlyBudget: json('monthly_budget').$type<Budget>(),
  reviewByOthers: boolean('review_by_others').notNull().default(false),
  maxAgentSessions: integer('max_agent_sessions'),
  completeParents: boolean('complete_parents').notNull().default(false),
  deletedAt: instant('deleted_at'),
})

/** One that is being deleted is not loaded. */
export type BoardRow = Omit<typeof boards.$inferSelect, 'deletedAt'>
