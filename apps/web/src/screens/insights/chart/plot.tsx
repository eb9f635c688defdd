import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** The description for screen readers. */
  label: string
  height: number
  /** The number of points, and the selected one. */
  count: number
  at: number | null
  onPoint: (at: number | null) => void
  /** The point nearest to the pointer. */
  nearest: (x: number, y: number, width: number) => number
  /** The text of a point for screen readers. */
  valueText: (at: number) => string
  children: (width: number) => ReactNode
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7 }

/** A chart in the available width. The pointer selects a point, or the arrow keys move from one to the next. */
export function Plot({ label, height, count, at, onPoint, nearest, valueText, children }: Props) {
  const [ref, width] = useWidth()
  const last = count - 1
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onPoint(count === 0 ? null : Math.min(Math.max(nearest(event.clientX - box.left, event.clientY - box.top, width), 0), last))
  }
  const walk = (event: KeyboardEvent) => {
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? last : steps[event.key] === undefined ? null : (at ?? last) + (steps[event.key] ?? 0)
    if (to === null) return
    event.preventDefault()
    onPoint(Math.min(Math.max(to, 0), last))
  }
  const now = at ?? last
  return (
    <div ref={ref} className="relative">
      <svg aria-hidden width="100%" height={height} viewBox={`0 0 ${width} ${height}`} className="block select-none overflow-visible">
        {width > 0 && children(width)}
      </svg>
      {count > 0 && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={now}
          aria-valuetext={valueText(now)}
          className="absolute inset-0 touch-pan-y rounded-md print:hidden"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => event.pointerType === 'mouse' && onPoint(null)}
          onKeyDown={walk}
        />
      )}
    </div>
  )
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
