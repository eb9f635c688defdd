import type { Handlers } from '../kernel/handlers.ts'
import { boardActivity, cardActivity } from './boards/activity.ts'
import { createBoard } from './boards/create.ts'
import { listBoards } from './boards/list.ts'
import { changeBoard } from './boards/update.ts'
import { assign, unassign } from './cards/assignees.ts'
import { createCard } from './cards/create.ts'
import { updateCard } from './cards/update.ts'

/** One handler per operation that is served. */
export const boardHandlers = {
  'board.create': createBoard,
  'board.list': listBoards,
  'board.update': changeBoard,
  'board.activity': boardActivity,
  'card.create': createCard,
  'card.update': updateCard,
  'card.activity': cardActivity,
  'card.assign': assign,
  'card.unassign': unassign,
} satisfies Partial<Handlers>
