/**
 * The number of unanswered changes of each card, and of the favourites. An answer that is read meanwhile lacks them and would take them off the
 * screen.
 */
const underWay = new Map<string, number>()

/** Registers a change of a card, or of the favourites. The returned function ends it; it returns true if no other change is under way. */
export function beginChange(of: string): () => boolean {
  underWay.set(of, (underWay.get(of) ?? 0) + 1)
  return () => {
    const others = (underWay.get(of) ?? 1) - 1
    if (others > 0) underWay.set(of, others)
    else underWay.delete(of)
    return others === 0
  }
}

export const isChanging = (of: string): boolean => underWay.has(of)
