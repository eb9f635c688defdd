import { Heights, Names } from './axes.tsx'
import { Plot } from './plot.tsx'
import { type Area, areaOf, heightIn, shown, spread, ticksTo } from './scale.ts'

/** From the bottom of the stack to its top. */
export type Band = { id: string; name: string; values: readonly number[]; color: string }

type Props = {
  label: string
  bands: readonly Band[]
  names: readonly string[]
  valueText: (at: number) => string
  at: number | null
  onPoint: (at: number | null) => void
}

/**
 * In px: the height, the room for names, and the least width for them. With enough room, each band has its name at its end, because a
 * colour alone does not tell it.
 */
const [height, roomForNames, leastForNames] = [260, 112, 560]

/** Stacked bands over days. */
export function Bands({ label, bands, names, valueText, at, onPoint }: Props) {
  const count = names.length
  const tops = piledUp(bands, count)
  const ticks = ticksTo(Math.max(...(tops.at(-1) ?? [0]), 1))
  return (
    <Plot
      label={label}
      height={height}
      count={count}
      valueText={valueText}
      at={at}
      onPoint={onPoint}
      nearest={(x, _, width) => {
        const area = areaOf(width, height, rightOf(width))
        return Math.round(((x - area.left) / (area.right - area.left)) * (count - 1))
      }}
    >
      {(width) => {
        const area = areaOf(width, height, rightOf(width))
        const x = (index: number) => (count === 1 ? area.right : area.left + (index / (count - 1)) * (area.right - area.left))
        const y = heightIn(area, ticks.at(-1) ?? 1)
        const isShown = shown(count, area.right - area.left)
        return (
          <>
            <Heights area={area} ticks={ticks} say={String} />
            {bands.map((band, index) => (
              <path
                key={band.id}
                d={outline(
                  area,
                  (tops[index] ?? []).map((value, day) => [x(day), y(value)]),
                  (tops[index - 1] ?? []).map((value, day) => [x(day), y(value)]),
                )}
                style={{ fill: band.color }}
                className="stroke-surface"
                strokeWidth={1.5}
                strokeLinejoin="round"
              />
            ))}
            {rightOf(width) !== undefined && <Ends bands={bands} tops={tops} x={area.right + 6} y={y} />}
            <Names area={area} names={names.flatMap((text, index) => (isShown(index) ? [{ x: x(index), text }] : []))} />
            {at !== null && (
              <g>
                <line x1={x(at)} x2={x(at)} y1={area.top} y2={area.bottom} className="stroke-ink" />
                <circle cx={x(at)} cy={y(tops.at(-1)?.[at] ?? 0)} r={3} className="fill-ink" />
              </g>
            )}
          </>
        )
      }}
    </Plot>
  )
}

const rightOf = (width: number): number | undefined => (width < leastForNames ? undefined : roomForNames)

/** The names beside the last day, for the bands that it has. */
function Ends({
  bands,
  tops,
  x,
  y,
}: {
  bands: readonly Band[]
  tops: readonly (readonly number[])[]
  x: number
  y: (value: number) => number
}) {
  const ends = bands.flatMap(({ id, name, values }, index) => {
    const [top, bottom] = [tops[index]?.at(-1) ?? 0, tops[index - 1]?.at(-1) ?? 0]
    return (values.at(-1) ?? 0) === 0 ? [] : [{ id, name, y: (y(top) + y(bottom)) / 2 }]
  })
  return spread(ends).map((end) => (
    <text key={end.id} x={x} y={end.y} dy="0.32em" className="fill-ink-2 text-xs">
      {end.name.length > longestName ? `${end.name.slice(0, longestName - 1)}…` : end.name}
    </text>
  ))
}

const longestName = 18

/** The height of each band's upper edge per day. */
function piledUp(bands: readonly Band[], count: number): number[][] {
  const tops: number[][] = []
  for (const band of bands) {
    const below = tops.at(-1)
    tops.push(Array.from({ length: count }, (_, day) => (below?.[day] ?? 0) + (band.values[day] ?? 0)))
  }
  return tops
}

type Point = readonly [x: number, y: number]

/** Along the upper edge and back along the lower one. A single day is as wide as the plot. */
function outline(area: Area, upper: readonly Point[], lower: readonly Point[]): string {
  const wide = (points: readonly Point[]): readonly Point[] =>
    points.length === 1 && points[0] ? [[area.left, points[0][1]], points[0]] : points
  const edge = wide(upper)
  const floor: readonly Point[] = lower.length > 0 ? wide(lower) : edge.map(([x]) => [x, area.bottom])
  return `M${[...edge, ...floor.toReversed()].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
}
