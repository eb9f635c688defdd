import type { Slot } from '../mutations/move-cards.ts'

/**
 * Where a card would go that is held at this point of the screen: the list above or below the point, or the nearest beside it, and in it
 * right below the last card whose middle is higher. Looks at a handful of rectangles, however many cards there are; a library that
 * compares with all of them is too slow for a board of hundreds.
 */
export function slotAt(point: { x: number; y: number }, cardId: string): Slot | null {
  const lists = [...document.querySelectorAll<HTMLElement>('[data-list]')]
  const distances = lists.map((list) => distanceTo(list.getBoundingClientRect(), point.x))
  const list = lists[distances.indexOf(Math.min(...distances))]
  const listId = list?.dataset.list
  if (!list || listId === undefined) return null
  const tiles = [...list.querySelectorAll<HTMLElement>('[data-card]')].filter((tile) => tile.dataset.card !== cardId)
  return { listId, belowId: lastAbove(tiles, point.y)?.dataset.card ?? null }
}

const distanceTo = ({ left, right }: DOMRect, x: number): number => Math.max(left - x, x - right, 0)

function lastAbove(tiles: readonly HTMLElement[], y: number): HTMLElement | undefined {
  let [from, to] = [0, tiles.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const { top = 0, height = 0 } = tiles[middle]?.getBoundingClientRect() ?? {}
    if (top + height / 2 < y) from = middle + 1
    else to = middle
  }
  return tiles[from - 1]
}
