/** How a cost grows: each series is a line over the same sizes. */
export type Curve = {
  /** The file that it is drawn in. */
  name: string
  title: string
  /** What grows along the x axis. */
  along: string
  /** What the values are multiples of. */
  of: string
  /** A ratio that stays is seen on a linear scale, one that grows with the size on a logarithmic one. */
  scale: 'linear' | 'log'
  series: { name: string; points: CurvePoint[] }[]
}

/** Null when it could not be measured. */
export type CurvePoint = { at: number; value: number | null }

/** The sizes that a curve has values for, in order. */
export const sizesOf = ({ series }: Curve): number[] =>
  [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b)

export const valueAt = ({ points }: Curve['series'][number], at: number): number | null =>
  points.find((point) => point.at === at)?.value ?? null
