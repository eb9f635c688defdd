import { useRef, useState } from 'react'
import { useLibrary } from './use-library.ts'

/** The item that is held, and its target index among the others, counted without it. */
export type HeldInOrder = { id: string; to: number; by: 'pointer' | 'keyboard' } | null

type Args = {
  order: readonly string[]
  disabled: boolean
  onMove: (id: string, to: number) => void
  /** The target index of an item that is held at this point. */
  placeAt: (point: { x: number; y: number }, id: string) => number
}

/** Dragging of one item in a row or a column of several. */
export function useOrderDrag({ order, disabled, onMove, placeAt }: Args) {
  const [held, setHeld] = useState<HeldInOrder>(null)
  // The library reports a drop before React has rendered the last move, so the ref holds the latest state.
  const latest = useRef<HeldInOrder>(null)
  const hold = (next: HeldInOrder) => {
    latest.current = next
    setHeld(next)
  }
  const drop = ({ id, to }: NonNullable<HeldInOrder>) => {
    hold(null)
    if (order.indexOf(id) !== to) onMove(id, to)
  }
  const library = useLibrary(!disabled, {
    onStart: (id) => hold({ id, to: order.indexOf(id), by: 'pointer' }),
    onMove(point) {
      const now = latest.current
      if (now?.by === 'pointer') hold({ ...now, to: placeAt(point, now.id) })
    },
    onEnd(canceled) {
      const now = latest.current
      if (now && !canceled) drop(now)
      else hold(null)
    },
  })
  const shown = held ? order.filter((id) => id !== held.id).toSpliced(held.to, 0, held.id) : null
  /** The position of each item while one is held, set by style alone, so that each keeps its focus and scroll position. */
  const placeOf = (id: string): number | undefined => shown?.indexOf(id)
  return { held, isHeld: () => latest.current, hold, drop, placeOf, library }
}

/** The number of elements whose middle is before this point. */
export function countBefore(elements: readonly Element[], side: 'left' | 'top', before: number): number {
  const size = side === 'left' ? 'width' : 'height'
  return elements.filter((element) => {
    const box = element.getBoundingClientRect()
    return box[side] + box[size] / 2 <= before
  }).length
}
