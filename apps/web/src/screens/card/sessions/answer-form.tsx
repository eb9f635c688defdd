import type { Session } from '@tandem/contract'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDraft } from '../../../mutations/texts/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { focusAround } from '../../../ui/focus-after.ts'
import { TextArea } from '../../../ui/form/field.tsx'
import { type Given, Option, Options, type Sending } from './answer-parts.tsx'
import { DeadlineLine } from './deadline.tsx'
import { SeveralAnswers } from './several-answers.tsx'
import { useQuestionWords } from './use-question-words.ts'

type Props = {
  question: NonNullable<Session['question']>
  /** Sends the answer; resolves to whether it was accepted. */
  onAnswer: (given: Given) => Promise<boolean>
}

/** The form that answers a question, according to its kind. Give it the question's id as its key. */
export function AnswerForm({ question, onAnswer }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [sending, setSending] = useState<string | null>(null)
  const send = async (given: Given, what: string) => {
    if (sending !== null) return false
    const goOn = box.current && focusAround(box.current)
    setSending(what)
    const isTaken = await onAnswer(given)
    // An accepted answer goes away with its question.
    if (isTaken) goOn?.()
    else setSending(null)
    return isTaken
  }
  const form = { question, sending, send }
  return (
    <div ref={box} className="grid grid-cols-1 gap-3">
      <DeadlineLine expiresAt={question.expiresAt} defaultOption={question.defaultOption} />
      {question.questions ? (
        <SeveralAnswers {...form} questions={question.questions} />
      ) : question.kind === 'approval' ? (
        <Approval {...form} />
      ) : (
        <OneAnswer {...form} />
      )}
    </div>
  )
}

/**
 * A click on an option answers the question, or a typed text, which is kept until it is accepted. A question of the kind `choice` takes its
 * options alone.
 */
function OneAnswer({ question, sending, send }: Sending) {
  const { eventId, options, kind } = question
  const { optionOf } = useQuestionWords()
  const t = useTranslations('session')
  const [text, setText] = useDraft(`answer.${eventId}`)
  const answer = async (given: string) => {
    if (given.trim() !== '' && (await send({ answer: given }, given))) setText('')
  }
  return (
    <>
      {options.length > 0 && (
        <Options label={t('options')}>
          {options.map((option) => (
            <Option key={option} busy={sending === option} disabled={sending !== null} onClick={() => void answer(option)}>
              {optionOf(question, option)}
            </Option>
          ))}
        </Options>
      )}
      {kind !== 'choice' && (
        <form
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
      )}
    </>
  )
}

/** Approve or deny, with an optional note. */
function Approval({ question, sending, send }: Sending) {
  const t = useTranslations('session')
  const [note, setNote] = useDraft(`note.${question.eventId}`)
  const answer = async (given: 'approve' | 'deny') => {
    if (await send({ answer: given, ...(note.trim() !== '' && { note }) }, given)) setNote('')
  }
  return (
    <>
      <TextArea
        rows={1}
        aria-label={t('note')}
        placeholder={t('noteHint')}
        value={note}
        maxLength={2_000}
        onChange={(event) => setNote(event.target.value)}
      />
      <Options label={t('options')}>
        {(['approve', 'deny'] as const).map((given) => (
          <Option key={given} busy={sending === given} disabled={sending !== null} onClick={() => void answer(given)}>
            {t(given)}
          </Option>
        ))}
      </Options>
    </>
  )
}
