import { cardsWithin, focusCard } from '../../dnd/focus-card.ts'
import { focusOnceLost } from '../../ui/focus-after.ts'
import type { Selection } from './selection.ts'

/** The bar of the selected cards disappears: a focus within it goes to the first of them on the page. */
export function clearSelection(selection: Selection): void {
  const ids = selection.ids()
  const first = cardsWithin(document).find((id) => ids.has(id))
  // On an empty part of the board nothing has the focus, and nothing is lost.
  if (document.activeElement !== document.body) focusOnceLost(() => void focusCard(first ?? null))
  selection.clear()
}
