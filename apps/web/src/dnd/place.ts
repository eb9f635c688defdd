import type { Slot } from '../mutations/move-cards.ts'

/** The order of a board: the ids of its cards by list. */
export type Order = readonly { listId: string; cardIds: readonly string[] }[]

/** The order while a card is carried: the live one, with that card at its slot. Cards that come and go meanwhile are seen. */
export function orderWith(order: Order, cardId: string, { listId, belowId }: Slot): Order {
  return order.map((list) => {
    const others = list.cardIds.filter((id) => id !== cardId)
    if (list.listId !== listId) return others.length === list.cardIds.length ? list : { ...list, cardIds: others }
    return { ...list, cardIds: others.toSpliced(belowId === null ? 0 : others.indexOf(belowId) + 1, 0, cardId) }
  })
}

export function slotOf(order: Order, cardId: string): Slot | null {
  for (const { listId, cardIds } of order) {
    const at = cardIds.indexOf(cardId)
    if (at !== -1) return { listId, belowId: cardIds[at - 1] ?? null }
  }
  return null
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** One step of a card that is carried by the keyboard; null at the edge of the board. */
export function step(order: Order, cardId: string, direction: Direction): Slot | null {
  const column = order.findIndex((list) => list.cardIds.includes(cardId))
  const here = order[column]
  if (!here) return null
  const at = here.cardIds.indexOf(cardId)
  if (direction === 'up') return at === 0 ? null : { listId: here.listId, belowId: here.cardIds[at - 2] ?? null }
  if (direction === 'down') return at === here.cardIds.length - 1 ? null : { listId: here.listId, belowId: here.cardIds[at + 1] ?? null }
  const there = order[column + (direction === 'left' ? -1 : 1)]
  return there ? { listId: there.listId, belowId: there.cardIds[Math.min(at, there.cardIds.length) - 1] ?? null } : null
}

/** The card beside this one, for who walks over the board with the arrow keys. */
export function neighbourOf(order: Order, cardId: string, direction: Direction): string | null {
  const column = order.findIndex((list) => list.cardIds.includes(cardId))
  const at = order[column]?.cardIds.indexOf(cardId) ?? -1
  if (at === -1) return null
  if (direction === 'up' || direction === 'down') return order[column]?.cardIds[at + (direction === 'up' ? -1 : 1)] ?? null
  for (let next = column + (direction === 'left' ? -1 : 1); order[next]; next += direction === 'left' ? -1 : 1) {
    const ids = order[next]?.cardIds ?? []
    if (ids.length > 0) return ids[Math.min(at, ids.length - 1)] ?? null
  }
  return null
}

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
