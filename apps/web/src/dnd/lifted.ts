type Point = { x: number; y: number }

/** The copy of a tile that follows the pointer during a drag. */
export type Lifted = { follow: (point: Point) => void; end: () => void }

/**
 * Creates the copy. The tile itself stays on the page and marks the drop position: React mounts it anew in each list that it enters, so it
 * could not be the element that follows the pointer.
 */
export function lift(tile: HTMLElement, from: Point): Lifted {
  const { left, top, width, height } = tile.getBoundingClientRect()
  const copy = document.importNode(tile, true)
  // The copy of a list contains cards: without these attributes, look-ups on the page do not find them.
  for (const one of [copy, ...copy.querySelectorAll('[data-card]')])
    for (const name of ['id', 'data-card', 'data-tile', 'data-cell', 'data-list', 'data-row', 'tabindex']) one.removeAttribute(name)
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

/**
 * Sets the cursor on the element below the copy, since the copy must not be hit itself. On that element alone: for the whole page it takes
 * 40 ms on a board of 500 cards.
 */
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
