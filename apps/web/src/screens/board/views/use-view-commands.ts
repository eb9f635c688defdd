import type { BoardModel } from '../../../live/board-model.ts'
import { useFavourites } from '../../../mutations/favourites.ts'
import { type Acts, useCommands } from '../../../shell/use-commands.ts'
import { useBoardFrame } from '../board-context.ts'
import { lanesIn } from '../filter/search.ts'
import type { BoardDisplay } from '../filter/use-board-display.ts'
import { setAgeing } from '../tile/ageing.ts'
import { starredView } from './starred-view.ts'
import { useMayChange } from './use-save-changes.ts'
import type { ViewDialog } from './view-menu.tsx'

/** Commands for the acts of the menu of views. */
export function useViewCommands(board: BoardModel, display: BoardDisplay, ask: (dialog: ViewDialog) => void): void {
  const { isArchived } = useBoardFrame()
  const ofLayout = useLayoutActs(board.id, display)
  const ofView = useViewActs(board, display, ask)
  useCommands({
    ...ofLayout,
    views: { chosen: display.view?.id ?? '', choose: (viewId) => display.choose(viewId === '' ? null : viewId) },
    ...(!isArchived && { saveView: () => ask('save') }),
    ...ofView,
  })
}

/** Fading and swimlanes are in the Board layout alone. */
function useLayoutActs(boardId: string, { layout, lanes, emptyLanes, change }: BoardDisplay): Acts {
  const { ageing, meId } = useBoardFrame()
  if (layout !== 'board') return {}
  return {
    lanes: { chosen: lanes ?? '', choose: (value) => change({ lanes: lanesIn(value) }) },
    ...(lanes && { [emptyLanes ? 'hideEmptyLanes' : 'showEmptyLanes']: () => change({ emptyLanes: !emptyLanes }) }),
    [ageing ? 'unfade' : 'fade']: () => setAgeing(meId, boardId, !ageing),
  }
}

function useViewActs(board: BoardModel, { view }: BoardDisplay, ask: (dialog: ViewDialog) => void): Acts {
  const mayChange = useMayChange()
  const { isFavourite, toggle } = useFavourites()
  if (!view) return {}
  return {
    ...(mayChange(view) && { editView: () => ask('edit'), deleteView: () => ask('delete') }),
    [isFavourite(view.id) ? 'unstarView' : 'starView']: () => void toggle(starredView(board, view)),
  }
}
