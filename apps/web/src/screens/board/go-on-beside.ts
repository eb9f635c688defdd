import { tileOf } from '../../dnd/focus-card.ts'
import { focusOnceLost } from '../../ui/focus-after.ts'
import { neighbourThatStays } from './neighbour.ts'

/**
 * For cards that leave their list by a dialog, a menu or a button: the focus goes to a card beside them, or to what `first` focuses. `anchor` is
 * what was opened from; of several tiles of a card, it tells which one.
 */
export function goOnBeside(cardIds: readonly string[], anchor: Element | null, first = () => false): void {
  // An act that waited for another may begin after its tile was drawn anew elsewhere.
  const tile = anchor?.isConnected ? anchor.closest<HTMLElement>('[data-card]') : null
  const next = neighbourThatStays(cardIds, tile ?? tileOf(cardIds[0] ?? null))
  focusOnceLost(() => first() || next())
}
