import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const attachments = pgTable('attachments', {
  boardId: uuid('board_id').notNull(),
  id: uuid('id').notNull(),
  cardId: uuid('card_id').notNull(),
  kind: text('kind').$type<'file' | 'link'>().notNull(),
  name: text('name').notNull(),
  filename: text('filename').notNull(),
  url: text('url'),
  fileKey: text('file_key'),
  contentType: text('content_type'),
  /** The bytes themselves say that they are of this type. */
  proven: boolean('proven').notNull().default(false),
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
  createdBy: uuid('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  thumbnailDueAt: instant('thumbnail_due_at'),
  thumbnailAttempts: integer('thumbnail_attempts').notNull().default(0),
  thumbnailFailure: text('thumbnail_failure'),
  smallKey: text('small_key'),
  largeKey: text('large_key'),
})

export type AttachmentRow = typeof attachments.$inferSelect
