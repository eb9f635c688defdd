import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Part, partsOf, spanBetween, startsOf } from './parts.ts'
import { useIsPrinted } from './use-is-printed.ts'
import { useMeasuring } from './use-measuring.ts'

type Args = {
  /** Its children are the rows. The list itself scrolls, or an element around it. */
  list: RefObject<HTMLElement | null>
  /** Off: all rows are drawn. */
  isOn: boolean
  ids: readonly string[]
  /** The estimated height of a row, until it has been drawn once. */
  estimate: (at: number) => number
  gap: number
  /** Rows that are drawn at any scroll position: the focused one, and the held one. */
  kept: readonly (string | null)[]
  idOf: (row: HTMLElement) => string | undefined
  /** Whether it is visible when first drawn, before anything is measured. */
  startsInView: boolean
}
type View = { top: number; bottom: number }

/** In px: the margin that is drawn beyond the visible part, renewed once less than a third of it is left. */
const marginPx = 240
const leastPx = marginPx / 3
/**
 * In px: the part of a list that is drawn first, by estimate. The rest of the visible part follows in the background, a few ms at a time.
 */
const firstPx = 320

/** The visible parts of a long list; null for a list that is drawn whole, as it is when printed. */
export function useWindow({ list, isOn, ids, estimate, gap, kept, idOf, startsInView }: Args): Part[] | null {
  const isPrinted = useIsPrinted()
  const isPartial = isOn && !isPrinted
  const heights = useMeasuring({ list, isPartial, ids, idOf })
  const view = useView(list, isPartial, startsInView)
  if (!isPartial) return null
  const starts = startsOf(
    ids.map((id, at) => heights.get(id) ?? estimate(at)),
    gap,
  )
  const rows = kept.flatMap((id) => (id === null ? [] : ids.indexOf(id)))
  return partsOf(starts, gap, view && spanBetween(starts, view), rows)
}

/** The drawn range, in px from the top of the list; null while the list is outside the window. */
function useView(list: RefObject<HTMLElement | null>, isPartial: boolean, startsInView: boolean): View | null {
  const [view, setView] = useState<View | null>(() => (startsInView ? { top: 0, bottom: firstPx } : null))
  const drawn = useRef(view)
  const wasWhole = useRef(false)
  useLayoutEffect(() => {
    drawn.current = view
  })
  useLayoutEffect(() => {
    const element = list.current
    if (!isPartial) wasWhole.current = true
    if (!element || !isPartial) return undefined
    const look = () => {
      const seen = seenOf(element)
      if (isEnough(drawn.current, seen, element.scrollHeight)) return
      setView(seen && { top: seen.top - marginPx, bottom: seen.bottom + marginPx })
    }
    const lookSoon = () => startTransition(look)
    // It may be scrolled by now. Not at first, because measuring forces a layout, which later has a task of its own.
    if (wasWhole.current) look()
    // In the very frame that shows the new position, because one frame later it would be blank for a moment.
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(element)) flushSync(look)
    }
    const observer = new ResizeObserver(lookSoon)
    observer.observe(element)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      observer.disconnect()
      document.removeEventListener('scroll', onScroll, { capture: true })
      window.removeEventListener('resize', lookSoon)
    }
  }, [list, isPartial])
  return view
}

/** The part of a list that is within the window; lists at the side are drawn before they scroll into view. */
function seenOf(element: HTMLElement): View | null {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (right < -marginPx || left > innerWidth + marginPx || bottom < -marginPx || top > innerHeight + marginPx) return null
  const begin = top - element.scrollTop
  return { top: Math.max(top, 0) - begin, bottom: Math.min(bottom, innerHeight) - begin }
}

function isEnough(drawn: View | null, seen: View | null, height: number): boolean {
  if (!drawn || !seen) return drawn === seen
  return drawn.top <= Math.max(0, seen.top - leastPx) && drawn.bottom >= Math.min(height, seen.bottom + leastPx)
}
