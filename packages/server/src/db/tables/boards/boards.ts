import type { AgentsPaused, Budget } from '@tandem/contract'
import { bigint, boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

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
  /** Its activities up to this one have hashes; `lastHash` is that of this one. */
  hashedSeq: bigint('hashed_seq', { mode: 'number' }).notNull().default(0),
  lastHash: bytea('last_hash'),
  agentsPaused: json('agents_paused').$type<AgentsPaused>(),
  /** The budget of its sessions for a calendar month, UTC. */
  monthlyBudget: json('monthly_budget').$type<Budget>(),
  reviewByOthers: boolean('review_by_others').notNull().default(false),
  maxAgentSessions: integer('max_agent_sessions'),
  completeParents: boolean('complete_parents').notNull().default(false),
  deletedAt: instant('deleted_at'),
  /** How often the cards of one of its lists got new ranks, without activities. */
  spreads: integer('spreads').notNull().default(0),
})

/** Boards that are being deleted are not loaded; hashes are read with the log. */
export type BoardRow = Omit<typeof boards.$inferSelect, 'deletedAt' | 'hashedSeq' | 'lastHash'>
