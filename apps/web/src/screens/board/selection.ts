import { type MouseEvent, useSyncExternalStore } from 'react'
import { cardsWithin } from '../../dnd/focus-card.ts'
import { useBoardFrame } from './board-context.ts'

export type Progress = { settled: number; of: number }

/** The selected cards. A store outside React: each tile subscribes to its own state only, because a board has hundreds. */
export type Selection = {
  ids: () => ReadonlySet<string>
  toggle: (cardId: string) => void
  /** Selects all cards from the last selected one to this one, in the order of one list; without such a card, this one. */
  extendTo: (cardId: string, order: readonly string[]) => void
  set: (cardIds: readonly string[]) => void
  clear: () => void
  /** Deselects cards that are not shown any more, except during an act on them. */
  keepShown: (shown: { has: (cardId: string) => boolean }) => void
  progress: () => Progress | null
  setProgress: (progress: Progress | null) => void
  subscribe: (listener: () => void) => () => void
}

export function createSelection(): Selection {
  let ids: ReadonlySet<string> = new Set()
  let last: string | null = null
  let progress: Progress | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const select = (next: Iterable<string>) => {
    ids = new Set(next)
    tell()
  }
  return {
    ids: () => ids,
    toggle(cardId) {
      last = cardId
      select(ids.has(cardId) ? [...ids].filter((id) => id !== cardId) : [...ids, cardId])
    },
    extendTo(cardId, order) {
      const [from, to] = [last === null ? -1 : order.indexOf(last), order.indexOf(cardId)]
      const range = from === -1 ? [cardId] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
      last = cardId
      select([...ids, ...range])
    },
    set: select,
    clear: () => select([]),
    keepShown(shown) {
      const kept = [...ids].filter((id) => shown.has(id))
      if (progress === null && kept.length < ids.size) select(kept)
    },
    progress: () => progress,
    setProgress(next) {
      progress = next
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The cards that a key acts on: all that are selected, or else the one that has the focus. */
export function cardsForKey(selection: Selection, focused: string | null): string[] {
  const selected = [...selection.ids()]
  return selected.length > 0 ? selected : focused === null ? [] : [focused]
}

export function useIsSelected(cardId: string): boolean {
  const { selection } = useBoardFrame()
  return useSyncExternalStore(selection.subscribe, () => selection.ids().has(cardId))
}

export function useSomeSelected(selection: Selection): boolean {
  return useSyncExternalStore(selection.subscribe, () => selection.ids().size > 0)
}

export function useSelectedIds(): ReadonlySet<string> {
  const { selection } = useBoardFrame()
  return useSyncExternalStore(selection.subscribe, selection.ids)
}

export function useProgress(): Progress | null {
  const { selection } = useBoardFrame()
  return useSyncExternalStore(selection.subscribe, selection.progress)
}

/** The cards in the list of a tile, or on all days of the calendar, as they are shown. */
const shownBeside = (tile: Element): readonly string[] => cardsWithin(tile.closest('[data-list], [data-calendar]'))

/** With swimlanes a list is on the page several times, once in each row. */
export const cardsIn = (listId: string): string[] => [
  ...new Set([...document.querySelectorAll(`[data-list="${listId}"]`)].flatMap(cardsWithin)),
]

/** Ctrl or Meta adds a card, Shift all cards up to it. On touch screens a tap adds the next one once one is selected. */
export function useSelectByClick(cardId: string): (event: MouseEvent<HTMLElement>) => void {
  const { selection, mayWrite } = useBoardFrame()
  return (event) => {
    if (!mayWrite) return
    const taps = selection.ids().size > 0 && matchMedia('(pointer: coarse)').matches
    if (event.shiftKey) selection.extendTo(cardId, shownBeside(event.currentTarget))
    else if (event.ctrlKey || event.metaKey || taps) selection.toggle(cardId)
    else return
    event.preventDefault()
  }
}
