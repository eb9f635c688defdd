import type { MouseEvent } from 'react'
import type { BoardFrame } from './board-context.ts'
import { cardsForKey } from './selection.ts'

/**
 * Opens the menu of a card instead of the browser's: at the pointer, or beside the card when the context menu key opens it. A pointer opens
 * it for that card, or for all selected cards on one of them; the key opens it for the same cards as `.` does. The browser's menu still
 * opens with Shift, in fields and on selected text. A long touch drags the card, so it opens no menu.
 */
export function openCardMenu(event: MouseEvent, { mayWrite, ask, selection }: BoardFrame): void {
  const target = event.target instanceof Element ? event.target : null
  const card = target?.closest<HTMLElement>('[data-card]')
  const cardId = card?.dataset.card
  if (!mayWrite || !card || cardId === undefined || isForBrowser(event, card)) return
  event.preventDefault()
  const isOther = isByPointer(event) && !selection.ids().has(cardId)
  ask({
    what: 'menu',
    cardIds: isOther ? [cardId] : cardsForKey(selection, cardId),
    anchor: card,
    ...(isByPointer(event) && { at: { x: event.clientX, y: event.clientY } }),
  })
}

/** On a Mac, Ctrl+click opens a context menu, too. */
const isByPointer = ({ button, ctrlKey }: MouseEvent): boolean => button === 2 || ctrlKey

function isForBrowser(event: MouseEvent, card: Element): boolean {
  const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
  const isDragged = document.documentElement.dataset.dragging !== undefined
  const isInField = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null
  return isTouch || isDragged || isInField || (isByPointer(event) && event.shiftKey) || isOnSelectedText(event, card)
}

/** Ignores a selection within the card's link: macOS selects its text on a right-click. */
function isOnSelectedText({ target }: MouseEvent, card: Element): boolean {
  const selection = getSelection()
  const isSelected = selection !== null && !selection.isCollapsed && target instanceof Node && selection.containsNode(target, true)
  const link = card.querySelector('a')
  return isSelected && !(link?.contains(selection.anchorNode) && link.contains(selection.focusNode))
}
