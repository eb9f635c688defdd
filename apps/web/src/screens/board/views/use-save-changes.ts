import { TandemError, type View, type ViewQuery } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { viewsQuery } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { BoardModel } from '../../../live/board-model.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { say } from '../../../ui/toast.tsx'
import { useBoardFrame } from '../board-context.ts'
import { queryOf } from '../filter/filter.ts'
import type { BoardDisplay } from '../filter/use-board-display.ts'

/**
 * Keeps what is shown as the view's. Sent with the version that was changed here: when somebody else has changed the view since, theirs is
 * shown, and what was changed here is one step back.
 */
export function useSaveChanges(board: BoardModel, display: BoardDisplay): { mayChange: boolean; save: () => Promise<void> } {
  const t = useTranslations('views')
  const write = useWrite()
  const mayChange = useMayChange()
  const { view, editedVersion } = display

  const showNewer = async (failure: unknown, { id, name }: View): Promise<boolean> => {
    if (!isStale(failure)) return false
    await queryClient.invalidateQueries({ queryKey: viewsQuery(board.id).queryKey })
    display.choose(id)
    say({ title: t('staleTitle', { name }), text: t('staleText') })
    return true
  }
  return {
    mayChange: view !== null && mayChange(view),
    async save() {
      if (!view) return
      const input = { viewId: view.id, query: keptQuery(display), layout: display.layout, ifVersion: editedVersion ?? view.version }
      const done = await write('view.update', input, { failed: 'view', refused: (failure) => showNewer(failure, view) })
      if (!done) return
      takeView(done.answer)
      display.choose(view.id, { replace: true })
    },
  }
}

export const isStale = (failure: unknown): boolean => failure instanceof TandemError && failure.code === 'conflict'

/** The order goes along when it is one that every search knows. */
export function keptQuery({ filter, sort }: BoardDisplay): ViewQuery {
  const known = sorts.find((one) => one === sort)
  return { ...queryOf(filter), ...(known && { sort: known }) }
}

const sorts = ['updated', 'created', 'due', 'priority'] as const

/** A view that the service has answered with. Where the others are not known yet, it comes with them. */
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

/** A private view is its owner's; a shared one every member's. */
export function useMayChange(): (view: View) => boolean {
  const { isArchived, mayWrite, meId } = useBoardFrame()
  return (view) => !isArchived && (view.shared ? mayWrite : view.ownerActorId === meId)
}
