import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const pushKeys = pgTable('push_keys', {
  id: uuid('id').notNull(),
  publicKey: text('public_key').notNull(),
  privateSealed: text('private_sealed').notNull(),
  createdAt: instant('created_at').notNull(),
})

export type PushKeyRow = typeof pushKeys.$inferSelect
