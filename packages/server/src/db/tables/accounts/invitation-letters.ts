import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const invitationLetters = pgTable('invitation_letters', {
  boardId: uuid('board_id').notNull(),
  email: text('email').notNull(),
  senderId: uuid('sender_id').notNull(),
  sentAt: instant('sent_at').notNull(),
})
