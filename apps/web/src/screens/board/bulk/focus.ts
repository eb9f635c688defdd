import { cardLinkIn } from '../../../dnd/focus-card.ts'

/** The element that gets the focus after a question was answered: a tile takes no focus itself, its link does. */
export const focusAfterAsking = (anchor: Element | null): HTMLElement | null =>
  anchor instanceof HTMLElement ? (cardLinkIn(anchor) ?? anchor) : null
