import type { Card } from '@tandem/contract'
import { cardQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'

/** Shows a change on the open card. The returned function reverts that change only, without a read, because the network may be gone. */
export function showOpenCard(id: string, shown: (card: Card) => Partial<Card>): () => void {
  const { queryKey } = cardQuery(id)
  const before = queryClient.getQueryData(queryKey)
  if (!before) return () => {}
  // A read that is on its way does not have the change yet, and would take it off the screen.
  void queryClient.cancelQueries({ queryKey })
  const change = shown(before)
  const keys = Object.keys(change) as (keyof Card)[]
  const put = (values: Partial<Card>) => queryClient.setQueryData(queryKey, (now) => now && { ...now, ...values })
  put(change)
  return () => put(Object.fromEntries(keys.map((key) => [key, before[key]])))
}
