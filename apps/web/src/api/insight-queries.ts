import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** The parts of the range that the address sets; the service fills in defaults. */
export type RangeParams = { from?: string; to?: string; startListId?: string }

/** On a busy board these become stale several times a second. */
const calmly = spaced(3_000)
const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const insightsQuery = (boardId: string, params: RangeParams) =>
  queryOptions({
    queryKey: ['insights', boardId, params],
    queryFn: async () => {
      await calmly(`${boardId} ${JSON.stringify(params)}`)
      return api.call('board.insights', { boardId, timezone, ...params })
    },
    placeholderData: keepPreviousData,
  })

export const agentsQuery = queryOptions({
  queryKey: ['agents', 'all'],
  queryFn: async () => {
    await calmly('agents')
    return api.call('agentStats.list', { timezone })
  },
})

export const agentQuery = (actorId: string) =>
  queryOptions({
    queryKey: ['agents', actorId],
    queryFn: async () => {
      await calmly(actorId)
      return api.call('agentStats.get', { agentActorId: actorId, timezone })
    },
  })

/** Limits queries with the same key to one per `everyMs`: live frames mark them stale more often than they are worth reading. */
function spaced(everyMs: number): (key: string) => Promise<void> {
  const lastAt = new Map<string, number>()
  return async (key) => {
    const waitMs = (lastAt.get(key) ?? Number.NEGATIVE_INFINITY) + everyMs - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    lastAt.set(key, performance.now())
  }
}
