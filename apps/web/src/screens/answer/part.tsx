import type { OpenQuestion } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { TextArea } from '../../ui/form/field.tsx'
import { Option, Options } from '../card/sessions/answer-parts.tsx'
import { useQuestionWords } from '../card/sessions/use-question-words.ts'

/** One of the options, or a text that the reader typed. */
export type Chosen = { option: number | null; text: string }

export const isGiven = ({ option, text }: Chosen): boolean => option !== null || text.trim() !== ''
export const textIn = ({ option, text }: Chosen, options: readonly string[]): string => (option === null ? text : (options[option] ?? ''))

type Props = {
  part: Pick<OpenQuestion, 'question' | 'options' | 'kind'>
  label: string
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** The options of one question as buttons, and a text field if the question takes other answers. */
export function Part({ part, label, chosen, onChoose }: Props) {
  const t = useTranslations('answer')
  const wordsOf = useOptionWords(part)
  const { options, kind } = part
  return (
    <>
      {options.length > 0 && (
        <Options label={t('options')}>
          {options.map((option, at) => (
            <Option key={option} aria-pressed={chosen.option === at} onClick={() => onChoose({ option: at, text: '' })}>
              {wordsOf(option)}
            </Option>
          ))}
        </Options>
      )}
      {(kind === undefined || kind === 'text') && (
        <TextArea
          rows={options.length > 0 ? 1 : 3}
          aria-label={label}
          placeholder={options.length > 0 ? t('ownInstead') : t('own')}
          value={chosen.text}
          maxLength={10_000}
          onChange={(event) => onChoose({ option: null, text: event.target.value })}
        />
      )}
    </>
  )
}

function useOptionWords(part: Props['part']): (option: string) => string {
  const session = useTranslations('session')
  const { optionOf } = useQuestionWords()
  return (option) => (part.kind === 'approval' && (option === 'approve' || option === 'deny') ? session(option) : optionOf(part, option))
}
