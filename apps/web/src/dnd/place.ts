import type { Slot } from '../mutations/move-cards.ts'

/**
 * The order of a board: the ids of its cards by list. With swimlanes, the ids of its tiles by list and lane, lane after lane, each with all
 * lists.
 */
export type Order = readonly { listId: string; cardIds: readonly string[]; lane?: string }[]

/** The live order, with the held card at its slot. Cards that are added and removed meanwhile show. */
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

/** One step of a card that is moved by the keyboard; null at the edge of the board. */
export function step(order: Order, cardId: string, direction: Direction): Slot | null {
  const column = order.findIndex((list) => list.cardIds.includes(cardId))
  const here = order[column]
  if (!here) return null
  const at = here.cardIds.indexOf(cardId)
  if (direction === 'up' && at > 0) return { listId: here.listId, belowId: here.cardIds[at - 2] ?? null }
  if (direction === 'down' && at < here.cardIds.length - 1) return { listId: here.listId, belowId: here.cardIds[at + 1] ?? null }
  const there = order[beside(order, column, direction)]
  if (direction === 'up') return there ? { listId: there.listId, belowId: there.cardIds.at(-1) ?? null } : null
  if (direction === 'down') return there ? { listId: there.listId, belowId: null } : null
  return there ? { listId: there.listId, belowId: there.cardIds[Math.min(at, there.cardIds.length) - 1] ?? null } : null
}

/** The first or the last card in the list of this one. */
export function endOf(order: Order, cardId: string, end: 'first' | 'last'): string | null {
  const ids = order.find((list) => list.cardIds.includes(cardId))?.cardIds ?? []
  return ids.at(end === 'first' ? 0 : -1) ?? null
}

/** The card beside this one, for the arrow keys. */
export function neighbourOf(order: Order, cardId: string, direction: Direction): string | null {
  const column = order.findIndex((list) => list.cardIds.includes(cardId))
  const at = order[column]?.cardIds.indexOf(cardId) ?? -1
  if (at === -1) return null
  const isUpright = direction === 'up' || direction === 'down'
  const next = order[column]?.cardIds[at + (direction === 'up' ? -1 : 1)]
  if (isUpright && next !== undefined) return next
  for (let there = beside(order, column, direction); order[there]; there = beside(order, there, direction)) {
    const ids = order[there]?.cardIds ?? []
    const place = direction === 'up' ? ids.length - 1 : direction === 'down' ? 0 : Math.min(at, ids.length - 1)
    if (ids.length > 0) return ids[place] ?? null
  }
  return null
}

/** The list beside one, or the same list in the lane above or below; an index outside the order at the edge of the board. */
function beside(order: Order, at: number, direction: Direction): number {
  const lane = order[at]?.lane
  const lists = order.filter((one) => one.lane === lane).length
  const next = at + { up: -lists, down: lists, left: -1, right: 1 }[direction]
  const isUpright = direction === 'up' || direction === 'down'
  return isUpright || order[next]?.lane === lane ? next : -1
}

/**
 * The drop position of a card that is held at this point of the screen: the list above or below the point, or else the nearest one beside
 * it, and in that list the place right below the last card whose middle is higher than the point. Reads a handful of rectangles, however
 * many cards there are; a library that compares with all of them is too slow for a board of hundreds.
 */
export function slotAt(point: { x: number; y: number }, cardId: string, order: Order): Slot | null {
  const lists = [...document.querySelectorAll<HTMLElement>('[data-cell]')]
  const distances = lists.map((list) => distanceTo(list.getBoundingClientRect(), point))
  const list = lists[distances.indexOf(Math.min(...distances))]
  const listId = list?.dataset.cell
  if (!list || listId === undefined) return null
  const tiles = [...list.querySelectorAll<HTMLElement>('[data-tile]')].filter((tile) => tile.dataset.tile !== cardId)
  const above = lastAbove(tiles, point.y)?.dataset.tile
  return { listId, belowId: above ?? justAbove(order, listId, { first: tiles[0]?.dataset.tile, cardId }) }
}

/** Cards that are scrolled away may precede the first drawn tile. */
function justAbove(order: Order, listId: string, { first, cardId }: { first: string | undefined; cardId: string }): string | null {
  const ids = order.find((list) => list.listId === listId)?.cardIds.filter((id) => id !== cardId) ?? []
  return first === undefined ? null : (ids[ids.indexOf(first) - 1] ?? null)
}

/** Horizontal distance first; among lists in one column, the nearest above or below. */
const distanceTo = ({ left, right, top, bottom }: DOMRect, { x, y }: { x: number; y: number }): number =>
  Math.max(left - x, x - right, 0) * farPx + Math.max(top - y, y - bottom, 0)
const farPx = 100_000

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
