import type { Budget, OpenQuestion, SessionAnswer } from '@tandem/contract'
import { bigint, boolean, integer, json, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const sessions = pgTable('sessions', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  cardId: uuid('card_id').notNull(),
  agentActorId: uuid('agent_actor_id').notNull(),
  initiatorActorId: uuid('initiator_actor_id').notNull(),
  state: text('state').$type<'queued' | 'working' | 'awaiting_input' | 'done' | 'error'>().notNull(),
  statusText: text('status_text'),
  summary: text('summary'),
  failureReason: text('failure_reason'),
  trigger: json('trigger').$type<{ type: 'delegation' | 'mention' | 'api'; commentId?: string; summary?: string }>().notNull(),
  ofDelegation: boolean('of_delegation').notNull(),
  question: json('question').$type<OpenQuestion>(),
  questionTier: smallint('question_tier'),
  /** When the question last went to a tier; where the ladder waits for the end of quiet time, a day before that. */
  questionRoutedAt: instant('question_routed_at'),
  /** When the default is taken; null without one. */
  questionDueAt: instant('question_due_at'),
  /** When the question goes to the next tier before its deadline; null once it has, and without a deadline. */
  questionClimbAt: instant('question_climb_at'),
  plan: json('plan').$type<{ text: string; status: 'pending' | 'in_progress' | 'done' | 'skipped' }[]>(),
  externalUrl: text('external_url'),
  usage: json('usage').$type<{ inputTokens?: number; outputTokens?: number; costUsd?: number }>(),
  /** The limits as they are now, with extensions. */
  budget: json('budget').$type<Budget>(),
  /** The amounts that the answer "once more" adds to the limits. */
  budgetGrant: json('budget_grant').$type<Budget>(),
  budgetWarnedAt: instant('budget_warned_at'),
  budgetExceededAt: instant('budget_exceeded_at'),
  /** When the minutes reach the next mark while the agent is silent. */
  budgetDueAt: instant('budget_due_at'),
  /** The closed intervals in the state working. */
  workedMs: bigint('worked_ms', { mode: 'number' }).notNull().default(0),
  /** When the current stretch of work began. */
  workingSince: instant('working_since'),
  stopRequestedAt: instant('stop_requested_at'),
  stopRequestedBy: uuid('stop_requested_by'),
  /** When a person started it although its card is blocked. */
  startRequestedAt: instant('start_requested_at'),
  startRequestedBy: uuid('start_requested_by'),
  lastAnswer: json('last_answer').$type<SessionAnswer>(),
  /** The latest activity whose news the agent gave back. */
  newsCursor: uuid('news_cursor'),
  /** The latest that it was told of with its last own change of state. */
  newsStart: uuid('news_start'),
  /** Null until it is claimed; each lease that expires adds one. */
  leaseGeneration: integer('lease_generation'),
  leaseSeconds: integer('lease_seconds'),
  /** Null while the session has no lease. */
  leaseExpiresAt: instant('lease_expires_at'),
  lastEventId: uuid('last_event_id').notNull(),
  lastEventAt: instant('last_event_at').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  endedAt: instant('ended_at'),
  /** The person at the head of the chain that opened it; null in those from before, where the owner of the agent counts. */
  onBehalfOf: uuid('on_behalf_of'),
  /** The person who first asked for the work, if a review opened the session. */
  requestedBy: uuid('requested_by'),
  /** The activities that undo it bear the first, those that bring it back the second. */
  undoId: uuid('undo_id'),
  redoId: uuid('redo_id'),
  /** Set while the acts of the session are undone. */
  undoneAt: instant('undone_at'),
  undoneBy: uuid('undone_by'),
})

export type SessionRow = typeof sessions.$inferSelect
