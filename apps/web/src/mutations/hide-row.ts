import type { DataTag, QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'

/** Takes a row off a list that was read; what it returns puts the list back as it was. */
export function hideRow(queryKey: DataTag<QueryKey, { id: string }[], Error>, id: string): () => void {
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(
    queryKey,
    before?.filter((row) => row.id !== id),
  )
  return () => void queryClient.setQueryData(queryKey, before)
}
