import { describe, expect, test } from 'vitest'
import { tileHeight } from '../src/screens/board/column/tile-height.ts'
import { fitted, gapPx } from '../src/screens/board/list/fit.ts'
import { type Part, partsOf, spanBetween, startsOf } from '../src/ui/window/parts.ts'

const gap = 6
const heights = Array.from({ length: 1_000 }, (_, at) => 50 + (at % 3) * 20)
const starts = startsOf(heights, gap)
/** The px that parts take on the page, with the gaps between what they draw. */
const lengthOf = (parts: readonly Part[]): number => {
  const rows = parts.flatMap((part) => ('room' in part ? [part.room] : heights.slice(part.from, part.to)))
  return rows.reduce((sum, height) => sum + height + gap, -gap)
}

describe('a list that is drawn in part', () => {
  test('is as long as one that is drawn whole, wherever it is scrolled to', () => {
    const whole = lengthOf([{ from: 0, to: 1_000 }])
    for (const top of [-500, 0, 1, 5_000, 40_000, 75_000, 200_000]) {
      const span = spanBetween(starts, { top, bottom: top + 900 })
      expect(lengthOf(partsOf(starts, gap, span, []))).toBe(whole)
      expect(lengthOf(partsOf(starts, gap, span, [0, 7, 500, 999]))).toBe(whole)
    }
    expect(lengthOf(partsOf(starts, gap, null, [3]))).toBe(whole)
  })

  test('draws each row that is touched by what is seen, and a handful at most besides', () => {
    for (const top of [0, 1_000, 33_333]) {
      const { from, to } = spanBetween(starts, { top, bottom: top + 900 })
      expect(starts[from]).toBeLessThanOrEqual(top)
      expect(starts[to]).toBeGreaterThanOrEqual(top + 900)
      expect(to - from).toBeLessThan(22)
    }
  })

  test('draws as much at its end when it has become shorter than where it was scrolled to', () => {
    const { from, to } = spanBetween(starts, { top: 900_000, bottom: 900_900 })
    expect(to).toBe(1_000)
    expect(to - from).toBeGreaterThan(10)
  })

  test('draws rows that are kept once, in their order, whether they are seen or not', () => {
    const drawn = (kept: readonly number[]) =>
      partsOf(starts, gap, { from: 10, to: 13 }, kept).flatMap((part) =>
        'room' in part ? ['…'] : heights.slice(part.from, part.to).map((_, at) => String(part.from + at)),
      )
    expect(drawn([11])).toEqual(['…', '10', '11', '12', '…'])
    expect(drawn([500, 0, 500])).toEqual(['0', '…', '10', '11', '12', '…', '500', '…'])
    expect(drawn([13, 9])).toEqual(['…', '9', '10', '11', '12', '13', '…'])
    expect(drawn([-1, 1_000])).toEqual(['…', '10', '11', '12', '…'])
    expect(partsOf([0], gap, { from: 0, to: 0 }, [0])).toEqual([])
  })
})

test('a tile is expected to be higher with labels, a session and a long title', () => {
  const card = { title: 'Short', labelIds: [], session: null }
  expect(tileHeight({ ...card, labelIds: ['a'] })).toBeGreaterThan(tileHeight(card))
  expect(tileHeight({ ...card, title: 'x'.repeat(120) })).toBeGreaterThan(tileHeight({ ...card, title: 'x'.repeat(60) }))
  expect(tileHeight({ ...card, title: 'x'.repeat(60) })).toBeGreaterThan(tileHeight(card))
})

test('columns beside a title shrink together, and then the highest rank is left out', () => {
  const columns = [
    { id: 'work', wanted: 160, least: 80, rank: 0 },
    { id: 'due', wanted: 100, least: 60, rank: 1 },
    { id: 'labels', wanted: 160, least: 100, rank: 2 },
  ]
  const widths = (roomPx: number) => [...fitted(columns, roomPx, 300)]
  const gaps = (count: number) => count * gapPx
  expect(widths(Number.POSITIVE_INFINITY).map(([, px]) => px)).toEqual([160, 100, 160])
  expect(widths(300 + 420 + gaps(3)).map(([, px]) => px)).toEqual([160, 100, 160])
  // Half of the width that they can give up.
  expect(widths(300 + 330 + gaps(3)).map(([, px]) => px)).toEqual([120, 80, 130])
  expect(widths(300 + 239 + gaps(3)).map(([id]) => id)).toEqual(['work', 'due'])
  expect(widths(300 + 80 + gaps(1))).toEqual([['work', 80]])
  expect(widths(300)).toEqual([])
})
