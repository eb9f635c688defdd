import type { Slot } from '../mutations/move-cards.ts'

/** The card that is carried, and where it would be put down. */
export type Held = { cardId: string; slot: Slot; by: 'pointer' | 'keyboard' } | null

/** A store beside React: of a step of the way hear the board and the tile that is carried, and none of the hundreds beside it. */
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

/** In the step after the board has been told of the move: a step earlier the card would be seen, and lose the focus, where it came from. */
export function letGo(hold: (held: null) => void): void {
  setTimeout(() => hold(null))
}
