import type { Integration } from '@tandem/contract'
import { json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const integrations = pgTable('integrations', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  type: text('type').notNull(),
  name: text('name').notNull(),
  status: text('status').$type<Integration['status']>().notNull(),
  actorId: uuid('actor_id').notNull(),
  inboundUrl: text('inbound_url').notNull(),
  config: json('config').$type<Record<string, unknown>>().notNull(),
  /** The public key of the plugin as a JWK. */
  publicKey: json('public_key').$type<{ kty: 'EC' | 'OKP' | 'RSA'; [part: string]: string }>(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  removedAt: instant('removed_at'),
  installedBy: uuid('installed_by'),
})

/** `installedBy` is read by statements of its own. */
export type IntegrationRow = Omit<typeof integrations.$inferSelect, 'installedBy'>
