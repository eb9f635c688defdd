import { pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const avatars = pgTable('avatars', {
  actorId: uuid('actor_id').notNull(),
  /** The file of the small picture. */
  fileKey: text('file_key').notNull(),
})
