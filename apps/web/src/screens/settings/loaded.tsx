import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isLost } from '../../api/failure.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'

/** What is read, once it is there; until then that it is on its way, or why it did not come. */
export function Loaded<T>({ of: query, children }: { of: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (isLost(query)) return <ErrorState failure={query.error} onRetry={() => query.refetch()} />
  return <PagePending />
}
