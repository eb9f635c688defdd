import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

type Args = {
  list: RefObject<HTMLElement | null>
  isPartial: boolean
  ids: readonly string[]
  idOf: (row: HTMLElement) => string | undefined
}
type Row = { id: string; element: HTMLElement }

/**
 * The heights of rows that have been drawn, by id. A measurement takes effect with the next rendering: until then a row on the page already
 * takes its real height. Rows set their position in the whole list for screen readers, since most rows are not on the page.
 */
export function useMeasuring({ list, isPartial, ids, idOf }: Args): ReadonlyMap<string, number> {
  const [observer] = useState(createObserver)
  useLayoutEffect(() => {
    if (!isPartial) return
    const rows = [...(list.current?.children ?? [])].flatMap((element): Row[] => {
      const id = element instanceof HTMLElement ? idOf(element) : undefined
      return id === undefined || !(element instanceof HTMLElement) ? [] : [{ id, element }]
    })
    observer.follow(rows)
    sayPlaces(rows, ids)
  })
  useEffect(() => {
    const element = list.current
    if (!isPartial) return undefined
    return () => {
      observer.follow([])
      for (const row of element?.children ?? []) for (const name of places) row.removeAttribute(name)
    }
  }, [observer, list, isPartial])
  return observer.heights
}

const places = ['aria-posinset', 'aria-setsize']

/** Set outside React: as a property, the position would make each new row render all rows below it again. */
function sayPlaces(rows: readonly Row[], ids: readonly string[]): void {
  const size = String(ids.length)
  let at = -1
  for (const { id, element: row } of rows) {
    at = ids.indexOf(id, at + 1)
    setOnce(row, 'aria-setsize', size)
    setOnce(row, 'aria-posinset', String(at + 1))
  }
}

function setOnce(row: HTMLElement, name: string, value: string): void {
  if (row.getAttribute(name) !== value) row.setAttribute(name, value)
}

function createObserver() {
  const heights = new Map<string, number>()
  let followed = new Map<Element, string>()
  let width = 0
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const [id, box] = [followed.get(target), borderBoxSize[0]]
      if (id === undefined || !box || box.blockSize === 0) continue
      // With another width, all heights change.
      if (Math.abs(box.inlineSize - width) > 1) heights.clear()
      width = box.inlineSize
      heights.set(id, box.blockSize)
    }
  })
  return {
    heights,
    follow(rows: readonly Row[]) {
      const now = new Map<Element, string>(rows.map(({ id, element }) => [element, id]))
      for (const element of followed.keys()) if (!now.has(element)) observer.unobserve(element)
      for (const element of now.keys()) if (!followed.has(element)) observer.observe(element)
      followed = now
    },
  }
}
