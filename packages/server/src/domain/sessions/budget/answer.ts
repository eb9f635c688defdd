import { type Budget, type BudgetAnswer, budgetAnswers, refusal } from '@tandem/contract'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import { atLeast } from '../../../kernel/access.ts'
import type { Mutation } from '../../../kernel/mutation.ts'
import { limits } from '../../budgets.ts'
import { restartSilence } from '../silence.ts'
import { extended, isUsedUp, usedOf } from './figures.ts'
import { type BoardBudget, boardBudgetOf, setExtensions } from './of-board.ts'

/**
 * The effect of an answer to the question about a budget. Free text leaves the budget as it is: the agent reads it and finishes.
 * Specification: beyond §5.
 */
export function meaningOf(tx: Mutation<never>, { question }: SessionRow, answer: string): BudgetAnswer | null {
  if (question?.kind !== 'budget') return null
  const said = answer.toLowerCase().replace(/^the /, '')
  const meant = (Object.keys(budgetAnswers) as BudgetAnswer[]).find((name) => budgetAnswers[name].toLowerCase() === said) ?? 'finish'
  // Everyone on the board may answer, but a viewer may neither spend more nor stop agents.
  if (meant !== 'finish' && !atLeast(tx.role, 'member')) throw refusal('budgetAnswerOfMembers')
  return meant
}

/** The limits from now on, of the session or of this month of its board. Throws forbidden. */
export async function extendedBudget(tx: Mutation<never>, session: SessionRow): Promise<Budget | null> {
  if (session.question?.budgetOf === 'board') return extendBoard(tx)
  const budget = session.budget ?? {}
  return extended(budget, session.budgetGrant ?? budget, usedOf(session, tx.now))
}

/** Raised since, or a new month: any member lets the session go on. */
async function extendBoard(tx: Mutation<never>): Promise<Budget | null> {
  const board = await boardBudgetOf(tx, tx.board.id, tx.now)
  if (!board || !isUsedUp(board, tx.now)) return board?.budget ?? null
  if (!atLeast(tx.role, 'admin')) throw refusal('boardBudgetAnswerOfAdmins')
  const once = timesNeeded(board, tx.now)
  setExtensions(tx, board.extensions + once)
  restartSilence(tx)
  return timesMore(board, once)
}

/** How often the budget of the month is given once more until it leaves something. */
function timesNeeded(board: BoardBudget, now: string): number {
  const used = usedOf(board, now)
  const times = limits.map((name) => {
    const limit = board.budget[name]
    return limit === undefined ? 1 : Math.floor(((used[name] - limit) * (1 + board.extensions)) / limit) + 1
  })
  return Math.max(1, ...times)
}

function timesMore({ budget, extensions }: BoardBudget, times: number): Budget {
  const after: Budget = {}
  for (const name of limits) {
    const limit = budget[name]
    if (limit !== undefined) after[name] = limit + (limit / (1 + extensions)) * times
  }
  return after
}
