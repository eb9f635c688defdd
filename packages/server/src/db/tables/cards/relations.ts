import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../types.ts'

export const relations = pgTable('relations', {
  boardId: uuid('board_id').notNull(),
  cardId: uuid('card_id').notNull(),
  otherBoardId: uuid('other_board_id').notNull(),
  otherCardId: uuid('other_card_id').notNull(),
  kind: text('kind').$type<'blocks' | 'relates' | 'parent'>().notNull(),
  createdAt: instant('created_at').notNull(),
})
