import { type Attachment, type SearchHit, TandemError } from '@tandem/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { findDescriptions } from './descriptions.ts'
import { mayPass } from './failure.ts'
import { boardsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'
import { createTurns } from './turns.ts'

/** The activities of a card, newest first. */
export const historyQuery = (cardId: string) =>
  infiniteQueryOptions({
    queryKey: ['history', cardId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      api.call('card.activity', { cardId, limit: historyPage, ...(pageParam !== undefined && { before: pageParam }) }),
    getNextPageParam: (last) => (last.length < historyPage ? undefined : last.at(-1)?.id),
  })
const historyPage = 50

/** Activities that contain the former description, newest first. */
export const versionsQuery = (cardId: string) =>
  infiniteQueryOptions({
    // Not below the key of the history, which each step of an agent invalidates.
    queryKey: ['versions', cardId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => findDescriptions((page) => api.call('card.activity', { cardId, ...page }, { signal }), pageParam),
    getNextPageParam: ({ next }) => next,
  })

/** Comments older than those that come with the card. */
export const olderCommentsQuery = (cardId: string, before: string) =>
  infiniteQueryOptions({
    queryKey: ['older-comments', cardId, before],
    initialPageParam: before,
    queryFn: ({ pageParam }) => api.call('comment.list', { cardId, limit: 50, before: pageParam }),
    getNextPageParam: (last) => (last.length < 50 ? undefined : last.at(-1)?.id),
  })

/** The service serves four pages of one person at once; another window may need one too. */
const previewInTurn = createTurns(3)
const [triesOnCard, triesWhileBusy] = [2, 10]

/** The title of a page that the card links to. Retried, because a comment that is just being sent is not on its card yet. */
export const linkPreviewQuery = (cardId: string, url: string) =>
  queryOptions({
    queryKey: ['link-preview', cardId, url],
    queryFn: ({ signal }) => previewInTurn(() => api.call('card.linkPreview', { cardId, url }, { signal })),
    staleTime: 3_600_000,
    retry: (tried, failure) => tried < (mayPass(failure) ? triesWhileBusy : triesOnCard),
    retryDelay: 2_000,
  })

/** An attached file as text. Fresh forever, because the file of an id never changes. */
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

/** The card with that key, if any, then the cards with these words. */
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
