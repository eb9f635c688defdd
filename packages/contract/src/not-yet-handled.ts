/** Operations of the catalogue that no handler serves yet. Later work empties this list; a handler for an entry here does not compile. */
export const notYetHandled = ['board.delete', 'board.copy', 'card.copy'] as const
export type NotYetHandled = (typeof notYetHandled)[number]
