import { type Attachment, type SearchHit, TandemError } from '@tandem/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { findDescriptions } from './descriptions.ts'
import { boardsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

/** What has happened on a card, newest first. */
export const historyQuery = (cardId: string) =>
  infiniteQueryOptions({
    queryKey: ['history', cardId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      api.call('card.activity', { cardId, limit: historyPage, ...(pageParam !== undefined && { before: pageParam }) }),
    getNextPageParam: (last) => (last.length < historyPage ? undefined : last.at(-1)?.id),
  })
const historyPage = 50

/** Activities that tell what the description was, newest first. */
export const versionsQuery = (cardId: string) =>
  infiniteQueryOptions({
    // Not below the key of the history, which each step of an agent makes stale.
    queryKey: ['versions', cardId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => findDescriptions((page) => api.call('card.activity', { cardId, ...page }, { signal }), pageParam),
    getNextPageParam: ({ next }) => next,
  })

/** What was said before the comments that come with the card. */
export const olderCommentsQuery = (cardId: string, before: string) =>
  infiniteQueryOptions({
    queryKey: ['older-comments', cardId, before],
    initialPageParam: before,
    queryFn: ({ pageParam }) => api.call('comment.list', { cardId, limit: 50, before: pageParam }),
    getNextPageParam: (last) => (last.length < 50 ? undefined : last.at(-1)?.id),
  })

/** An attached file as text: what lies under an id never changes. */
export const fileTextQuery = ({ id, url }: Attachment) =>
  queryOptions({
    queryKey: ['file-text', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const answer = await fetch(url)
      if (!answer.ok) throw new TandemError(answer.status === 404 ? 'not_found' : 'unavailable', answer.statusText, { reason: undefined })
      return answer.text()
    },
  })

export type FoundCard = Pick<SearchHit, 'id' | 'boardId' | 'boardName' | 'key' | 'title' | 'completedAt' | 'archivedAt'>

/** The card of that key, if it is one, then those that have these words. */
export const cardsByKeyOrTextQuery = (q: string) =>
  queryOptions({
    queryKey: ['card-search', q],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    async queryFn(): Promise<FoundCard[]> {
      const [keyed, found] = await Promise.all([cardOfKey(q), api.call('search.cards', { q, limit: 8 })])
      return [...keyed, ...found.filter((one) => one.id !== keyed[0]?.id)]
    },
  })

async function cardOfKey(key: string): Promise<FoundCard[]> {
  if (!/^[a-z][a-z0-9]{1,9}-\d+$/i.test(key)) return []
  const answer = await api.call('card.getByKey', { key }).catch(() => null)
  const boards = answer ? await queryClient.ensureQueryData(boardsQuery) : []
  return answer ? [{ ...answer.card, boardName: boards.find((one) => one.id === answer.card.boardId)?.name ?? '' }] : []
}
