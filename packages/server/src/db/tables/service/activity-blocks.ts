import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The activities of a board with `seq` from `block` × 256 + 1 to (`block` + 1) × 256: what a filter may find there. */
export const activityBlocks = pgTable('activity_blocks', {
  boardId: uuid('board_id').notNull(),
  block: integer('block').notNull(),
  verbs: text('verbs').array().notNull(),
  actorIds: uuid('actor_ids').array().notNull(),
})
