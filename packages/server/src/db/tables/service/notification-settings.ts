import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const notificationSettings = pgTable('notification_settings', {
  actorId: uuid('actor_id').notNull(),
  reason: text('reason').notNull(),
  inbox: boolean('inbox'),
  email: boolean('email'),
})
