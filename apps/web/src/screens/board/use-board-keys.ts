import { useArchiveCards } from '../../mutations/archive.ts'
import { itemsOf } from '../../mutations/change-cards.ts'
import { undoLast } from '../../mutations/undo.ts'
import { useHotkeys } from '../../shell/use-hotkeys.ts'
import type { BoardFrame } from './board-context.ts'
import { cardsIn, useSomeSelected } from './selection.ts'

/** Keys that act on the card that has the focus, or on all that are selected. */
export function useBoardKeys({ board, mayWrite, moveTo, selection }: BoardFrame): void {
  const archive = useArchiveCards(board.id)
  const meant = (): string[] => {
    const focused = focusedCard()
    return selection.ids().size > 0 ? [...selection.ids()] : focused === null ? [] : [focused]
  }
  const undo = () => mayWrite && undoLast(board.id)
  useHotkeys({
    moveTo: () => mayWrite && meant().length > 0 && moveTo(...meant()),
    archive() {
      const cardIds = meant()
      if (!mayWrite || cardIds.length === 0) return
      const next = neighbourThatStays(cardIds)
      void archive(itemsOf(cardIds))
      next?.focus()
    },
    select() {
      const cardId = focusedCard()
      if (mayWrite && cardId !== null) selection.toggle(cardId)
    },
    selectList() {
      const listId = focusedList()
      if (mayWrite && listId !== null) selection.set([...selection.ids(), ...cardsIn(listId)])
    },
    undo,
    ...(useSomeSelected(selection) && { close: selection.clear }),
  })
}

/** Archiving takes the focus away with the card: it goes to the one below, or above, or to its list. */
function neighbourThatStays(cardIds: readonly string[]): HTMLElement | null {
  const tile = document.activeElement?.closest('[data-card]')
  const stays = (one: Element) => !cardIds.includes((one instanceof HTMLElement && one.dataset.card) || '')
  const beside = [...(tile?.parentElement?.querySelectorAll('[data-card]') ?? [])]
  const at = tile ? beside.indexOf(tile) : -1
  const found = beside.slice(at + 1).find(stays) ?? beside.slice(0, Math.max(at, 0)).findLast(stays)
  return found?.querySelector('a') ?? tile?.closest('[data-list]')?.querySelector('button') ?? null
}

const focusedCard = (): string | null => document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card ?? null
export const focusedList = (): string | null => document.activeElement?.closest<HTMLElement>('[data-list]')?.dataset.list ?? null
