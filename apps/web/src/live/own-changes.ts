/** The number of unanswered changes of each card. An answer that is read meanwhile lacks them and would take them off the screen. */
const underWay = new Map<string, number>()

/** Registers a change. The returned function ends it and returns true if it was the card's last: then the card is to be read again. */
export function beginChange(cardId: string): () => boolean {
  underWay.set(cardId, (underWay.get(cardId) ?? 0) + 1)
  return () => {
    const others = (underWay.get(cardId) ?? 1) - 1
    if (others > 0) underWay.set(cardId, others)
    else underWay.delete(cardId)
    return others === 0
  }
}

export const isChanging = (cardId: string): boolean => underWay.has(cardId)
