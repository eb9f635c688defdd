import type { Activity, Verb } from '@tandem/contract'
import { sql } from 'drizzle-orm'
import { bigint, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../types.ts'

export const activities = pgTable('activities', {
  boardId: uuid('board_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  id: uuid('id').notNull(),
  cardId: uuid('card_id'),
  actorId: uuid('actor_id').notNull(),
  verb: text('verb').$type<Verb>().notNull(),
  payload: json('payload').$type<Record<string, unknown>>().notNull(),
  payloadOctets: integer('payload_octets').generatedAlwaysAs(sql`octet_length((payload)::text)`),
  origin: json('origin').$type<Activity['origin']>(),
  createdAt: instant('created_at').notNull(),
  hash: bytea('hash'),
  payloadHash: bytea('payload_hash'),
  sessionId: uuid('session_id'),
  /** The undo that it is part of, or what brought one back. */
  undoId: uuid('undo_id'),
})
