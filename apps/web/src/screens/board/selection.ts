import { type MouseEvent, useSyncExternalStore } from 'react'
import { useBoardFrame } from './board-context.ts'

export type Progress = { settled: number; of: number }

/** The cards that were picked out for one act. A store beside React: each tile hears of itself only, and a board has hundreds. */
export type Selection = {
  ids: () => ReadonlySet<string>
  toggle: (cardId: string) => void
  /** Everything from the card that was picked last to this one, in the order of one list; without such a card, this one. */
  extendTo: (cardId: string, order: readonly string[]) => void
  set: (cardIds: readonly string[]) => void
  clear: () => void
  /** Lets go of cards that are not shown any more; not while something is being done with them. */
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

/** The cards of the list that this one is in, as they are shown. */
function shownBeside(cardId: string): string[] {
  const list = document.querySelector(`[data-card="${cardId}"]`)?.closest('[data-list]')
  return cardsWithin(list)
}

export const cardsIn = (listId: string): string[] => cardsWithin(document.querySelector(`[data-list="${listId}"]`))

function cardsWithin(element: Element | null | undefined): string[] {
  return [...(element?.querySelectorAll<HTMLElement>('[data-card]') ?? [])].flatMap(({ dataset }) => dataset.card ?? [])
}

/** Ctrl or Meta picks a card out, Shift all up to it. With a finger, once one is picked out, a tap picks the next. */
export function useSelectByClick(cardId: string): (event: MouseEvent) => void {
  const { selection, mayWrite } = useBoardFrame()
  return (event) => {
    if (!mayWrite) return
    const taps = selection.ids().size > 0 && matchMedia('(pointer: coarse)').matches
    if (event.shiftKey) selection.extendTo(cardId, shownBeside(cardId))
    else if (event.ctrlKey || event.metaKey || taps) selection.toggle(cardId)
    else return
    event.preventDefault()
  }
}
