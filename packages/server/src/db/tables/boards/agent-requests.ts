import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const agentRequests = pgTable('agent_requests', {
  id: uuid('id').notNull(),
  boardId: uuid('board_id').notNull(),
  agentActorId: uuid('agent_actor_id').notNull(),
  ownerActorId: uuid('owner_actor_id').notNull(),
  role: text('role').$type<'viewer' | 'member' | 'admin'>().notNull(),
  requestedBy: uuid('requested_by').notNull(),
  activityId: uuid('activity_id'),
  createdAt: instant('created_at').notNull(),
  settledAt: instant('settled_at'),
  outcome: text('outcome').$type<'accepted' | 'declined' | 'withdrawn'>(),
})
