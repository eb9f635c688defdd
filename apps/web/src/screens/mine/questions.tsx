import { useTranslations } from 'use-intl'
import type { AtWork } from '../../api/work-queries.ts'
import { Part } from './part.tsx'
import { QuestionCard } from './question-card.tsx'

/** The questions that the reader is asked, as the inbox and My work begin with them. */
export function Questions({ questions }: { questions: readonly AtWork[] }) {
  const t = useTranslations('mine')
  if (questions.length === 0) return null
  return (
    <Part name={t('questions')} count={questions.length}>
      <div className="grid grid-cols-1 gap-3">
        {questions.map((work) => (
          <QuestionCard key={work.session.question?.eventId ?? work.session.id} work={work} />
        ))}
      </div>
    </Part>
  )
}
