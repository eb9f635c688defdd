import { type BudgetAnswer, budgetAnswers, type OpenQuestion } from '@tandem/contract'
import type { MailTexts } from './en.ts'

const answers = Object.keys(budgetAnswers) as BudgetAnswer[]

/** Returns the name of an option whose words are of the service; null for an option that an agent wrote. */
export function nameOfOwnOption(kind: OpenQuestion['kind'], option: string, words: MailTexts['question']): string | null {
  if (kind === 'approval') return option === 'approve' ? words.approve : words.deny
  const answer = kind === 'budget' ? answers.find((each) => budgetAnswers[each] === option) : undefined
  return answer === undefined ? null : words.budget[answer]
}
