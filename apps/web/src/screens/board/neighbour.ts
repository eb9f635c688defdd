import { cardsWithin, focusCard } from '../../dnd/focus-card.ts'

const focusedTile = (): HTMLElement | null | undefined => document.activeElement?.closest<HTMLElement>('[data-card]')

/**
 * For cards that leave their list: the function that it returns focuses the card below that tile, or above it, or its list. To be called while
 * they are still there.
 */
export function neighbourThatStays(cardIds: readonly string[], tile = focusedTile()): () => void {
  const stays = (id: string) => !cardIds.includes(id)
  const list = tile?.closest('[data-list]')
  const beside = cardsWithin(list ?? tile?.parentElement)
  const at = beside.indexOf(tile?.dataset.card ?? '')
  const found = beside.slice(at + 1).find(stays) ?? beside.slice(0, Math.max(at, 0)).findLast(stays)
  return () => focusCard(found ?? null, list ?? document) || list?.querySelector('button')?.focus()
}
