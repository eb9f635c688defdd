import { Heights, Names } from './axes.tsx'
import { Plot } from './plot.tsx'
import { type Area, areaOf, heightIn, shown, ticksTo } from './scale.ts'

/** From the bottom of the pile to its top. */
export type Band = { id: string; name: string; values: readonly number[]; color: string }

type Props = {
  label: string
  bands: readonly Band[]
  names: readonly string[]
  valueText: (at: number) => string
  at: number | null
  onPoint: (at: number | null) => void
}

const height = 260

/** Bands piled up over days. */
export function Bands({ label, bands, names, valueText, at, onPoint }: Props) {
  const count = names.length
  const tops = piledUp(bands, count)
  const ticks = ticksTo(Math.max(...(tops.at(-1) ?? [0]), 1))
  return (
    <Plot
      {...{ label, height, count, at, onPoint, valueText }}
      nearest={(x, _, width) => {
        const area = areaOf(width, height)
        return Math.round(((x - area.left) / (area.right - area.left)) * (count - 1))
      }}
    >
      {(width) => {
        const area = areaOf(width, height)
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
                className="stroke-canvas"
                strokeWidth={1}
                strokeLinejoin="round"
              />
            ))}
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
