/** How many changes of each card the service has not answered yet. What is read meanwhile lacks them and would take them off the screen. */
const underWay = new Map<string, number>()

/** What is returned ends it, and answers whether it was the last: then the card is to be read anew. */
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
