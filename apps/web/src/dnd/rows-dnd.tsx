import { createContext, type ReactNode, use, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Library } from './use-library.ts'
import { countBefore, type HeldInOrder, useOrderDrag } from './use-order-drag.ts'

/** Dragging rows that stand below one another, such as the items of a checklist. The container lays them out by their `order`. */
type Props = { order: readonly string[]; disabled: boolean; onMove: (id: string, to: number) => void; children: ReactNode }

type Dragging = {
  held: HeldInOrder
  placeOf: (id: string) => number | undefined
  library: () => Library | null
  onLibrary: (listener: () => void) => () => void
}
const Context = createContext<Dragging | null>(null)

export function RowsDnd({ order, disabled, onMove, children }: Props) {
  const rowsBeside = (id: string) => order.filter((one) => one !== id).flatMap((one) => document.querySelector(`[data-row="${one}"]`) ?? [])
  const { held, placeOf, library } = useOrderDrag({
    order,
    disabled,
    onMove,
    placeAt: ({ y }, id) => countBefore(rowsBeside(id), 'top', y),
  })
  return <Context value={{ held, placeOf, library: library.get, onLibrary: library.subscribe }}>{children}</Context>
}

export function useRow(id: string, disabled: boolean) {
  const dragging = use(Context)
  if (!dragging) throw new Error('only within rows')
  const ref = useRef<HTMLLIElement>(null)
  const there = useSyncExternalStore(dragging.onLibrary, dragging.library)
  useEffect(() => (ref.current && !disabled ? there?.register(id, ref.current) : undefined), [there, id, disabled])
  return { ref, isHeld: dragging.held?.id === id, place: dragging.placeOf(id) }
}
