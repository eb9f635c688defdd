import type { Budget, QuietTime } from '@tandem/contract'
import { boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const actors = pgTable('actors', {
  id: uuid('id').notNull(),
  kind: text('kind').$type<'human' | 'agent'>().notNull(),
  name: text('name').notNull(),
  handle: text('handle').notNull(),
  email: text('email'),
  avatarUrl: text('avatar_url'),
  canBeDelegated: boolean('can_be_delegated'),
  canBeMentioned: boolean('can_be_mentioned'),
  ownerActorId: uuid('owner_actor_id'),
  passwordHash: text('password_hash'),
  isInstanceAdmin: boolean('is_instance_admin').notNull().default(false),
  timezone: text('timezone').notNull().default('UTC'),
  locale: text('locale'),
  createdAt: instant('created_at').notNull(),
  deactivatedAt: instant('deactivated_at'),
  /** The setting of who may start an agent; `invokers` are the people named. */
  invokableBy: text('invokable_by').$type<'owner' | 'members' | 'actors'>().notNull().default('members'),
  invokers: uuid('invokers').array().notNull().default([]),
  /** Since when the owner has paused the agent. */
  pausedAt: instant('paused_at'),
  /** When the owner last resumed the agent, or changed how many sessions may be at work. */
  resumedAt: instant('resumed_at'),
  /** The default budget of an agent's sessions. */
  budget: json('budget').$type<Budget>(),
  maxSessions: integer('max_sessions'),
  /** When a person wants no mail and no web push. */
  quiet: json('quiet').$type<QuietTime>(),
})

export type ActorRow = typeof actors.$inferSelect
