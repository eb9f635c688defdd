import type { View, ViewColumn } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { viewsQuery } from '../../../api/queries.ts'
import type { Filter } from './filter.ts'
import { asksSomething, type BoardSearch, type LanesBy, type Layout, lanesIn } from './search.ts'
import { useEngine } from './use-engine.ts'

/** The display of a board: from its address, or from the saved view that the address names. */
export type BoardDisplay = {
  filter: Filter
  layout: Layout
  lanes: LanesBy | null
  emptyLanes: boolean
  sort: string | null
  /** The columns of the list in the view; null = those of the person. */
  columns: readonly ViewColumn[] | null
  month: string | null
  /** The chosen view; `isEdited` = it was changed in this address since. */
  view: View | null
  isEdited: boolean
  editedVersion: number | null
  state: 'ready' | 'pending' | 'viewGone'
  change: (
    next: Partial<Pick<BoardDisplay, 'filter' | 'layout' | 'lanes' | 'emptyLanes' | 'sort' | 'columns'>>,
    how?: { replace?: boolean },
  ) => void
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
  const lanes = isAsSaved ? lanesIn(view.lanes) : (search.lanes ?? null)
  const emptyLanes = isAsSaved ? view.emptyLanes : (search.empty ?? false)

  const sort = (isAsSaved ? sortOf(view) : search.sort) ?? null
  const columns = useMemo(() => {
    if (isAsSaved) return view.columns
    return view !== null && search.columns !== undefined && engine ? engine.columnsIn(search.columns) : null
  }, [engine, isAsSaved, view, search.columns])

  const go = (next: BoardSearch, replace = false) => void navigate({ to: '.', search: next, replace, resetScroll: false })
  const { month } = search
  const change: BoardDisplay['change'] = (next, { replace = false } = {}) => {
    if (!engine) return
    const wanted = { filter, layout, lanes, emptyLanes, sort, columns, ...next }
    const said = (of: BoardDisplay['columns']) => of && engine.addressOfColumns(of)
    const isLaidOutAs = (of: View) => wanted.layout === of.layout && wanted.lanes === of.lanes && wanted.emptyLanes === of.emptyLanes
    const isTableOf = (of: View) => wanted.sort === sortOf(of) && said(wanted.columns) === said(of.columns)
    const asSaved = view !== null && isLaidOutAs(view) && isTableOf(view) && engine.sameFilter(wanted.filter, engine.filterOf(view.query))
    const laidOut = {
      ...(wanted.layout !== 'board' && { layout: wanted.layout }),
      ...(wanted.lanes && { lanes: wanted.lanes }),
      ...(wanted.emptyLanes && { empty: true as const }),
      ...(wanted.sort !== null && { sort: wanted.sort }),
    }
    const edited = view && {
      view: view.id,
      edited: search.edited ?? view.version,
      ...(wanted.columns && { columns: engine.addressOfColumns(wanted.columns) }),
    }
    const address = { ...engine.addressOf(wanted.filter), ...laidOut, ...edited }
    go({ ...(asSaved ? { view: view.id } : address), ...(month !== undefined && { month }) }, replace)
  }
  return {
    filter,
    layout,
    lanes,
    emptyLanes,
    view,
    isEdited: view !== null && !isAsSaved,
    editedVersion: search.edited ?? null,
    sort,
    columns,
    month: month ?? null,
    state: stateOf(search, { isReady: engine !== null, isPending: views.isPending, view }),
    change,
    sortBy: (by) => change({ sort: by }, { replace: true }),
    showMonth: (next) => go({ ...search, month: next }, true),
    choose: (viewId, { replace = false } = {}) => go(viewId === null ? {} : { view: viewId }, replace),
  }
}

const everything: Filter = {}

/** A view for searches has one of their orders. */
const sortOf = ({ sort, query }: View): string | null => sort ?? query.sort ?? null

function stateOf(search: BoardSearch, now: { isReady: boolean; isPending: boolean; view: View | null }): BoardDisplay['state'] {
  if (!now.isReady && (asksSomething(search) || search.view !== undefined)) return 'pending'
  if (search.view === undefined || now.view) return 'ready'
  return now.isPending ? 'pending' : 'viewGone'
}
