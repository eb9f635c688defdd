import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** What only settings read. `live/stale-after.ts` says what makes the parts of a board out of date. */
export const outlineQuery = (boardId: string) =>
  queryOptions({ queryKey: ['outline', boardId], queryFn: () => api.call('board.outline', { boardId }), staleTime: 60_000 })

export const invitationsQuery = (boardId: string) =>
  queryOptions({ queryKey: ['invitations', boardId], queryFn: () => api.call('invitation.list', { boardId }) })

export const logQuery = (boardId: string) =>
  infiniteQueryOptions({
    queryKey: ['log', boardId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => api.call('board.activity', { boardId, limit: 100, ...(pageParam !== undefined && { before: pageParam }) }),
    getNextPageParam: (last) => (last.length < 100 ? undefined : last.at(-1)?.id),
  })

export const archivedBoardsQuery = queryOptions({
  queryKey: ['boards', 'archived'],
  queryFn: () => api.call('board.list', { archived: true }),
})

export const tokensQuery = queryOptions({ queryKey: ['tokens'], queryFn: () => api.call('token.list') })

export const agentsQuery = queryOptions({ queryKey: ['agents'], queryFn: () => api.call('agent.list') })

export const clientsQuery = queryOptions({ queryKey: ['clients'], queryFn: () => api.call('oauth.client.list') })

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: () => api.call('notification.settings.get'),
})
