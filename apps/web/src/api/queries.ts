import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** Queries that several screens share, each under one key. The tree of a board is in live/board-query.ts. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => api.call('me.get'), staleTime: 300_000 })

export const boardsQuery = queryOptions({ queryKey: ['boards'], queryFn: () => api.call('board.list') })

/** Bounded counts of each board, by board id. */
export const boardSummariesQuery = queryOptions({
  queryKey: ['board-summaries'],
  queryFn: async () => new Map((await api.call('board.summaries')).map((summary) => [summary.boardId, summary])),
  // The polling covers boards without a live subscription, and counts that change as time passes.
  refetchInterval: 60_000,
})

export const favouritesQuery = queryOptions({ queryKey: ['favourites'], queryFn: () => api.call('favourite.list') })

export const cardQuery = (cardId: string) =>
  queryOptions({ queryKey: ['card', cardId], queryFn: async () => (await api.call('card.get', { cardId })).card })

/** The id behind a key, old or new. The card of the answer is cached. */
export const cardIdByKeyQuery = (key: string) =>
  queryOptions({
    queryKey: ['card-id', key],
    queryFn: async () => {
      const { card } = await api.call('card.getByKey', { key })
      queryClient.setQueryData(cardQuery(card.id).queryKey, card)
      return card.id
    },
  })

export const childrenQuery = (cardId: string) =>
  queryOptions({ queryKey: ['children', cardId], queryFn: () => api.call('card.children', { cardId }) })

/** Members with their capabilities, as needed for delegation. */
export const membersQuery = (boardId: string) =>
  queryOptions({ queryKey: ['members', boardId], queryFn: () => api.call('member.list', { boardId }), staleTime: 60_000 })

/** The shared views of a board and the reader's own. */
export const viewsQuery = (boardId: string) =>
  queryOptions({ queryKey: ['views', boardId], queryFn: () => api.call('view.list', { boardId }), staleTime: 60_000 })

/** The newest sessions of a card that is not open: older ones are shown on the card itself. */
export const cardSessionsQuery = (cardId: string) =>
  queryOptions({ queryKey: ['card-sessions', cardId], queryFn: () => api.call('session.listForCard', { cardId, limit: 10 }) })

export const trailQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['trail', sessionId],
    queryFn: async () => {
      const events = []
      for await (const page of api.pages('session.events', { sessionId, limit: 200 })) events.push(...page.events)
      return events
    },
  })

export const unreadQuery = queryOptions({
  queryKey: ['inbox', 'unread'],
  queryFn: () => api.call('notification.list', { unread: true, limit: 100 }),
})
