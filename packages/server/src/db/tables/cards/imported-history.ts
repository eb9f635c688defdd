import { integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const importedHistory = pgTable('imported_history', {
  boardId: uuid('board_id').notNull(),
  seq: integer('seq').notNull(),
  at: instant('at'),
  actorName: text('actor_name'),
  verb: text('verb').notNull(),
  cardId: uuid('card_id'),
  payload: json('payload'),
  octets: integer('octets').notNull(),
})
