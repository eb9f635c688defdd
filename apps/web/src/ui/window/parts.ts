/** Rows below each other with a gap, of which only some are drawn. */

/** A range of rows: `to` is the first row after it. */
export type Span = { from: number; to: number }
/** A part of a list: drawn rows, or the space of rows that are not drawn. */
export type Part = Span | { room: number }

/** The offset of each row; the last entry is the offset that one more row would have. */
export function startsOf(heights: Iterable<number>, gap: number): number[] {
  const starts = [0]
  let at = 0
  for (const height of heights) {
    at += height + gap
    starts.push(at)
  }
  return starts
}

/** The rows between two offsets of the list; beyond its end, those that would fill as much at its end. */
export function spanBetween(starts: readonly number[], { top, bottom }: { top: number; bottom: number }): Span {
  const end = starts.at(-1) ?? 0
  const beyond = Math.max(0, Math.min(top, bottom - end))
  const from = Math.max(0, firstBeyond(starts, top - beyond) - 1)
  return { from, to: Math.min(starts.length - 1, Math.max(from, firstBeyond(starts, bottom - beyond))) }
}

/** All rows in their order, as parts. Rows to be `kept` are drawn wherever they are. */
export function partsOf(starts: readonly number[], gap: number, span: Span | null, kept: readonly number[]): Part[] {
  const count = starts.length - 1
  const single = kept.filter((at) => at >= 0 && at < count).map((at) => ({ from: at, to: at + 1 }))
  const drawn = [...(span && span.to > span.from ? [span] : []), ...single].sort((one, other) => one.from - other.from)
  const parts: Part[] = []
  let done = 0
  const roomUntil = (at: number) => {
    if (at > done) parts.push({ room: (starts[at] ?? 0) - (starts[done] ?? 0) - gap })
  }
  for (const { from, to } of drawn) {
    if (to <= done) continue
    roomUntil(from)
    parts.push({ from: Math.max(from, done), to })
    done = to
  }
  roomUntil(count)
  return parts
}

function firstBeyond(starts: readonly number[], height: number): number {
  let [from, to] = [0, starts.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((starts[middle] ?? 0) <= height) from = middle + 1
    else to = middle
  }
  return from
}
