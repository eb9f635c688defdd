import type { LinkedQuestion } from '@tandem/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../api/failure.ts'
import { Markdown } from '../../ui/text/markdown.tsx'
import { AuthPage } from '../auth/auth-page.tsx'
import { useEndWords } from '../card/sessions/use-end-words.ts'
import { useQuestionWords } from '../card/sessions/use-question-words.ts'

type End = NonNullable<LinkedQuestion['end']>
type Props = {
  question: LinkedQuestion
  end: End
  /** The outcome of an answer that was sent from this page. */
  sent: 'taken' | { late: unknown } | null
}

/** How the question ended: answered by this link, answered before by another person, or otherwise. */
export function Ended({ question, end, sent }: Props) {
  const t = useTranslations('answer')
  const text = useFailureText()
  const endText = useEndText(question)
  const { textOf } = useQuestionWords()
  const outcome = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => {
    if (sent !== null) outcome.current?.focus()
  }, [sent])
  return (
    <AuthPage title={end.isYou ? t('answeredTitle') : t('overTitle')}>
      <p className="mb-4 text-ink-2 text-md [overflow-wrap:anywhere]">
        <span className="mr-1.5 font-mono text-sm">{question.cardKey}</span>
        {question.cardTitle} · {question.boardName}
      </p>
      <Markdown text={textOf(question)} />
      <p ref={outcome} tabIndex={-1} role="status" className="mt-4 whitespace-pre-wrap text-md [overflow-wrap:anywhere]">
        {sent !== null && sent !== 'taken' ? text(sent.late) : endText(end)}
      </p>
      <Link
        to="/cards/$key"
        params={{ key: question.cardKey }}
        preload={false}
        className="mt-6 inline-block text-accent underline underline-offset-2 pointer-coarse:py-3"
      >
        {t('toCard')}
      </Link>
    </AuthPage>
  )
}

function useEndText(question: LinkedQuestion): (end: End) => string {
  const t = useTranslations('answer.ended')
  const session = useTranslations('session')
  const { optionOf } = useQuestionWords()
  const endWords = useEndWords()
  const wordsOf = (given: string) =>
    question.kind === 'approval' && (given === 'approve' || given === 'deny') ? session(given) : optionOf(question, given)
  return ({ by, isYou, name, answer, reason }) => {
    const said = wordsOf(answer ?? '')
    if (by === 'person') return isYou ? t('you', { answer: said }) : t('person', { name: name ?? session('somebody'), answer: said })
    if (by === 'default') return t('default', { answer: said })
    if (by === 'stop' || by === 'budget') return t(by)
    return reason === null ? t('completed') : t('failed', { reason: endWords(reason) })
  }
}
