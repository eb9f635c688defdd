import { Accessibility, Cursor, PointerSensor, PreventSelection } from '@dnd-kit/dom'
import { move } from '@dnd-kit/helpers'
import { type DragDropEventHandlers, DragDropProvider, type DragOverEvent, useDroppable } from '@dnd-kit/react'
import { useSortable } from '@dnd-kit/react/sortable'
import { type ComponentProps, createContext, type ReactNode, use, useRef, useState } from 'react'
import type { Slot } from '../act/move-cards.ts'
import { adoptStyles } from './adopt-styles.ts'
import { letGo } from './let-go.ts'
import { type Order, orderWith, slotOf } from './place.ts'
import { type Carry, type Held, useKeyboardCarry } from './use-keyboard-carry.ts'

/**
 * Dragging cards over a board: the one place that knows the library. A pointer drags through it; the keyboard carries through the same
 * state, with announcements of our own (the library's would turn each card into a button within a button).
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

const Carrying = createContext<Carry | null>(null)
export const useCarry = () => use(Carrying)

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
  const [held, setHeld] = useState<Held>(null)
  // The library tells of a drop before React has drawn the last step of the way.
  const latest = useRef<Held>(null)
  const hold = (next: Held) => {
    latest.current = next
    setHeld(next)
  }
  const shown = held ? orderWith(order, held.cardId, held.slot) : order
  const carry = useKeyboardCarry({ order: shown, home: order, held, hold, disabled, describe, onMove })

  const over: DragDropEventHandlers['onDragOver'] = (event) => {
    const cardId = String(event.operation.source?.id ?? '')
    const now = latest.current ? orderWith(order, latest.current.cardId, latest.current.slot) : order
    const slot = slotOver(now, cardId, event)
    if (slot) hold({ cardId, slot, by: 'pointer' })
  }
  const end: DragDropEventHandlers['onDragEnd'] = ({ canceled }) => {
    const dropped = latest.current
    if (!dropped || canceled) return hold(null)
    const before = slotOf(order, dropped.cardId)
    if (before?.listId !== dropped.slot.listId || before.belowId !== dropped.slot.belowId) onMove(dropped.cardId, dropped.slot)
    letGo(hold)
  }
  return (
    <DragDropProvider sensors={sensors} plugins={plugins} onDragOver={over} onDragEnd={end}>
      <Carrying value={carry}>
        {children(shown)}
        <div role="status" aria-live="assertive" className="sr-only">
          {carry.announcement}
        </div>
      </Carrying>
    </DragDropProvider>
  )
}

function slotOver(order: Order, cardId: string, event: DragOverEvent): Slot | null {
  const byList = Object.fromEntries(order.map((list) => [list.listId, [...list.cardIds]]))
  const moved = move(byList, event)
  return slotOf(
    Object.entries(moved).map(([listId, cardIds]) => ({ listId, cardIds })),
    cardId,
  )
}

/** What a tile needs to be dragged. */
export function useTile(cardId: string, listId: string, index: number, disabled: boolean) {
  const { ref, isDragging } = useSortable({ id: cardId, index, group: listId, type: 'card', accept: 'card', disabled, plugins: [] })
  return { ref, isDragging }
}

/** A list takes cards where it is empty, too. */
export function useColumn(listId: string) {
  const { ref, isDropTarget } = useDroppable({ id: listId, type: 'list', accept: 'card', collisionPriority: 1 })
  return { ref, isDropTarget }
}
