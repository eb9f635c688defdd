import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { CheckCheck, Settings } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { unreadQuery } from '../../api/queries.ts'
import { inboxQuery, waitingQuery } from '../../api/work-queries.ts'
import { useFollowedBoards } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { PagePending } from '../../ui/spinner.tsx'
import { AreaTexts } from '../../ui/text/area-texts.tsx'
import { Questions } from '../mine/questions.tsx'
import { InboxDays } from './inbox-days.tsx'
import { NotificationOffer } from './notification-offer.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useReading } from './use-reading.ts'

/** The notifications of the reader: questions first, to be answered here, then day by day. */
export function InboxPage() {
  return (
    <AreaTexts area="inbox">
      <AreaTexts area="mine">
        <Page />
      </AreaTexts>
    </AreaTexts>
  )
}

function Page() {
  const t = useTranslations('inbox')
  const { only = 'all' } = useSearch({ from: '/signed-in/inbox' })
  const inbox = useInfiniteQuery(inboxQuery(only))
  const questions = useQuery(waitingQuery).data?.questions ?? []
  const { read, readAll } = useReading()
  useFollowedBoards(questions.map((one) => one.session.boardId))
  useInboxKeys(read)
  if (isLost(inbox)) return <ErrorState level="h1" failure={inbox.error} onRetry={() => inbox.refetch()} />
  if (!inbox.data) return <PagePending />
  const asking = new Set(questions.map((one) => one.session.id))
  // Open questions are shown above, with their answer forms.
  const rows = inbox.data.pages.flat().filter((row) => row.reason !== 'question' || !asking.has(row.sessionId ?? ''))
  return (
    <div className="max-w-2xl px-3 py-4 md:px-5 md:py-5">
      <Header only={only} onReadAll={() => void readAll()} />
      <NotificationOffer />
      <Questions questions={questions} />
      {rows.length === 0 && questions.length === 0 && (
        <EmptyState title={t(only === 'unread' ? 'allReadTitle' : 'emptyTitle')}>
          {t(only === 'unread' ? 'allReadText' : 'emptyText')}
        </EmptyState>
      )}
      <InboxDays rows={rows} onRead={read} />
      {inbox.hasNextPage && (
        <Button className="mt-3" busy={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {rows.length > 0 && <Keys />}
    </div>
  )
}

function Header({ only, onReadAll }: { only: 'all' | 'unread'; onReadAll: () => void }) {
  const t = useTranslations('inbox')
  const unread = useQuery(unreadQuery).data?.length ?? 0
  return (
    <header className="mb-3 flex min-h-8 flex-wrap items-center gap-x-2 gap-y-2 md:gap-x-4">
      <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
      <Which only={only} />
      <span className="ml-auto flex items-center gap-1">
        {unread > 0 && (
          <Button variant="quiet" onClick={onReadAll}>
            <CheckCheck size={16} aria-hidden /> <span className="max-md:sr-only">{t('readAll')}</span>
          </Button>
        )}
        <Link
          to="/settings/{-$page}"
          params={{ page: 'notifications' }}
          aria-label={t('settings')}
          data-tip={t('settings')}
          className="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-hover pointer-coarse:size-11"
        >
          <Settings size={16} aria-hidden />
        </Link>
      </span>
    </header>
  )
}

function Which({ only }: { only: 'all' | 'unread' }) {
  const t = useTranslations('inbox')
  return (
    <nav aria-label={t('which')} className="flex gap-1">
      {(['all', 'unread'] as const).map((one) => (
        <Link
          key={one}
          to="/inbox"
          search={{ only: one === 'unread' ? one : undefined }}
          activeOptions={{ exact: true }}
          aria-current={one === only ? 'page' : undefined}
          data-on={one === only || undefined}
          className="flex h-7 items-center justify-center rounded-md px-2 text-ink-2 hover:bg-hover data-on:bg-accent-soft data-on:font-medium data-on:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
        >
          {t(one)}
        </Link>
      ))}
    </nav>
  )
}

function Keys() {
  const t = useTranslations('inbox')
  const key = (name: string) => <Kbd key={name}>{name}</Kbd>
  return (
    <p className="mt-6 flex flex-wrap items-center gap-1 text-ink-3 text-sm max-md:hidden pointer-coarse:hidden">
      {t.rich('hint', { next: () => key('J'), before: () => key('K'), open: () => key('↵'), read: () => key('E') })}
    </p>
  )
}
