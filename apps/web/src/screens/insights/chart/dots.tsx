import { Heights, Names } from './axes.tsx'
import { Plot } from './plot.tsx'
import { areaOf, heightIn, shown } from './scale.ts'

/** `across` from 0 to 1 over the days. */
export type Dot = { id: string; across: number; value: number; text: string }
export type Level = { value: number; name: string }

type Props = {
  label: string
  dots: readonly Dot[]
  levels: readonly Level[]
  ticks: readonly number[]
  sayTick: (tick: number) => string
  names: readonly string[]
  at: number | null
  onPoint: (at: number | null) => void
}

const [height, roomForLevels] = [240, 48]

/** A dot for each thing over the days, and lines below which so many of them lie. */
export function Dots({ label, dots, levels, ticks, sayTick, names, at, onPoint }: Props) {
  const most = ticks.at(-1) ?? 1
  return (
    <Plot
      {...{ label, height, at, onPoint, count: dots.length, valueText: (index: number) => dots[index]?.text ?? '' }}
      nearest={(x, y, width) => {
        const area = areaOf(width, height, roomForLevels)
        const up = heightIn(area, most)
        const away = dots.map((dot) => Math.hypot(x - area.left - dot.across * (area.right - area.left), y - up(dot.value)))
        return away.indexOf(Math.min(...away))
      }}
    >
      {(width) => {
        const area = areaOf(width, height, roomForLevels)
        const y = heightIn(area, most)
        const x = (across: number) => area.left + across * (area.right - area.left)
        const isShown = shown(names.length, area.right - area.left)
        const pointed = at === null ? undefined : dots[at]
        return (
          <>
            <Heights area={area} ticks={ticks} say={sayTick} />
            {spread(levels.map((level) => ({ ...level, y: y(level.value) }))).map((level) => (
              <g key={level.name}>
                <line
                  x1={area.left}
                  x2={area.right}
                  y1={y(level.value)}
                  y2={y(level.value)}
                  strokeDasharray="4 4"
                  className="stroke-ink-3"
                />
                <text x={area.right + 6} y={level.y} dy="0.32em" className="fill-ink-2 text-xs tabular-nums">
                  {level.name}
                </text>
              </g>
            ))}
            {dots.map((dot) => (
              <circle key={dot.id} cx={x(dot.across)} cy={y(dot.value)} r={3.5} className="fill-accent stroke-canvas" strokeWidth={1} />
            ))}
            {pointed && <circle cx={x(pointed.across)} cy={y(pointed.value)} r={6} fill="none" strokeWidth={2} className="stroke-ink" />}
            <Names
              area={area}
              names={names.flatMap((text, index) => (isShown(index) ? [{ x: x((index + 0.5) / names.length), text }] : []))}
            />
          </>
        )
      }}
    </Plot>
  )
}

const line = 14

/** Names of levels that lie close together make room for each other. */
function spread<L extends { y: number }>(levels: readonly L[]): L[] {
  const placed: L[] = []
  for (const level of levels.toSorted((one, other) => other.y - one.y)) {
    const below = placed.at(-1)
    placed.push({ ...level, y: below ? Math.min(level.y, below.y - line) : level.y })
  }
  return placed
}
