import type { AuthorRole, ImportedComment, TextAuthor } from '@tandem/contract'
import { bigint, boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

const columns = () => ({
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
  /** The author and the time given in the file of an import. */
  imported: json('imported').$type<ImportedComment>(),
  /** The role of `createdBy` at the time of attaching; null when it is looked up. */
  authorRole: text('author_role').$type<AuthorRole>(),
})

export const attachments = pgTable('attachments', columns())
/** Taken off their cards by an agent or an undo, and kept for a time. */
export const removedAttachments = pgTable('removed_attachments', {
  ...columns(),
  removedAt: instant('removed_at').notNull(),
})

export type AttachmentRow = typeof attachments.$inferSelect
/** With its author, as `attachmentFaces` reads it. */
export type AttachmentFaceRow = AttachmentRow & { author: TextAuthor }
export type RemovedAttachmentRow = typeof removedAttachments.$inferSelect
