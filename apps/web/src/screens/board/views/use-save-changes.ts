import { isStateConflict, type View, type ViewQuery } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { viewsQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { say } from '../../../ui/toasts/toast.tsx'
import { useBoardFrame } from '../board-context.ts'
import { queryOf } from '../filter/filter.ts'
import type { BoardDisplay } from '../filter/use-board-display.ts'
import { orderIn } from '../list/ordering.ts'

/**
 * Saves the current display to the view, with the version that was changed here. If another user has changed the view since, theirs is
 * shown, and the change made here is one step back in the history.
 */
export function useSaveChanges(board: BoardModel, display: BoardDisplay): { mayChange: boolean; save: () => Promise<void> } {
  const t = useTranslations('views')
  const write = useWrite()
  const mayChange = useMayChange()
  const { view, editedVersion } = display

  const showNewer = async (failure: unknown, { id, name }: View): Promise<boolean> => {
    if (!isStateConflict(failure)) return false
    await queryClient.invalidateQueries({ queryKey: viewsQuery(board.id).queryKey })
    display.choose(id)
    say({ title: t('staleTitle', { name }), text: t('staleText') })
    return true
  }
  return {
    mayChange: view !== null && mayChange(view),
    async save() {
      if (!view) return
      const { layout, lanes, emptyLanes } = display
      const kept = { query: keptQuery(display), layout, lanes, emptyLanes, columns: display.columns?.slice() ?? null }
      const input = { viewId: view.id, ...kept, sort: keptSort(board, display), ifVersion: editedVersion ?? view.version }
      const done = await write('view.update', input, { failed: 'view', refused: (failure) => showNewer(failure, view) })
      if (!done) return
      takeView(done.answer)
      display.choose(view.id, { replace: true })
    },
  }
}

/** Includes the order if searches have it too. */
export function keptQuery({ filter, sort }: BoardDisplay): ViewQuery {
  const known = sorts.find((one) => one === sort)
  return { ...queryOf(filter), ...(known && { sort: known }) }
}

/** The order of the table, if searches do not have it. */
export function keptSort({ fields }: BoardModel, { sort }: BoardDisplay): string | null {
  return sorts.some((one) => one === sort) || !orderIn(sort, fields) ? null : sort
}

const sorts = ['updated', 'created', 'due', 'priority'] as const

/** Stores a view that the service has returned. If the list of views is not loaded yet, the view comes with it. */
export function takeView(view: View): void {
  const { queryKey } = viewsQuery(view.boardId)
  queryClient.setQueryData(queryKey, (views) =>
    views
      ?.filter((one) => one.id !== view.id)
      .concat(view)
      .sort(byId),
  )
}

const byId = (one: View, other: View): number => (one.id < other.id ? -1 : 1)

/** A private view can be changed by its owner, a shared one by every member who may write. */
export function useMayChange(): (view: View) => boolean {
  const { isArchived, mayWrite, meId } = useBoardFrame()
  return (view) => !isArchived && (view.shared ? mayWrite : view.ownerActorId === meId)
}
