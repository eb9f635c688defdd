import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const pushDevices = pgTable('push_devices', {
  id: uuid('id').notNull(),
  actorId: uuid('actor_id').notNull(),
  webSessionId: uuid('web_session_id').notNull(),
  keyId: uuid('key_id').notNull(),
  endpoint: text('endpoint').notNull(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  failures: integer('failures').notNull().default(0),
})

export type PushDeviceRow = typeof pushDevices.$inferSelect
