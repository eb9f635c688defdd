import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '../../../texts/language.ts'
import { instant } from '../types.ts'

export const mails = pgTable('mails', {
  id: uuid('id').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  attempts: smallint('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  createdAt: instant('created_at').notNull(),
  /** For an automatic reply: the Message-ID of the mail that it answers, empty when that had none. */
  inReplyTo: text('in_reply_to'),
  language: text('language').$type<Language>(),
})
