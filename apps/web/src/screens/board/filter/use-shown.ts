import { useCallback, useMemo, useState } from 'react'
import { useNow, useTimeZone } from 'use-intl'
import type { BoardModel } from '../../../live/board-model.ts'
import type { Filter } from './filter.ts'
import { useSaid } from './said.ts'
import { useEngine } from './use-engine.ts'

/** The board with the cards that match a filter; live. */
export type Shown = {
  lists: BoardModel['lists']
  count: number
  total: number
  /** Whether the service is still searching the data that the tree lacks. */
  searching: boolean
  failure: unknown
}
type Made = { filter: Filter; ids: ReadonlySet<string> }

const minuteMs = 60_000

export function useShown(board: BoardModel, filter: Filter, meId: string): Shown & { keepShown: (cardId: string) => void } {
  const timeZone = useTimeZone() ?? 'UTC'
  // Cards become overdue, and days end, without a frame.
  const now = useNow(filter.due === undefined ? {} : { updateInterval: minuteMs })
  const { said, searching, failure } = useSaid(board.id, filter, board.seq)
  const engine = useEngine()
  const { made, keepShown } = useMade(filter)
  const { lists: all, labels } = board
  const lists = useMemo(() => {
    const match = engine?.matcherOf(filter, { meId, labels, timeZone, now, said })
    return match ? all.map((list) => ({ ...list, cards: list.cards.filter((card) => match(card) || made.has(card.id)) })) : all
  }, [engine, all, labels, filter, meId, timeZone, now, said, made])
  return { keepShown, lists, count: countOf(lists), total: countOf(all), searching, failure }
}

const countOf = (lists: BoardModel['lists']): number => lists.reduce((sum, list) => sum + list.cards.length, 0)

/** Cards that were created under this filter stay visible until the next one. */
function useMade(filter: Filter): { made: ReadonlySet<string>; keepShown: (cardId: string) => void } {
  const [{ ids, ...under }, setMade] = useState<Made>({ filter, ids: none })
  const keepShown = useCallback(
    (cardId: string) => setMade((before) => ({ filter, ids: new Set([...(before.filter === filter ? before.ids : none), cardId]) })),
    [filter],
  )
  return { made: under.filter === filter ? ids : none, keepShown }
}

const none: ReadonlySet<string> = new Set()
