import type { Session } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDraft } from '../../../act/draft.ts'
import type { Face } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { useOpenCard } from '../card-context.ts'
import { RichText } from '../text/rich-text.tsx'

type Props = { session: Session; question: NonNullable<Session['question']>; agent: Face }

/** What an agent waits for: one click on an option answers it, or a text of one's own. */
export function Question({ session, question, agent }: Props) {
  const t = useTranslations('session')
  const { card, edit } = useOpenCard()
  const [text, setText] = useDraft(`answer.${question.eventId}`)
  const [sending, setSending] = useState<string | null>(null)
  const answer = async (given: string) => {
    if (given.trim() === '' || sending !== null) return
    setSending(given)
    const done = await edit('session.answer', {
      input: { sessionId: session.id, questionEventId: question.eventId, answer: given },
      tile: card.session?.id === session.id ? { session: { ...card.session, state: 'working', stale: false } } : {},
      failed: 'answer',
    })
    if (done) setText('')
    else setSending(null)
  }
  return (
    <div className="grid gap-3 border-line border-y bg-awaiting-soft px-3 py-3">
      <div>
        <p className="mb-1 font-medium text-awaiting text-sm">{t('asks', { name: agent.name })}</p>
        <RichText text={question.question} />
      </div>
      {question.options.length > 0 && (
        <div role="group" aria-label={t('options')} className="flex flex-wrap gap-2">
          {question.options.map((option) => (
            <Button
              key={option}
              busy={sending === option}
              disabled={sending !== null}
              onClick={() => void answer(option)}
              className="h-auto! min-h-8 whitespace-normal! py-1 text-left"
            >
              {option}
            </Button>
          ))}
        </div>
      )}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void answer(text)
        }}
      >
        <TextArea
          rows={1}
          aria-label={t('answer')}
          placeholder={question.options.length > 0 ? t('answerOwn') : t('answer')}
          value={text}
          maxLength={10_000}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            void answer(text)
          }}
        />
        <Button type="submit" look="primary" disabled={text.trim() === '' || sending !== null} className="h-9">
          {t('send')}
        </Button>
      </form>
    </div>
  )
}
