/** The margins of a plot within its chart, in pixels. */
const room = { left: 40, right: 12, top: 10, bottom: 24 } as const

export type Area = { width: number; height: number; left: number; right: number; top: number; bottom: number }

export const areaOf = (width: number, height: number, right: number = room.right): Area => ({
  width,
  height,
  left: room.left,
  top: room.top,
  right: Math.max(width - right, room.left + 1),
  bottom: height - room.bottom,
})

/** Round steps from 0 to a value of at least `most`: 1, 2 or 5 times a power of ten, and never less than `least`. */
export function ticksTo(most: number, wanted = 4, least = 1): number[] {
  const rough = Math.max(most / wanted, least)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(least, ([1, 2, 5, 10].find((factor) => factor * power >= rough - 1e-9) ?? 10) * power)
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** A value between 0 and `most` as a height in the area. */
export const heightIn = (area: Area, most: number) => (value: number) => area.bottom - (value / most) * (area.bottom - area.top)

/** The step between names, so that each has this many pixels: every first, second, third… */
export function shown(count: number, pixels: number, each = 72): (index: number) => boolean {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(pixels / each))))
  return (index) => index % every === 0
}

const linePx = 14

/** Moves the names of close levels apart. */
export function spread<L extends { y: number }>(levels: readonly L[]): L[] {
  const placed: L[] = []
  for (const level of levels.toSorted((one, other) => other.y - one.y)) {
    const below = placed.at(-1)
    placed.push({ ...level, y: below ? Math.min(level.y, below.y - linePx) : level.y })
  }
  return placed
}
