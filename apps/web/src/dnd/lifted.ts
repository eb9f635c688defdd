type Point = { x: number; y: number }

/** What hangs at the pointer while something is dragged. */
export type Lifted = { follow: (point: Point) => void; end: () => void }

/**
 * A copy of the tile. The tile itself stays on the page and marks the place where it would go: a list that takes it makes it anew, so
 * that it could not be the one that follows.
 */
export function lift(tile: HTMLElement, from: Point): Lifted {
  const { left, top, width, height } = tile.getBoundingClientRect()
  const copy = document.importNode(tile, true)
  // Of a whole list, its cards too: what is looked for on the page is not in the copy.
  for (const one of [copy, ...copy.querySelectorAll('[data-card]')])
    for (const name of ['id', 'data-card', 'data-list', 'data-row', 'tabindex']) one.removeAttribute(name)
  copy.inert = true
  copy.ariaHidden = 'true'
  copy.classList.add('lifted')
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  document.body.append(copy)
  const cursor = createCursor()
  cursor.over(from)
  return {
    follow(point) {
      copy.style.translate = `${point.x - from.x}px ${point.y - from.y}px`
      cursor.over(point)
    },
    end() {
      copy.remove()
      cursor.end()
    },
  }
}

/** That of what is below the copy, which must not be hit itself. Of that alone: for the whole page it is 40 ms on a board of 500. */
function createCursor() {
  let below: Element | null = null
  const show = (element: Element | null) => {
    if (element === below) return
    below?.removeAttribute('data-carried-over')
    element?.setAttribute('data-carried-over', '')
    below = element
  }
  return {
    over: ({ x, y }: Point) => show(document.elementFromPoint(x, y)),
    end: () => show(null),
  }
}
