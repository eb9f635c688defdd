import type { Session } from '@tandem/contract'
import { Square } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Face } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { plain } from '../../../ui/text/plain.ts'
import { toneOf } from '../../board/tile/session-line.tsx'
import { useOpenCard } from '../card-context.ts'
import { RichText } from '../text/rich-text.tsx'
import { AnswerForm } from './answer-form.tsx'
import type { Given } from './answer-parts.tsx'
import { BudgetPart } from './budget-part.tsx'
import { LeaseLine } from './lease-line.tsx'
import { Plan } from './plan.tsx'
import { PromptBox } from './prompt-box.tsx'
import { QuestionOffer } from './question-offer.tsx'
import { edges, SessionHead, useAgent } from './session-head.tsx'
import { Trail } from './trail.tsx'
import { UsageLine } from './usage-line.tsx'
import { useQuestionWords } from './use-question-words.ts'
import { WaitingNote } from './waiting-note.tsx'

export function LiveSession({ session }: { session: Session }) {
  const t = useTranslations('session')
  const more = useTranslations('details.sessions')
  const agent = useAgent(session)
  return (
    <section
      aria-label={t('of', { name: agent.name })}
      tabIndex={-1}
      className={classes('overflow-hidden rounded-md border border-line border-l-3 bg-surface', edges[toneOf(session)])}
    >
      <SessionHead session={session}>
        <StopButton session={session} />
      </SessionHead>
      {session.trigger.summary && (
        <div className="px-3 pb-2">
          <p className="font-medium text-ink-3 text-sm">{more('askedFor')}</p>
          <RichText text={session.trigger.summary} />
        </div>
      )}
      <p role="status" className="px-3 pb-2 text-ink-2 [overflow-wrap:anywhere] empty:hidden">
        {plain(session.statusText ?? '')}
      </p>
      <WaitingNote session={session} />
      <LeaseLine session={session} />
      {session.stale && <p className="px-3 pb-2 text-sm text-stale">{more('stale')}</p>}
      {session.question && <Question key={session.question.eventId} session={session} question={session.question} agent={agent} />}
      {session.plan && session.plan.length > 0 && <Plan items={session.plan} />}
      <UsageLine usage={session.usage} />
      <BudgetPart session={session} />
      <Trail session={session} />
      {!session.question && <PromptBox key={session.id} session={session} name={agent.name} />}
    </section>
  )
}

/** The first press is a request, which the agent may act on; a second one a minute later ends the session. */
function StopButton({ session }: { session: Session }) {
  const t = useTranslations('session')
  const more = useTranslations('details.sessions')
  const { edit, isWriter } = useOpenCard()
  const isStopping = session.stopRequestedAt !== null
  if (!isWriter) return null
  return (
    <Button
      size="sm"
      variant="quiet"
      data-stop={session.id}
      data-tip={isStopping ? more('endHint') : more('stopHint')}
      onClick={() => void edit('session.stop', { input: { sessionId: session.id }, failed: 'stop' })}
    >
      <Square size={12} aria-hidden className="fill-current" /> {isStopping ? more('end') : t('stop')}
    </Button>
  )
}

type Props = { session: Session; question: NonNullable<Session['question']>; agent: Face }

/** The open question of an agent. */
function Question({ session, question, agent }: Props) {
  const t = useTranslations('session')
  const { textOf } = useQuestionWords()
  const { card, edit } = useOpenCard()
  const answer = (given: Given) =>
    edit('session.answer', {
      input: { sessionId: session.id, questionEventId: question.eventId, ...given },
      tile: card.session?.id === session.id ? { session: { ...card.session, state: 'working', stale: false } } : {},
      failed: 'answer',
    })
  return (
    <div data-answer={session.id} className="grid grid-cols-1 gap-3 border-line border-y bg-awaiting-soft px-3 py-3">
      <div>
        <p className="mb-1 font-medium text-awaiting text-sm">{t('asks', { name: agent.name })}</p>
        {!question.questions && <RichText text={textOf(question)} />}
      </div>
      <AnswerForm key={question.eventId} question={question} onAnswer={answer} />
      <QuestionOffer />
    </div>
  )
}
