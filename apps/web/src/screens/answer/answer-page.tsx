import { isStateConflict, type LinkedQuestion } from '@tandem/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../api/client.ts'
import { isLost, mayPass, useFailureText } from '../../api/failure.ts'
import { queryClient } from '../../api/query-client.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { AuthPage } from '../auth/auth-page.tsx'
import { AnswerForm, type Given } from './answer-form.tsx'
import { Ended } from './ended.tsx'
import '../../styles/all.css'

const pollMs = 2_000

const questionQuery = (token: string) =>
  queryOptions({
    queryKey: ['answer-link', token],
    queryFn: () => api.call('answerLink.read', { token }),
    // Without a sign-in there is no socket to report another answer.
    refetchInterval: ({ state }) => (state.data?.end === null ? pollMs : false),
  })

/** The page behind the link in an email: one question, answered without signing in. Nothing is sent before the reader confirms. */
export function AnswerPage() {
  const { token } = useParams({ from: '/answer/$token' })
  return (
    <AreaTexts area="answer">
      <Page key={token} token={token} />
    </AreaTexts>
  )
}

function Page({ token }: { token: string }) {
  const question = useQuery(questionQuery(token))
  const [sent, setSent] = useState<'taken' | { late: unknown } | null>(null)
  if (isLost(question)) {
    return mayPass(question.error) ? (
      <ErrorState level="h1" failure={question.error} onRetry={() => question.refetch()} />
    ) : (
      <Refused failure={question.error} />
    )
  }
  if (!question.data) return <PagePending />
  const send = async (given: Given) => {
    try {
      queryClient.setQueryData(questionQuery(token).queryKey, await api.call('answerLink.use', { token, ...given }))
      setSent('taken')
    } catch (failure) {
      // Another answer came first: the page shows it.
      if (!isStateConflict(failure)) throw failure
      await question.refetch()
      setSent({ late: failure })
    }
  }
  return question.data.end === null ? (
    <Open question={question.data} onSend={send} />
  ) : (
    <Ended question={question.data} end={question.data.end} sent={sent} />
  )
}

function Open({ question, onSend }: { question: LinkedQuestion; onSend: (given: Given) => Promise<void> }) {
  const t = useTranslations('answer')
  return (
    <AuthPage title={t('title', { name: question.agentName })} intro={<Place question={question} />}>
      <AnswerForm question={question} onSend={onSend} />
      <p className="mt-6 text-ink-2 text-sm">{t('as', { name: question.personName })}</p>
    </AuthPage>
  )
}

const Place = ({ question: { cardKey, cardTitle, boardName } }: { question: LinkedQuestion }) => (
  <span className="[overflow-wrap:anywhere]">
    <span className="mr-1.5 font-mono text-sm">{cardKey}</span>
    {cardTitle} · {boardName}
  </span>
)

function Refused({ failure }: { failure: unknown }) {
  const t = useTranslations('answer')
  const text = useFailureText()
  return (
    <AuthPage title={t('refusedTitle')} intro={failure !== null && <span role="alert">{text(failure)}</span>}>
      <Link to="/" preload={false} className="text-accent underline underline-offset-2 pointer-coarse:py-3">
        {t('signIn')}
      </Link>
    </AuthPage>
  )
}
