/** Where the keyboard goes on when a question has been answered: the tile itself takes no focus, its link does. */
export const focusAfterAsking = (anchor: Element | null): HTMLElement | null =>
  anchor instanceof HTMLElement ? (anchor.querySelector<HTMLElement>('a') ?? anchor) : null
