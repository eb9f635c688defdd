import type { Session } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { plain } from '../../../ui/text/plain.ts'

type Question = NonNullable<Session['question']>
const answers = ['more', 'finish', 'stop'] as const

/** Questions of the service itself are shown in the reader's language; the answer is sent in the original words. An option is shown without its marks of Markdown. */
export function useQuestionWords() {
  const t = useTranslations('session.budget')
  return {
    textOf: ({ kind, budgetOf, question }: Pick<Question, 'kind' | 'budgetOf' | 'question'>): string =>
      kind === 'budget' ? t(budgetOf === 'board' ? 'askedOfBoard' : 'asked') : question,
    optionOf({ kind, options }: Pick<Question, 'kind' | 'options'>, option: string): string {
      const answer = kind === 'budget' ? answers[options.indexOf(option)] : undefined
      return answer ? t(`answers.${answer}`) : plain(option)
    },
  }
}
