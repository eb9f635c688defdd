/** The element that gets the focus after a question was answered: a tile takes no focus itself, its link does. */
export const focusAfterAsking = (anchor: Element | null): HTMLElement | null =>
  anchor instanceof HTMLElement ? (anchor.querySelector<HTMLElement>('a') ?? anchor) : null
