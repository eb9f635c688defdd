import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type Library, useLibrary } from './use-library.ts'

/** Dragging cards over the days of a calendar: every element with `data-day` is a drop target. Within it cards have no order. */
type Props = { disabled: boolean; onDrop: (cardId: string, day: string) => void; children: ReactNode }

type Dragged = { cardId: string; over: string | null } | null
type Dragging = {
  dragged: Dragged
  library: () => Library | null
  onLibrary: (listener: () => void) => () => void
}
const Context = createContext<Dragging | null>(null)

export function DayDnd({ disabled, onDrop, children }: Props) {
  const [dragged, setDragged] = useState<Dragged>(null)
  // The library tells of a drop before React has drawn the last step of the way.
  const latest = useRef<Dragged>(null)
  const drag = (next: Dragged) => {
    latest.current = next
    setDragged(next)
  }
  const { get, subscribe } = useLibrary(!disabled, {
    onStart: (cardId) => drag({ cardId, over: null }),
    onMove(point) {
      const over = dayAt(point)
      if (latest.current && over !== latest.current.over) drag({ ...latest.current, over })
    },
    onEnd(canceled) {
      const { cardId, over } = latest.current ?? {}
      drag(null)
      if (!canceled && cardId !== undefined && over != null) onDrop(cardId, over)
    },
  })
  const dragging = useMemo(() => ({ dragged, library: get, onLibrary: subscribe }), [dragged, get, subscribe])
  return <Context value={dragging}>{children}</Context>
}

function useDragging(): Dragging {
  const dragging = use(Context)
  if (!dragging) throw new Error('only within a calendar')
  return dragging
}

export function useDayCard(cardId: string, disabled: boolean) {
  const ref = useRef<HTMLLIElement>(null)
  const { dragged, library, onLibrary } = useDragging()
  const there = useSyncExternalStore(onLibrary, library)
  useEffect(() => (ref.current && !disabled ? there?.register(cardId, ref.current) : undefined), [there, cardId, disabled])
  return { ref, isDragging: dragged?.cardId === cardId }
}

/** Whether a card is held over that day. */
export const useIsOver = (day: string): boolean => useDragging().dragged?.over === day

/** Compares with the rectangles of the days, because the dragged card covers the elements below the pointer. */
function dayAt({ x, y }: { x: number; y: number }): string | null {
  const days = [...document.querySelectorAll<HTMLElement>('[data-day]')]
  const found = days.find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return x >= left && x < right && y >= top && y < bottom
  })
  return found?.dataset.day ?? null
}
