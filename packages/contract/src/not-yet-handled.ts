/**
 * Operations of the catalogue that no handler serves yet. Later work empties this list; a handler for an entry here does not compile, nor
 * does an operation that has left it and has no example with an answer (examples/example.ts).
 */
export const notYetHandled = [] as const
export type NotYetHandled = (typeof notYetHandled)[number]
