import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** Queries that only settings use. `live/stale-after.ts` lists the activities that make those of a board stale. */
export const outlineQuery = (boardId: string) =>
  queryOptions({ queryKey: ['outline', boardId], queryFn: () => api.call('board.outline', { boardId, archived: true }), staleTime: 60_000 })

/** Usage of the board's sessions in the current month. */
export const boardUsageQuery = (boardId: string) =>
  queryOptions({ queryKey: ['board-usage', boardId], queryFn: () => api.call('board.usage', { boardId }) })

/** Reads the outline again after its name, labels, fields or guidance have changed. */
export const rereadOutline = (boardId: string): Promise<void> => queryClient.invalidateQueries({ queryKey: outlineQuery(boardId).queryKey })

export const memberRequestsQuery = (boardId: string) =>
  queryOptions({ queryKey: ['member-requests', boardId], queryFn: () => api.call('member.requests', { boardId }) })

export const invitationsQuery = (boardId: string) =>
  queryOptions({ queryKey: ['invitations', boardId], queryFn: () => api.call('invitation.list', { boardId }) })

export type LogFilter = { actorId?: string; verb?: string }
const perPage = 100

export const logQuery = (boardId: string, filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['log', boardId, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      api.call('board.activity', { boardId, limit: perPage, ...filter, ...(pageParam !== undefined && { before: pageParam }) }),
    getNextPageParam: (last) => (last.length < perPage ? undefined : last.at(-1)?.id),
  })

/** The activities that came with an imported board. Fresh forever, because none are added. */
export const importedLogQuery = (boardId: string) =>
  infiniteQueryOptions({
    queryKey: ['imported-log', boardId],
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      api.call('import.history', { boardId, limit: perPage, ...(pageParam !== undefined && { before: pageParam }) }),
    // A page of long entries may be shorter than its limit, so the first entry, with number 1, marks the end.
    getNextPageParam: (last) => {
      const seq = last.at(-1)?.seq ?? 1
      return seq > 1 ? seq : undefined
    },
  })

/** The keys and titles of all cards of a board, archived ones included. */
export const cardNamesQuery = (boardId: string) =>
  queryOptions({
    queryKey: ['log', boardId, 'cards'],
    queryFn: async () => {
      const tree = await api.call('board.tree', { boardId, archived: true })
      return new Map(tree.lists.flatMap((list) => list.cards.map(({ id, key, title }) => [id, { key, title }] as const)))
    },
  })

export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit', 'mine'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) => api.call('me.audit', { limit: perPage, ...(pageParam !== undefined && { cursor: pageParam }) }),
  getNextPageParam: (last) => (last.length < perPage ? undefined : last.at(-1)?.id),
})

export const instanceAuditQuery = (actorId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'instance', actorId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      api.call('admin.audit', {
        limit: perPage,
        ...(actorId !== undefined && { actorId }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      }),
    getNextPageParam: (last) => (last.length < perPage ? undefined : last.at(-1)?.id),
  })

export const peopleQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['people', q],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      api.call('admin.actors.list', { limit: perPage, ...(q !== '' && { q }), ...(pageParam !== undefined && { cursor: pageParam }) }),
    getNextPageParam: (last) => (last.length < perPage ? undefined : last.at(-1)?.id),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })

export const archivedBoardsQuery = queryOptions({
  queryKey: ['boards', 'archived'],
  queryFn: () => api.call('board.list', { archived: true }),
})

export const tokensQuery = queryOptions({ queryKey: ['tokens'], queryFn: () => api.call('token.list') })

export const agentsQuery = queryOptions({ queryKey: ['agents'], queryFn: () => api.call('agent.list') })

export const identitiesQuery = queryOptions({ queryKey: ['identities'], queryFn: () => api.call('me.identities.list') })

export const webSessionsQuery = queryOptions({ queryKey: ['web-sessions'], queryFn: () => api.call('webSession.list') })

export const pushDevicesQuery = queryOptions({
  queryKey: ['push-devices'],
  queryFn: () => api.call('pushDevice.list'),
  // Changed by every place that turns notifications on.
  staleTime: 0,
})

export const clientsQuery = queryOptions({ queryKey: ['clients'], queryFn: () => api.call('oauth.client.list') })

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: () => api.call('notification.settings.get'),
})
