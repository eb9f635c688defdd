import type { Session } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { Face } from '../../../ui/avatar.tsx'
import { useOpenCard } from '../card-context.ts'
import { RichText } from '../text/rich-text.tsx'
import { AnswerForm } from './answer-form.tsx'

type Props = { session: Session; question: NonNullable<Session['question']>; agent: Face }

/** What an agent waits for. */
export function Question({ session, question, agent }: Props) {
  const t = useTranslations('session')
  const { card, edit } = useOpenCard()
  const answer = (given: string) =>
    edit('session.answer', {
      input: { sessionId: session.id, questionEventId: question.eventId, answer: given },
      tile: card.session?.id === session.id ? { session: { ...card.session, state: 'working', stale: false } } : {},
      failed: 'answer',
    })
  return (
    <div className="grid grid-cols-1 gap-3 border-line border-y bg-awaiting-soft px-3 py-3">
      <div>
        <p className="mb-1 font-medium text-awaiting text-sm">{t('asks', { name: agent.name })}</p>
        <RichText text={question.question} />
      </div>
      <AnswerForm key={question.eventId} question={question} onAnswer={answer} />
    </div>
  )
}
