import type { Slot } from '../mutations/move-cards.ts'

/** The held card and its drop position. */
export type Held = { cardId: string; slot: Slot; by: 'pointer' | 'keyboard' } | null

/** A store outside React: a step of a drag notifies the board and the held tile, and none of the hundreds of others. */
export type HeldStore = { get: () => Held; set: (held: Held) => void; subscribe: (listener: () => void) => () => void }

export function createHeldStore(): HeldStore {
  let held: Held = null
  const listeners = new Set<() => void>()
  return {
    get: () => held,
    set(next) {
      const isSame = held?.cardId === next?.cardId && held?.slot.listId === next?.slot.listId && held?.slot.belowId === next?.slot.belowId
      if (isSame) return
      held = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * One step after the board has got the move: earlier, the card would show at its old position, and lose the focus. A card that is picked up
 * meanwhile stays held.
 */
export function letGo(store: HeldStore): void {
  const dropped = store.get()
  setTimeout(() => store.get() === dropped && store.set(null))
}
