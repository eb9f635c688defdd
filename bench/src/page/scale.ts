/** The positions of values along an axis, and the values with labels. */
export type Scale = { at: (value: number) => number; ticks: number[] }

const ticksWanted = 5

/** A scale over values, from the first end of the axis to the second. A linear one begins at 0; a logarithmic one has whole decades. */
export function scaleOf(kind: 'linear' | 'log', values: readonly number[], [from, to]: readonly [number, number]): Scale {
  const most = Math.max(...values, Number.MIN_VALUE)
  return kind === 'linear' ? linear(most, from, to) : logarithmic(Math.min(...values), most, from, to)
}

function linear(most: number, from: number, to: number): Scale {
  const step = niceStep(most / ticksWanted)
  const count = Math.ceil(most / step)
  const ticks = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(6)))
  const top = count * step
  return { at: (value) => from + ((to - from) * value) / top, ticks }
}

function logarithmic(least: number, most: number, from: number, to: number): Scale {
  const first = Math.floor(Math.log10(least))
  const last = Math.max(first + 1, Math.ceil(Math.log10(most)))
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number((10 ** (first + at)).toPrecision(1)))
  return { at: (value) => from + ((to - from) * (Math.log10(value) - first)) / (last - first), ticks }
}

/** The next of 1, 2, 5, 10, 20, … */
function niceStep(least: number): number {
  const decade = 10 ** Math.floor(Math.log10(least))
  return decade * ([1, 2, 5, 10].find((step) => step * decade >= least) ?? 10)
}
