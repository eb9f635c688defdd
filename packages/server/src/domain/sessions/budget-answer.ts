import { type Budget, type BudgetAnswer, budgetAnswers, refusal } from '@tandem/contract'
import type { SessionRow } from '../../db/tables/sessions.ts'
import { atLeast } from '../../kernel/access.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { extended, usedOf } from './budget-figures.ts'

/**
 * What an answer to the question about a budget does. Words of a person's own leave the budget as it is: the agent reads them and finishes.
 * Specification: beyond §5.
 */
export function meaningOf(tx: Mutation<never>, { question }: SessionRow, answer: string): BudgetAnswer | null {
  if (question?.kind !== 'budget') return null
  const said = answer.toLowerCase().replace(/^the /, '')
  const meant = (Object.keys(budgetAnswers) as BudgetAnswer[]).find((name) => budgetAnswers[name].toLowerCase() === said) ?? 'finish'
  // Everybody on the board may answer; a viewer neither spends more nor stops agents.
  if (meant !== 'finish' && !atLeast(tx.role, 'member')) throw refusal('budgetAnswerOfMembers')
  return meant
}

/** The same budget once more. */
export function extendedOf(tx: Mutation<never>, session: SessionRow): Budget {
  const budget = session.budget ?? {}
  return extended(budget, session.budgetGrant ?? budget, usedOf(session, tx.now))
}
