import type { Session } from '@tandem/contract'
import { useTranslations } from 'use-intl'

type Question = NonNullable<Session['question']>
const answers = ['more', 'finish', 'stop'] as const

/** What the service itself asks is said in the language of who reads it; the answer is sent as the service knows it. */
export function useQuestionWords() {
  const t = useTranslations('session.budget')
  return {
    textOf: ({ kind, budgetOf, question }: Question): string =>
      kind === 'budget' ? t(budgetOf === 'board' ? 'askedOfBoard' : 'asked') : question,
    optionOf({ kind, options }: Pick<Question, 'kind' | 'options'>, option: string): string {
      const answer = kind === 'budget' ? answers[options.indexOf(option)] : undefined
      return answer ? t(`answers.${answer}`) : option
    },
  }
}
