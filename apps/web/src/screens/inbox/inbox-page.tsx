import type { Notification } from '@tandem/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../../act/use-write.ts'
import { inboxQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { PagePending } from '../../shell/page-states.tsx'
import { Ago } from '../../ui/ago.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['inbox'] })

/** What happened that concerns me, newest first. */
export function InboxPage() {
  const t = useTranslations('inbox')
  const write = useWrite()
  const inbox = useInfiniteQuery(inboxQuery)
  if (inbox.isPending) return <PagePending />
  if (inbox.isError) return <ErrorState level="h1" failure={inbox.error} onRetry={() => void inbox.refetch()} />
  const rows = inbox.data.pages.flat()
  const readAll = async () => {
    await write('notification.readAll', {}, { failed: 'read' })
    await refresh()
  }
  return (
    <div className="mx-auto max-w-2xl px-4 py-5 md:px-8 md:py-8">
      <header className="mb-4 flex items-center justify-between gap-4">
        <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
        {rows.some((row) => row.readAt === null) && <Button onClick={() => void readAll()}>{t('readAll')}</Button>}
      </header>
      {rows.length === 0 && <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {inbox.hasNextPage && (
        <Button className="mt-3" busy={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

function Row({ row }: { row: Notification }) {
  const t = useTranslations('inbox')
  const write = useWrite()
  const unread = row.readAt === null
  const read = async () => {
    if (!unread) return
    await write('notification.read', { notificationId: row.id }, { failed: 'read' })
    await refresh()
  }
  const title = row.cardTitle ?? row.boardName
  const link = 'font-medium after:absolute after:inset-0'
  return (
    <li className="relative flex gap-3 border-line border-b px-2 py-3 hover:bg-hover">
      <span aria-hidden className={classes('mt-2 size-1.5 shrink-0 rounded-full', unread ? 'bg-accent' : 'bg-transparent')} />
      <Avatar face={row.actor} />
      <div className="min-w-0 flex-1">
        <p className="flex gap-3 text-ink-2">
          <span className="min-w-0 flex-1">
            {t.rich(`reason.${row.reason}`, {
              name: row.actor.name,
              b: strong,
            })}
            {unread && <span className="sr-only"> · {t('isUnread')}</span>}
          </span>
          <Ago at={row.createdAt} />
        </p>
        <p className="truncate text-md">
          {row.cardKey ? (
            <Link to="/cards/$key" params={{ key: row.cardKey }} preload={false} className={link} onClick={() => void read()}>
              <span className="mr-1.5 font-mono text-ink-3 text-sm">{row.cardKey}</span>
              {title}
            </Link>
          ) : (
            <Link to="/boards/$boardId" params={{ boardId: row.boardId }} className={link} onClick={() => void read()}>
              {title}
            </Link>
          )}
        </p>
        {row.excerpt && row.reason !== 'due_soon' && <p className="line-clamp-2 text-ink-2">{plain(row.excerpt)}</p>}
      </div>
    </li>
  )
}

const strong = (text: ReactNode) => <strong className="font-medium text-ink">{text}</strong>

/** An excerpt is the beginning of a text in Markdown: its marks would only be in the way. */
const plain = (text: string): string => text.replace(/\*\*|`|^#+ /gm, '')
