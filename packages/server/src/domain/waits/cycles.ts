/** Cards that block each other in a circle. Relations that would close one are refused, but a database may hold one from elsewhere. */
type Blocked = { cardId: string; cardKey: string; blockers: readonly { cardId: string }[] }

/** Each circle as keys, every card blocked by the next one. A card is named in one circle at most. */
export function cyclesIn(cards: readonly Blocked[]): string[][] {
  const left = new Map(cards.map((card) => [card.cardId, card]))
  const nextOf = ({ blockers }: Blocked) => blockers.map(({ cardId }) => left.get(cardId)).find((one) => one !== undefined)
  const cycles: string[][] = []
  for (;;) {
    dropEnds(left, nextOf)
    const [start] = left.values()
    if (!start) return cycles
    const cycle = cycleFrom(start, nextOf)
    cycles.push(cycle.map(({ cardKey }) => cardKey))
    for (const { cardId } of cycle) left.delete(cardId)
  }
}

/** Removes cards that no remaining card blocks: they are on no cycle. */
function dropEnds(left: Map<string, Blocked>, nextOf: (card: Blocked) => Blocked | undefined): void {
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const card of left.values()) if (!nextOf(card)) left.delete(card.cardId)
  }
}

/** Every card has a next one here, so that the walk comes back to where it was. */
function cycleFrom(start: Blocked, nextOf: (card: Blocked) => Blocked | undefined): Blocked[] {
  const path: Blocked[] = []
  let card: Blocked | undefined = start
  while (card && !path.includes(card)) {
    path.push(card)
    card = nextOf(card)
  }
  return card ? path.slice(path.indexOf(card)) : path
}
