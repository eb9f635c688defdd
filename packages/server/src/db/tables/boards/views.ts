import type { View } from '@tandem/contract'
import { boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const views = pgTable('views', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  query: json('query').$type<View['query']>().notNull(),
  layout: text('layout').$type<View['layout']>().notNull(),
  lanes: text('lanes'),
  emptyLanes: boolean('empty_lanes').notNull().default(false),
  columns: json('columns').$type<View['columns']>(),
  sort: text('sort'),
  shared: boolean('shared').notNull(),
  ownerActorId: uuid('owner_actor_id').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

export type ViewRow = typeof views.$inferSelect
