import { useQuery } from '@tanstack/react-query'
import { cardQuery } from '../../api/queries.ts'

/** Staleness comes with time, and no frame tells of it. */
const lookForStaleEveryMs = 60_000

/** The card that is open, with everything on it. */
export function useCard(cardId: string | undefined) {
  return useQuery({
    ...cardQuery(cardId ?? ''),
    enabled: cardId !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.sessions.some(({ state }) => state === 'working') ? lookForStaleEveryMs : false),
  })
}
