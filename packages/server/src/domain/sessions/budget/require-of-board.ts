import { refusal } from '@tandem/contract'
import type { Mutation } from '../../../kernel/mutation.ts'
import { type OnCard, onWire } from '../advance.ts'
import { isUsedUp } from './figures.ts'
import type { BoardBudget } from './of-board.ts'

/** Throws budget_exceeded where a queued session would begin on a board whose month is used up. */
export function requireBoardWithinBudget(tx: Mutation<never>, at: OnCard, board: BoardBudget | undefined): void {
  if (!board || at.session.state !== 'queued' || !isUsedUp(board, tx.now)) return
  throw refusal('boardBudgetUsed', {}, { details: { session: onWire(tx, at), monthlyBudget: board.budget } })
}
