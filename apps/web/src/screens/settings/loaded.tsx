import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isLost } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'

/** Renders the data of a query, or the pending or error state until there is some. */
export function Loaded<T>({ of: query, children }: { of: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (isLost(query)) return <ErrorState failure={query.error} onRetry={() => query.refetch()} />
  return <PagePending />
}

type Props<T> = {
  of: UseInfiniteQueryResult<InfiniteData<T[], unknown>>
  /** Rendered when there are no rows. */
  none: ReactNode
  children: (rows: readonly T[]) => ReactNode
}

/** Rows by page, newest first, with a button for older ones. */
export function PagesLoaded<T>({ of: query, none, children }: Props<T>) {
  const t = useTranslations('settings')
  if (isLost(query)) return <ErrorState failure={query.error} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <PagePending />
  const rows = query.data.pages.flat()
  if (rows.length === 0) return none
  return (
    <>
      {children(rows)}
      {query.hasNextPage && (
        <Button className="mt-3" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('older')}
        </Button>
      )}
      {query.isFetchNextPageError && <ErrorState failure={query.error} onRetry={() => query.fetchNextPage()} />}
    </>
  )
}
