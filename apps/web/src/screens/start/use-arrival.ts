import { useQuery } from '@tanstack/react-query'
import { clientsQuery, tokensQuery } from '../../api/settings-queries.ts'
import type { Progress } from './progress.ts'

/** The first call of the agent: which agent it is, and its latest call. */
export type Arrival = { agentId: string; at: string }

/** No frame reports a first call. */
const pollEveryMs = 2_000

export function useArrival({ way, tokenId, agentId, waitingSince }: Progress): Arrival | null {
  const tokens = useQuery({
    ...tokensQuery,
    enabled: way === 'token' && tokenId !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.find((one) => one.id === tokenId)?.lastUsedAt ? false : pollEveryMs),
  })
  const clients = useQuery({
    ...clientsQuery,
    enabled: way === 'browser',
    refetchInterval: ({ state: { data } }) => (data?.some(cameSince(waitingSince)) ? false : pollEveryMs),
  })
  if (way === 'token') {
    const at = tokens.data?.find((one) => one.id === tokenId)?.lastUsedAt ?? null
    return at === null || agentId === undefined ? null : { agentId, at }
  }
  const client = way === 'browser' ? clients.data?.find(cameSince(waitingSince)) : undefined
  return client?.lastUsedAt ? { agentId: client.agentActorId, at: client.lastUsedAt } : null
}

const cameSince =
  (since = '') =>
  ({ lastUsedAt }: { lastUsedAt: string | null }): boolean =>
    lastUsedAt !== null && lastUsedAt > since
