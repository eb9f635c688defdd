import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const webhooks = pgTable('webhooks', {
  id: uuid('id').notNull(),
  boardId: uuid('board_id'),
  actorId: uuid('actor_id'),
  createdBy: uuid('created_by').notNull(),
  url: text('url').notNull(),
  events: text('events').array().notNull(),
  secretSealed: text('secret_sealed').notNull(),
  previousSecretSealed: text('previous_secret_sealed'),
  previousSecretUntil: instant('previous_secret_until'),
  leash: uuid('leash').array(),
  active: boolean('active').notNull(),
  consecutiveFailures: integer('consecutive_failures').notNull().default(0),
  disabledReason: text('disabled_reason'),
  createdAt: instant('created_at').notNull(),
  /** The integration whose event subscription it is. */
  integrationId: uuid('integration_id'),
})

export type WebhookRow = typeof webhooks.$inferSelect
