import type { DataTag, QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'

/** Removes a row from a list in the cache. The returned function restores the list. */
export function hideRow(queryKey: DataTag<QueryKey, { id: string }[], Error>, id: string): () => void {
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(
    queryKey,
    before?.filter((row) => row.id !== id),
  )
  return () => void queryClient.setQueryData(queryKey, before)
}
