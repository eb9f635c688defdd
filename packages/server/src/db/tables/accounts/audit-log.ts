import { json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const auditLog = pgTable('audit_log', {
  id: uuid('id').notNull(),
  actorId: uuid('actor_id'),
  act: text('act').notNull(),
  outcome: text('outcome').notNull(),
  credential: text('credential'),
  address: text('address'),
  detail: json('detail').$type<Record<string, unknown>>(),
  createdAt: instant('created_at').notNull(),
})
