import { agentRequestsQuery, type RequestOfAgent } from '../../api/agent-queries.ts'
import { api } from '../../api/client.ts'
import { unreadQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { useWrite } from '../../mutations/use-write.ts'
import { showRead } from './use-reading.ts'

export type Settle = (request: RequestOfAgent, accept: boolean) => Promise<void>

/** Accepts or declines that an agent of mine joins a board, here at once and then at the service. */
export function useSettling(): Settle {
  const write = useWrite()
  return async (request, accept) => {
    await markRead(request.id)
    const input = { agentActorId: request.agentActorId, requestId: request.id, accept }
    await write('agent.settleRequest', input, { failed: 'agentRequest', show: () => hideRequest(request.id) })
    // Also after a refusal: another person may have withdrawn the request.
    await Promise.all([['inbox'], ['agents'], ['boards']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}

/** Called before the request is settled: afterwards the notification of a board that the owner cannot read is gone. */
async function markRead(requestId: string): Promise<void> {
  const unread = queryClient.getQueryData(unreadQuery.queryKey)?.find((row) => row.requestId === requestId)
  if (unread && navigator.onLine) await api.call('notification.read', { notificationId: unread.id }).catch(() => {})
}

/** Hides the request and its notification at once. The returned function shows them again. */
export function hideRequest(requestId: string): () => void {
  const { queryKey } = agentRequestsQuery
  void queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  const undoRead = showRead((row) => row.requestId === requestId)
  queryClient.setQueryData(queryKey, (now) => now?.filter(({ id }) => id !== requestId))
  return () => {
    queryClient.setQueryData(queryKey, before)
    undoRead()
  }
}
