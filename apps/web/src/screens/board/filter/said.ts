import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../../../api/client.ts'
import { keptBoard } from '../../../live/board-query.ts'
import type { Filter } from './filter.ts'
import type { Said } from './matching.ts'

const cardsOfAPage = 200
const mostPages = 25
/** The shortest time between two searches of a busy board, per page of results. */
const restMs = 1_000
const restAfterFailureMs = 10_000

type TextConditions = Pick<Filter, 'q' | 'field'>

/** Descriptions, comments and fields are not in the tree: the service searches them. */
const saidQuery = (boardId: string, conditions: TextConditions) =>
  queryOptions({
    queryKey: ['said', boardId, conditions],
    async queryFn() {
      const seq = keptBoard(boardId)?.seq ?? 0
      const ids: string[] = []
      let pages = 0
      for await (const page of api.pages('search.cards', { boardId, ...conditions, sort: 'created', limit: cardsOfAPage })) {
        ids.push(...page.map((card) => card.id))
        if (++pages === mostPages) break
      }
      return { ids: new Set(ids), isWhole: pages < mostPages, pages, seq }
    },
    structuralSharing: false,
  })

/** Activities on the board (`seq`) may change the result: then it is read again, after a rest. */
export function useSaid(boardId: string, { q, field }: Filter, seq: number): { said: Said | null; searching: boolean; failure: unknown } {
  const asks = q !== undefined || field !== undefined
  const { data, error, refetch, dataUpdatedAt, errorUpdatedAt } = useQuery({ ...saidQuery(boardId, { q, field }), enabled: asks })
  const isBehind = asks && data !== undefined && data.seq < seq
  const againAt = Math.max(dataUpdatedAt + restMs * (data?.pages ?? 1), errorUpdatedAt + restAfterFailureMs)
  useEffect(() => {
    if (!isBehind) return undefined
    const timer = setTimeout(() => void refetch(), Math.max(0, againAt - Date.now()))
    return () => clearTimeout(timer)
  }, [isBehind, againAt, refetch])
  const said = useMemo(() => (asks && data ? { ids: data.ids, settled: !isBehind && data.isWhole } : null), [asks, data, isBehind])
  return { said, searching: asks && !data && error === null, failure: asks && !data ? error : null }
}
