import type { CardSummary } from '@tandem/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

const pageSize = 50

export type Archived = { cards: CardSummary[]; hasMore: boolean }

/** Archived cards, the latest first, or those that match a text. All requested pages are read together. */
export const archivedCardsQuery = (boardId: string, q: string, pages: number) =>
  queryOptions({
    queryKey: ['archive', boardId, 'cards', q, pages],
    queryFn: async ({ signal }): Promise<Archived> => {
      const found =
        q === ''
          ? api.pages('board.archive.list', { boardId, limit: pageSize }, { signal })
          : api.pages('search.cards', { boardId, q, archived: true, limit: pageSize }, { signal })
      const cards: CardSummary[] = []
      let read = 0
      for await (const page of found) {
        cards.push(...page)
        read += 1
        if (read === pages) return { cards, hasMore: page.length === pageSize }
      }
      return { cards, hasMore: false }
    },
    placeholderData: keepPreviousData,
  })

/** All lists of a board, archived ones included. */
export const allListsQuery = (boardId: string) =>
  queryOptions({
    queryKey: ['archive', boardId, 'lists'],
    queryFn: async () => (await api.call('board.outline', { boardId, archived: true })).lists,
  })
