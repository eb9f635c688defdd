import type { Session } from '@tandem/contract'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDraft } from '../../../mutations/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { focusAround } from '../../../ui/focus-after.ts'
import { TextArea } from '../../../ui/form/field.tsx'
import { useQuestionWords } from './use-question-words.ts'

type Props = {
  question: NonNullable<Session['question']>
  /** Sends it, and answers whether it was taken. */
  onAnswer: (given: string) => Promise<boolean>
}

/** One click on an option answers a question, or a text of one's own, which is kept until it is taken. Give it the question as its key. */
export function AnswerForm({ question, onAnswer }: Props) {
  const { eventId, options } = question
  const { optionOf } = useQuestionWords()
  const t = useTranslations('session')
  const [text, setText] = useDraft(`answer.${eventId}`)
  const [sending, setSending] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const answer = async (given: string) => {
    if (given.trim() === '' || sending !== null) return
    const goOn = form.current && focusAround(form.current)
    setSending(given)
    if (!(await onAnswer(given))) return setSending(null)
    // What was taken goes away with its question.
    setText('')
    goOn?.()
  }
  return (
    <>
      {options.length > 0 && (
        <div role="group" aria-label={t('options')} className="flex flex-wrap gap-2">
          {options.map((option) => (
            <Button
              key={option}
              busy={sending === option}
              disabled={sending !== null}
              onClick={() => void answer(option)}
              className="h-auto! min-h-8 max-w-full whitespace-normal! py-1 text-left [overflow-wrap:anywhere]"
            >
              {optionOf(question, option)}
            </Button>
          ))}
        </div>
      )}
      <form
        ref={form}
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void answer(text)
        }}
      >
        <TextArea
          rows={1}
          className="min-h-9 pointer-coarse:min-h-11"
          aria-label={t('answer')}
          placeholder={options.length > 0 ? t('answerOwn') : t('answer')}
          value={text}
          maxLength={10_000}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            void answer(text)
          }}
        />
        <Button type="submit" variant="primary" disabled={text.trim() === '' || sending !== null} className="h-9">
          {t('send')}
        </Button>
      </form>
    </>
  )
}
