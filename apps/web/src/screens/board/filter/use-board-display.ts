import type { View } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { viewsQuery } from '../../../api/queries.ts'
import type { Filter } from './filter.ts'
import { asksSomething, type BoardSearch, type Layout } from './search.ts'
import { useEngine } from './use-engine.ts'

/** How a board is looked at: as its address says, or as the saved view that the address names. */
export type BoardDisplay = {
  filter: Filter
  layout: Layout
  sort: string | null
  month: string | null
  /** The view that was chosen; `isEdited` = its filters or its layout have been changed since, in this address. */
  view: View | null
  isEdited: boolean
  editedVersion: number | null
  state: 'ready' | 'pending' | 'viewGone'
  change: (next: { filter?: Filter; layout?: Layout }, how?: { replace?: boolean }) => void
  sortBy: (sort: string | null) => void
  showMonth: (month: string) => void
  choose: (viewId: string | null, how?: { replace?: boolean }) => void
}

export function useBoardDisplay(boardId: string): BoardDisplay {
  const search = useSearch({ from: '/signed-in/boards/$boardId' })
  const engine = useEngine()
  const navigate = useNavigate()
  const views = useQuery({ ...viewsQuery(boardId), enabled: search.view !== undefined })
  const view = views.data?.find((one) => one.id === search.view) ?? null
  const isAsSaved = view !== null && search.edited === undefined
  const filter = useMemo(() => {
    if (!engine) return everything
    return isAsSaved ? engine.filterOf(view.query) : engine.filterIn(search)
  }, [engine, isAsSaved, view, search])
  const layout = (isAsSaved ? view.layout : search.layout) ?? 'board'

  const go = (next: BoardSearch, replace = false) => void navigate({ to: '.', search: next, replace, resetScroll: false })
  const { sort, month } = search
  const own = { ...(sort !== undefined && { sort }), ...(month !== undefined && { month }) }
  return {
    filter,
    layout,
    view,
    isEdited: view !== null && !isAsSaved,
    editedVersion: search.edited ?? null,
    sort: sort ?? view?.query.sort ?? null,
    month: month ?? null,
    state: stateOf(search, { isReady: engine !== null, isPending: views.isPending, view }),
    change(next, { replace = false } = {}) {
      if (!engine) return
      const wanted = { filter: next.filter ?? filter, layout: next.layout ?? layout }
      const asSaved = view !== null && wanted.layout === view.layout && engine.sameFilter(wanted.filter, engine.filterOf(view.query))
      const edited = view ? { view: view.id, edited: search.edited ?? view.version } : {}
      const address = { ...engine.addressOf(wanted.filter), ...(wanted.layout !== 'board' && { layout: wanted.layout }), ...edited }
      go({ ...(asSaved ? { view: view.id } : address), ...own }, replace)
    },
    sortBy: (by) => go({ ...search, sort: by ?? undefined }, true),
    showMonth: (next) => go({ ...search, month: next }, true),
    choose: (viewId, { replace = false } = {}) => go(viewId === null ? {} : { view: viewId }, replace),
  }
}

const everything: Filter = {}

function stateOf(search: BoardSearch, now: { isReady: boolean; isPending: boolean; view: View | null }): BoardDisplay['state'] {
  if (!now.isReady && (asksSomething(search) || search.view !== undefined)) return 'pending'
  if (search.view === undefined || now.view) return 'ready'
  return now.isPending ? 'pending' : 'viewGone'
}
