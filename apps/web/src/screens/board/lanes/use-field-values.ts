import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { type FieldValues, optionsOf } from './lanes.ts'

const cardsOfAPage = 200
/** These pages hold as many cards as a search of the board reads. */
const mostPages = 25

/** Values of fields are not in the tree: the service finds the cards of each option. */
const fieldValuesQuery = (boardId: string, fieldId: string, options: readonly string[]) =>
  queryOptions({
    queryKey: ['field-values', boardId, fieldId, options],
    async queryFn() {
      const found: [string, string][] = []
      for (const option of options) {
        let pages = 0
        for await (const page of api.pages('search.cards', {
          boardId,
          field: { [fieldId]: option },
          sort: 'created',
          limit: cardsOfAPage,
        })) {
          found.push(...page.map((card): [string, string] => [card.id, option]))
          if (++pages === mostPages) break
        }
      }
      return new Map(found)
    },
    structuralSharing: false,
  })

/** The values of the cards in a field that makes rows. `show` shows other values before the service has them, and returns how that is taken back. */
export function useFieldValues(board: Pick<BoardModel, 'id' | 'fields'>, fieldId: string | null) {
  const options = optionsOf(board.fields.find((field) => field.id === fieldId))
  const query = fieldValuesQuery(board.id, fieldId ?? '', options)
  const { data, error, refetch } = useQuery({ ...query, enabled: fieldId !== null && options.length > 0 })
  return {
    said: data ?? none,
    isReading: fieldId !== null && options.length > 0 && !data && !error,
    failure: data ? null : error,
    retry: refetch,
    show(values: ReadonlyMap<string, string | undefined>): TakeBack {
      // Without a change to show, a read in progress must go on: it may carry the change of another person.
      if (values.size === 0) return () => {}
      void queryClient.cancelQueries({ queryKey: query.queryKey })
      const before = queryClient.getQueryData(query.queryKey)
      const put = (those: ReadonlyMap<string, string | undefined>) =>
        queryClient.setQueryData(query.queryKey, (now) => withValues(now, those))
      put(values)
      return (cardIds) => {
        if (cardIds.length === 0) return
        put(new Map(cardIds.map((cardId) => [cardId, before?.get(cardId)])))
        // The read that was cancelled may have carried the change of another person.
        void queryClient.invalidateQueries({ queryKey: query.queryKey })
      }
    },
  }
}

/** Shows the values of those cards as they were before. */
export type TakeBack = (cardIds: readonly string[]) => void

function withValues(now: FieldValues | undefined, values: ReadonlyMap<string, string | undefined>): Map<string, string> {
  const next = new Map(now)
  for (const [cardId, value] of values) {
    if (value === undefined) next.delete(cardId)
    else next.set(cardId, value)
  }
  return next
}

const none: FieldValues = new Map()
