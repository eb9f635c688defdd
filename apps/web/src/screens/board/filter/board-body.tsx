import { type ComponentType, type ReactNode } from 'react'
import type { BoardModel } from '../../../live/board-model.ts'
import { LazyInFront, LazyInPlace } from '../../../ui/loading/lazy-boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.ts'
import { PagePending } from '../../../ui/spinner.tsx'
import type { Rest } from '../rest-of-board.tsx'
import type { Layout } from './search.ts'
import type { BoardDisplay } from './use-board-display.ts'
import type { Shown } from './use-shown.ts'

const FilterBar = lazyPart(async () => ({ default: (await import('./filter-bar.tsx')).FilterBar }))
const NothingFound = lazyPart(async () => ({ default: (await import('./nothing-found.tsx')).NothingFound }))

export type LayoutProps = { board: BoardModel; display: BoardDisplay; shown: Shown }
const layouts: Record<Exclude<Layout, 'board'>, ComponentType<LayoutProps>> = {
  list: lazyPart(async () => ({ default: (await import('../list/list-layout.tsx')).ListLayout })),
  calendar: lazyPart(async () => ({ default: (await import('../calendar/calendar-layout.tsx')).CalendarLayout })),
}

/** Below the header: the filter, and the cards in the chosen layout. The columns are `children`. */
export function BoardBody({ board, display, shown, rest, children }: LayoutProps & { rest: Rest | null; children: ReactNode }) {
  const asks = Object.keys(display.filter).length > 0
  // The columns alone show the first cards of each list. Anything else would show a part as if it were all.
  if (rest && (asks || display.state !== 'ready' || display.layout !== 'board' || display.lanes))
    return rest.isLost ? null : <PagePending />
  // A click on a column may change the view: its bar is reserved before, so that the column stays under the pointer.
  const mayComeToChange = display.view !== null && display.layout === 'list'
  return (
    <>
      {(asks || mayComeToChange || display.isEdited || display.state === 'viewGone') && (
        <LazyInFront fallback={<div className="h-9 shrink-0 max-md:hidden" />}>
          <FilterBar board={board} display={display} shown={shown} />
        </LazyInFront>
      )}
      <LazyInPlace atEdge of={`${display.layout} ${display.lanes}`} fallback={<PagePending />}>
        <Cards board={board} display={display} shown={shown} columns={children} />
      </LazyInPlace>
    </>
  )
}

function Cards({ board, display, shown, columns }: LayoutProps & { columns: ReactNode }) {
  // Shows no unfiltered board for a moment if a filtered view was requested.
  if (display.state === 'pending') return <PagePending />
  if (shown.count === 0 && shown.total > 0 && !shown.searching) return <NothingFound display={display} />
  if (display.layout === 'board') return columns
  const Layout = layouts[display.layout]
  return <Layout board={board} display={display} shown={shown} />
}
