import type { WorkCard } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useNow, useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { delegatedQuery, waitingQuery } from '../../api/work-queries.ts'
import { useFollowedBoards } from '../../live/use-live.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { AssignedCard } from './assigned-card.tsx'
import { DelegatedSession } from './delegated-session.tsx'
import { Part } from './part.tsx'
import { Questions } from './questions.tsx'

/** My work on all boards: questions, cards, and delegated sessions. */
export function MyWorkPage() {
  return (
    <AreaTexts area="mine">
      <Page />
    </AreaTexts>
  )
}

/** A notification reports new work on a board that has none of mine yet; polling covers the changes that no frame reports. */
const pollEveryMs = 60_000

function Page() {
  const t = useTranslations('mine')
  const shell = useTranslations('shell')
  const waiting = useQuery({ ...waitingQuery, refetchInterval: pollEveryMs })
  const delegated = useQuery({ ...delegatedQuery, refetchInterval: pollEveryMs })
  const now = useNow({ updateInterval: pollEveryMs })
  const sessions = [...(waiting.data?.questions ?? []), ...(delegated.data ?? [])].map((one) => one.session)
  useFollowedBoards([...(waiting.data?.assigned ?? []), ...sessions].map((one) => one.boardId))
  const lost = [waiting, delegated].find(isLost)
  if (lost) return <ErrorState level="h1" failure={lost.error} onRetry={() => lost.refetch()} />
  if (!waiting.data || !delegated.data) return <PagePending />
  const { assigned, questions } = waiting.data
  const isEmpty = assigned.length + questions.length + delegated.data.length === 0
  const groups = byDue(assigned, now.getTime())
  return (
    <div className="max-w-3xl px-3 py-4 md:px-5 md:py-5">
      <div className="mb-4 flex min-h-8 items-center justify-between gap-3">
        <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
        {/* The navigation of a phone has no room for it. */}
        <Link to="/waiting" className="flex min-h-11 items-center gap-1.5 text-ink-2 md:hidden">
          <Hourglass size={16} aria-hidden /> {shell('waiting')}
        </Link>
      </div>
      {isEmpty && <Nothing />}
      <Questions questions={questions} />
      {assigned.length > 0 && (
        <Part name={t('assigned')} count={assigned.length}>
          {(['overdue', 'soon', 'later'] as const).map(
            (group) =>
              groups[group].length > 0 && (
                <div key={group} className="mb-3">
                  <h3 className={`mb-1 font-medium text-sm ${group === 'overdue' ? 'text-danger' : 'text-ink-3'}`}>{t(group)}</h3>
                  <ul className="overflow-hidden rounded-lg border border-line bg-surface">
                    {groups[group].map((card) => (
                      <AssignedCard key={card.id} card={card} late={group === 'overdue'} />
                    ))}
                  </ul>
                </div>
              ),
          )}
        </Part>
      )}
      {!isEmpty && (
        <Part name={t('agents')} count={delegated.data.length} hint={t('agentsHint')}>
          {delegated.data.length === 0 && <p className="text-ink-2">{t('noAgents')}</p>}
          <ul className="grid grid-cols-1 gap-1.5">
            {delegated.data.map((one) => (
              <DelegatedSession key={one.session.id} of={one} />
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Nothing() {
  const t = useTranslations('mine')
  const action = (
    <Link to="/" className="text-accent underline underline-offset-2">
      {t('toBoards')}
    </Link>
  )
  return (
    <EmptyState title={t('emptyTitle')} action={action}>
      {t('emptyText')}
    </EmptyState>
  )
}

const soonMs = 7 * 86_400_000

type ByDue = Record<'overdue' | 'soon' | 'later', WorkCard[]>

/** Groups the cards into overdue, due within a week, and the rest, each with the most pressing first. */
function byDue(cards: readonly WorkCard[], nowMs: number): ByDue {
  const groups: ByDue = { overdue: [], soon: [], later: [] }
  for (const card of cards.toSorted(pressing)) groups[groupOf(card, nowMs)].push(card)
  return groups
}

function groupOf({ dueAt }: WorkCard, nowMs: number): keyof ByDue {
  if (dueAt === null) return 'later'
  const dueMs = Date.parse(dueAt)
  if (dueMs < nowMs) return 'overdue'
  return dueMs < nowMs + soonMs ? 'soon' : 'later'
}

const ranks: Record<WorkCard['priority'], number> = { urgent: 0, high: 1, medium: 2, low: 3, none: 4 }
const never = '9999'

const pressing = (one: WorkCard, other: WorkCard): number =>
  (one.dueAt ?? never).localeCompare(other.dueAt ?? never) || ranks[one.priority] - ranks[other.priority]
