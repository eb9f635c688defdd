import { sql } from 'drizzle-orm'
import { bigint, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const activities = pgTable('activities', {
  boardId: uuid('board_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  id: uuid('id').notNull(),
  cardId: uuid('card_id'),
  actorId: uuid('actor_id').notNull(),
  verb: text('verb').notNull(),
  payload: json('payload').notNull(),
  payloadOctets: integer('payload_octets').generatedAlwaysAs(sql`octet_length((payload)::text)`),
  origin: json('origin'),
  createdAt: instant('created_at').notNull(),
})
