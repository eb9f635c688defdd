import { Accessibility, Cursor, PointerSensor, PreventSelection } from '@dnd-kit/dom'
import { type DragDropEventHandlers, DragDropProvider, useDraggable } from '@dnd-kit/react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import type { Slot } from '../act/move-cards.ts'
import { adoptStyles } from './adopt-styles.ts'
import { createHeldStore, type Held, type HeldStore } from './held.ts'
import { letGo } from './let-go.ts'
import { type Order, orderWith, slotOf } from './place.ts'
import { slotAt } from './slot-at.ts'
import { type Carry, useKeyboardCarry } from './use-keyboard-carry.ts'

/**
 * Dragging cards over a board: the one place that knows the library. A pointer drags through it; the keyboard carries through the same
 * state, with announcements of our own (the library's would turn each card into a button within a button). The library moves the tile
 * that is dragged; where it would go, `slotAt` says.
 */
type Props = {
  order: Order
  /** Nobody may move anything. */
  disabled: boolean
  onMove: (cardId: string, slot: Slot) => void
  /** For announcements. */
  describe: (cardId: string, slot: Slot) => { title: string; list: string; place: number; count: number }
  children: (order: Order) => ReactNode
}

type Carrying = Pick<Carry, 'onKeyDown' | 'onBlur'> & { store: HeldStore }
/** Never changes while the board is shown, so that no tile is drawn anew for it. */
const Context = createContext<Carrying | null>(null)
export const useCarry = () => use(Context)

const sensors = [
  PointerSensor.configure({
    preventActivation: ({ target }) => target instanceof Element && target.closest('button, input, textarea, [role=menu]') !== null,
  }),
]
type Plugins = Extract<ComponentProps<typeof DragDropProvider>['plugins'], (...args: never[]) => unknown>
/** Without the one that speaks and sets roles, and those that style the whole page. */
const left = new Set<unknown>([Accessibility, Cursor, PreventSelection])
const plugins: Plugins = (defaults) => defaults.filter((plugin) => !left.has(plugin))

adoptStyles()

export function BoardDnd({ order, disabled, onMove, describe, children }: Props) {
  const [store] = useState(createHeldStore)
  const held = useSyncExternalStore(store.subscribe, store.get)
  const shown = useMemo(() => (held ? orderWith(order, held.cardId, held.slot) : order), [order, held])
  const carry = useKeyboardCarry({ order: shown, home: order, held, hold: store.set, disabled, describe, onMove })
  const carrying = useStable(carry, store)
  const pointer = usePointer(store)

  const start: DragDropEventHandlers['onDragStart'] = ({ operation: { source } }) => {
    const cardId = String(source?.id ?? '')
    const slot = slotOf(order, cardId)
    if (slot) store.set({ cardId, slot, by: 'pointer' })
  }
  const end: DragDropEventHandlers['onDragEnd'] = ({ canceled }) => {
    const dropped = store.get()
    pointer.forget()
    if (!dropped || canceled) return store.set(null)
    const before = slotOf(order, dropped.cardId)
    if (before?.listId !== dropped.slot.listId || before.belowId !== dropped.slot.belowId) onMove(dropped.cardId, dropped.slot)
    letGo(store.set)
  }
  return (
    <DragDropProvider
      sensors={sensors}
      plugins={plugins}
      onDragStart={start}
      onDragMove={({ to }) => to && pointer.isAt(to)}
      onDragEnd={end}
    >
      <Context value={carrying}>
        {children(shown)}
        <div role="status" aria-live="assertive" className="sr-only">
          {carry.announcement}
        </div>
      </Context>
    </DragDropProvider>
  )
}

/** The acts of the keyboard change with each step; who calls them does not have to know. */
function useStable(carry: Carry, store: HeldStore): Carrying {
  const latest = useRef(carry)
  useEffect(() => {
    latest.current = carry
  })
  const [stable] = useState<Carrying>(() => ({
    store,
    onKeyDown: (event, cardId) => latest.current.onKeyDown(event, cardId),
    onBlur: (cardId) => latest.current.onBlur(cardId),
  }))
  return stable
}

type Point = { x: number; y: number }

/** What is dragged follows the pointer, and the lists that scroll beneath it. */
function usePointer(store: HeldStore): { isAt: (point: Point) => void; forget: () => void } {
  const point = useRef<Point | null>(null)
  const [pointer] = useState(() => {
    const look = () => {
      const held = store.get()
      if (!point.current || held?.by !== 'pointer') return
      const slot = slotAt(point.current, held.cardId)
      if (slot) store.set({ ...held, slot })
    }
    return {
      look,
      isAt(at: Point) {
        point.current = at
        look()
      },
      forget() {
        point.current = null
      },
    }
  })
  useEffect(() => {
    document.addEventListener('scroll', pointer.look, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', pointer.look, { capture: true })
  }, [pointer])
  return pointer
}

/**
 * What a tile needs to be dragged. The library knows of a tile only once a pointer has come to it: to tell it of hundreds before the board
 * can be used takes longer than to draw them.
 */
export function useTile(cardId: string, disabled: boolean) {
  const ref = useRef<HTMLLIElement>(null)
  const carrying = useCarry()
  const [near, setNear] = useState(false)
  const holds = () => carrying?.store.get()?.cardId === cardId
  const held = useSyncExternalStore<NonNullable<Held>['by'] | null>(carrying?.store.subscribe ?? never, () =>
    holds() ? (carrying?.store.get()?.by ?? null) : null,
  )
  return {
    ref,
    held,
    /** A finger comes near and presses in one go: the library is told before that. */
    onPointerEnter: () => !near && !disabled && flushSync(() => setNear(true)),
    grip: (near || held === 'pointer') && !disabled && <Grip cardId={cardId} tile={ref} />,
  }
}

const never = () => () => {}

function Grip({ cardId, tile }: { cardId: string; tile: RefObject<HTMLLIElement | null> }) {
  useDraggable({ id: cardId, type: 'card', element: tile })
  return null
}
