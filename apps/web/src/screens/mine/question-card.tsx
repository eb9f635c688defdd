import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../api/query-client.ts'
import { type AtWork, waitingQuery } from '../../api/work-queries.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { Ago } from '../../ui/time.tsx'
import { AnswerForm } from '../card/sessions/answer-form.tsx'
import type { Given } from '../card/sessions/answer-parts.tsx'
import { useQuestionWords } from '../card/sessions/use-question-words.ts'

/** An agent's question with its card, answered here with one click, or in words. */
export function QuestionCard({ work }: { work: AtWork }) {
  const t = useTranslations('mine')
  const { session, cardTitle, boardName } = work
  const answer = useAnswer(work)
  const { textOf } = useQuestionWords()
  const agent = work.agent ?? { name: t('somebody'), kind: 'agent' as const }
  if (!session.question) return null
  const question = textOf(session.question)
  const { askedAt } = session.question
  const asks = t('asks', { name: agent.name })
  return (
    <article
      aria-label={`${asks}: ${cardTitle}`}
      data-question
      className="relative overflow-hidden rounded-lg border border-line bg-surface"
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-awaiting" />
      <header className="flex items-start gap-2.5 pt-3 pr-3 pl-3.5">
        <Avatar face={agent} />
        <div className="min-w-0 flex-1">
          <p className="flex gap-3">
            <span className="min-w-0 flex-1 truncate font-medium text-awaiting">{asks}</span>
            <Ago at={askedAt} />
          </p>
          <Link
            to="/cards/$key"
            params={{ key: session.cardKey }}
            preload={false}
            className="block truncate text-ink-2 hover:text-ink hover:underline"
          >
            <span className="mr-1.5 font-mono text-ink-3 text-sm">{session.cardKey}</span>
            {cardTitle}
            {boardName !== '' && <span className="text-ink-3"> · {boardName}</span>}
          </Link>
        </div>
      </header>
      <div className="grid grid-cols-1 gap-3 pt-2 pr-3 pb-3 pl-3.5 md:pl-12">
        {!session.question.questions && <Markdown text={question} />}
        <AnswerForm key={session.question.eventId} question={session.question} onAnswer={answer} />
      </div>
    </article>
  )
}

/** Answers the open question of a session; it leaves the list once the service has the answer. */
function useAnswer({ session }: AtWork): (given: Given) => Promise<boolean> {
  const write = useWrite()
  return async (given) => {
    const { question } = session
    if (!question) return false
    const input = { sessionId: session.id, questionEventId: question.eventId, ...given }
    const done = await write('session.answer', input, { failed: 'answer' })
    if (done)
      queryClient.setQueryData(
        waitingQuery.queryKey,
        (before) => before && { ...before, questions: before.questions.filter((one) => one.session.id !== session.id) },
      )
    for (const family of ['work', 'inbox']) void queryClient.invalidateQueries({ queryKey: [family] })
    return done !== null
  }
}
