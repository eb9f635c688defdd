/** How a cost grows: each series is a line over the same sizes. */
export type Curve = {
  /** The file that it is drawn in. */
  name: string
  title: string
  /** The label of the x axis. */
  along: string
  /** The unit that the values are multiples of. */
  of: string
  /** A constant ratio is visible on a linear scale, growth with the size on a logarithmic one. */
  scale: 'linear' | 'log'
  series: { name: string; points: CurvePoint[] }[]
}

/** Null if it could not be measured. */
export type CurvePoint = { at: number; value: number | null }

/** The sizes that a curve has values for, in order. */
export const sizesOf = ({ series }: Curve): number[] =>
  [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b)

export const valueAt = ({ points }: Curve['series'][number], at: number): number | null =>
  points.find((point) => point.at === at)?.value ?? null
