import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ChevronLeft, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { insightsQuery } from '../../api/insight-queries.ts'
import { boardsQuery } from '../../api/queries.ts'
import { watchBoard } from '../../live/hub.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { CycleSection } from './cycle-section.tsx'
import { Figures } from './figures.tsx'
import { FlowSection } from './flow-section.tsx'
import { paramsOf } from './range.ts'
import { RangeChooser } from './range-chooser.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { ThroughputSection } from './throughput-section.tsx'
import { useDates } from './use-dates.ts'
import { WaitingSection } from './waiting-section.tsx'

/** The insights of a board. */
export function InsightsPage() {
  return (
    <AreaTexts area="insights">
      <Insights />
    </AreaTexts>
  )
}

function Insights() {
  const t = useTranslations('insights')
  const { boardId } = useParams({ from: '/signed-in/boards/$boardId/insights' })
  const search = useSearch({ from: '/signed-in/boards/$boardId/insights' })
  const insights = useQuery(insightsQuery(boardId, paramsOf(search)))
  const dates = useDates()
  useEffect(() => watchBoard(boardId), [boardId])
  if (isLost(insights)) return <ErrorState level="h1" failure={insights.error} onRetry={() => insights.refetch()} />
  if (!insights.data) return <PagePending />
  const { data } = insights
  const isEmpty =
    data.flow.days.every((day) => day.completed === 0 && day.inLists.every((cards) => cards === 0)) && !data.sessions?.byAgent.length
  return (
    <div className={classes('grid max-w-5xl grid-cols-1 gap-4 px-3 pt-2 pb-4 md:px-5 md:py-5', insights.isPlaceholderData && 'opacity-60')}>
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <BoardLink boardId={boardId} />
          <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
          <p className="text-ink-3 text-sm">
            {t('span', { from: dates.long(data.from), to: dates.long(data.to), timezone: data.timezone })}
          </p>
        </div>
        <IconButton
          data-commands
          label={t('print')}
          icon={<Printer size={16} aria-hidden />}
          className="max-md:hidden print:hidden"
          onClick={() => print()}
        />
      </header>
      <RangeChooser insights={data} search={search} />
      {isEmpty ? (
        <EmptyState title={t('emptyTitle')} action={<ToBoard boardId={boardId} />}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <Figures insights={data} />
          <FlowSection boardId={boardId} flow={data.flow} />
          <CycleSection insights={data} />
          <div className="grid gap-4 lg:grid-cols-2">
            <ThroughputSection throughput={data.throughput} />
            {data.waiting && <WaitingSection boardId={boardId} waiting={data.waiting} />}
          </div>
          {data.sessions && <SessionsSection sessions={data.sessions} />}
        </>
      )}
    </div>
  )
}

function BoardLink({ boardId }: { boardId: string }) {
  const t = useTranslations('insights')
  const boards = useQuery(boardsQuery)
  const name = boards.data?.find((board) => board.id === boardId)?.name ?? t('back')
  return (
    <Link
      to="/boards/$boardId"
      params={{ boardId }}
      className="-ml-1 inline-flex md:mb-1 max-w-full items-center gap-1 text-ink-2 hover:text-ink pointer-coarse:min-h-11 print:ml-0"
    >
      <ChevronLeft size={16} aria-hidden className="shrink-0 print:hidden" /> <span className="truncate">{name}</span>
    </Link>
  )
}

function ToBoard({ boardId }: { boardId: string }) {
  const t = useTranslations('insights')
  return (
    <Link
      to="/boards/$boardId"
      params={{ boardId }}
      className="inline-flex h-8 items-center rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-strong pointer-coarse:min-h-11"
    >
      {t('emptyAction')}
    </Link>
  )
}
