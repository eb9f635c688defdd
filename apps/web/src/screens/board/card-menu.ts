import type { MouseEvent } from 'react'
import type { BoardFrame } from './board-context.ts'

/**
 * Opens the menu of a card, or of all selected cards if it is one of them, in place of the browser's: at the pointer, or beside the card for
 * the key of context menus. With Shift, and on text, the browser's own menu opens; a finger that rests on a card lifts it.
 */
export function openCardMenu(event: MouseEvent, { mayWrite, ask, selection }: BoardFrame): void {
  const target = event.target instanceof Element ? event.target : null
  const card = target?.closest<HTMLElement>('[data-card]')
  const cardId = card?.dataset.card
  if (!mayWrite || !card || cardId === undefined || isForBrowser(event, card)) return
  event.preventDefault()
  const selected = selection.ids()
  ask({
    what: 'menu',
    cardIds: selected.has(cardId) ? [...selected] : [cardId],
    anchor: card,
    ...(isByPointer(event) && { at: { x: event.clientX, y: event.clientY } }),
  })
}

/** A Mac opens the menu with Ctrl and the first button, too. */
const isByPointer = ({ button, ctrlKey }: MouseEvent): boolean => button === 2 || ctrlKey

function isForBrowser(event: MouseEvent, card: Element): boolean {
  const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
  const isDragged = document.documentElement.dataset.dragging !== undefined
  const isInField = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null
  return isTouch || isDragged || isInField || (isByPointer(event) && event.shiftKey) || isOnText(event, card)
}

/** Not the text of the link alone: macOS selects it when the menu opens. */
function isOnText({ target }: MouseEvent, card: Element): boolean {
  const selection = getSelection()
  const isSelected = selection !== null && !selection.isCollapsed && target instanceof Node && selection.containsNode(target, true)
  const link = card.querySelector('a')
  return isSelected && !(link?.contains(selection.anchorNode) && link.contains(selection.focusNode))
}
