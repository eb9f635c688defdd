import { createContext, type ReactNode, type RefObject, use, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Slot } from '../mutations/move-cards.ts'
import { focusCard } from './focus-card.ts'
import { createHeldStore, type Held, letGo } from './held.ts'
import { type Order, orderWith, slotAt, slotOf } from './place.ts'
import { useKeyboardCarry } from './use-keyboard-carry.ts'
import { type Library, useLibrary } from './use-library.ts'
import { useStable } from './use-stable.ts'

/**
 * Dragging cards over a board. A pointer drags through a library, the keyboard carries through the same state, with announcements of our
 * own. The library moves the tile that is dragged; where it would go, `slotAt` says.
 */
type Props = {
  order: Order
  /** Dragging is off. */
  disabled: boolean
  onMove: (cardId: string, slot: Slot) => void
  /** The announcement of a screen reader. */
  describe: (cardId: string, slot: Slot) => { title: string; list: string; place: number; count: number }
  children: (order: Order) => ReactNode
}

type Carrying = {
  heldAmong: (cardIds: readonly string[]) => string | null
  heldBy: (cardId: string) => NonNullable<Held>['by'] | null
  onHeldChange: (listener: () => void) => () => void
  library: () => Library | null
  onLibrary: (listener: () => void) => () => void
  onKeyDown: ReturnType<typeof useKeyboardCarry>['onKeyDown']
  onBlur: ReturnType<typeof useKeyboardCarry>['onBlur']
}
/** Never changes while the board is shown, so that no tile renders again because of it. */
const Context = createContext<Carrying | null>(null)

export function useCarry(): Carrying {
  const carrying = use(Context)
  if (!carrying) throw new Error('only within a board')
  return carrying
}

export function BoardDnd({ order, disabled, onMove, describe, children }: Props) {
  const [store] = useState(createHeldStore)
  const held = useSyncExternalStore(store.subscribe, store.get)
  const shown = useMemo(() => (held ? orderWith(order, held.cardId, held.slot) : order), [order, held])
  const carry = useKeyboardCarry({
    order: shown,
    home: order,
    held,
    hold: store.set,
    release: () => letGo(store),
    disabled,
    describe,
    onMove,
  })
  const follow = (point: { x: number; y: number }) => {
    const now = store.get()
    const slot = now?.by === 'pointer' ? slotAt(point, now.cardId, order) : null
    if (now && slot) store.set({ ...now, slot })
  }
  const library = useLibrary(!disabled, {
    onStart(cardId) {
      const slot = slotOf(order, cardId)
      if (slot) store.set({ cardId, slot, by: 'pointer' })
    },
    onMove: follow,
    onEnd(canceled) {
      const dropped = store.get()
      if (!dropped || canceled) return store.set(null)
      const before = slotOf(order, dropped.cardId)
      if (before?.listId !== dropped.slot.listId || before.belowId !== dropped.slot.belowId) onMove(dropped.cardId, dropped.slot)
      letGo(store)
    },
  })
  const acts = useStable({ onKeyDown: carry.onKeyDown, onBlur: carry.onBlur })
  const carrying = useMemo<Carrying>(() => {
    const heldBy = (cardId: string) => {
      const now = store.get()
      return now?.cardId === cardId ? now.by : null
    }
    const heldAmong = (cardIds: readonly string[]) => {
      const now = store.get()
      return now && cardIds.includes(now.cardId) ? now.cardId : null
    }
    return { ...acts, heldAmong, heldBy, onHeldChange: store.subscribe, library: library.get, onLibrary: library.subscribe }
  }, [acts, store, library])
  return (
    <Context value={carrying}>
      {children(shown)}
      <div role="status" aria-live="assertive" className="sr-only">
        {carry.announcement}
      </div>
    </Context>
  )
}

/** The card among these that is held. */
export function useHeldAmong(cardIds: readonly string[]): string | null {
  const { heldAmong, onHeldChange } = useCarry()
  return useSyncExternalStore(onHeldChange, () => heldAmong(cardIds))
}

/**
 * The props of a draggable tile. A tile is registered with the library only once a pointer has entered it: registering hundreds of tiles
 * before the board can be used takes longer than drawing them.
 */
export function useTile(cardId: string, disabled: boolean) {
  const ref = useRef<HTMLLIElement>(null)
  const { heldBy, onHeldChange } = useCarry()
  const [near, setNear] = useState(false)
  const held = useSyncExternalStore(onHeldChange, () => heldBy(cardId))
  // A tile that moves to another list is mounted again there, so keyboard focus has to follow it, also when another user moved it.
  useLayoutEffect(() => {
    const tile = ref.current
    return () => {
      if (tile?.contains(document.activeElement)) focusAgain(cardId)
    }
  }, [cardId])
  return {
    ref,
    held,
    /** A finger touches and presses at once, so the tile is registered on the touch. */
    onPointerEnter: () => !near && !disabled && flushSync(() => setNear(true)),
    grip: (near || held === 'pointer') && !disabled && <Grip cardId={cardId} tile={ref} />,
  }
}

function focusAgain(cardId: string): void {
  setTimeout(() => document.activeElement === document.body && focusCard(cardId))
}

function Grip({ cardId, tile }: { cardId: string; tile: RefObject<HTMLLIElement | null> }) {
  const carry = useCarry()
  const library = useSyncExternalStore(carry.onLibrary, carry.library)
  useLayoutEffect(() => (tile.current ? library?.register(cardId, tile.current) : undefined), [library, cardId, tile])
  return null
}
