import { Heights, Names } from './axes.tsx'
import { Plot } from './plot.tsx'
import { areaOf, heightIn, shown, spread } from './scale.ts'
import { type ChartTone, fills } from './tones.ts'

/** `across` from 0 to 1 over the days. */
export type Dot = { id: string; across: number; value: number; text: string }
export type Level = { value: number; name: string }

type Props = {
  label: string
  /** The state of the drawn cards. */
  tone: ChartTone
  dots: readonly Dot[]
  levels: readonly Level[]
  ticks: readonly number[]
  sayTick: (tick: number) => string
  names: readonly string[]
  at: number | null
  onPoint: (at: number | null) => void
}

const [height, roomForLevels] = [240, 48]

/** A dot for each item over the days, and lines for percentiles. */
export function Dots({ label, tone, dots, levels, ticks, sayTick, names, at, onPoint }: Props) {
  const most = ticks.at(-1) ?? 1
  return (
    <Plot
      label={label}
      height={height}
      count={dots.length}
      valueText={(index) => dots[index]?.text ?? ''}
      at={at}
      onPoint={onPoint}
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
            <Levels area={area} levels={levels} y={y} />
            {dots.map((dot) => (
              <circle
                key={dot.id}
                cx={x(dot.across)}
                cy={y(dot.value)}
                r={3.5}
                className={`${fills[tone]} stroke-surface`}
                strokeWidth={1}
              />
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

/** Each line stands at its value, its name beside it, moved away from others that are too close. */
function Levels({ area, levels, y }: { area: ReturnType<typeof areaOf>; levels: readonly Level[]; y: (value: number) => number }) {
  return spread(levels.map((level) => ({ ...level, y: y(level.value) }))).map((level) => (
    <g key={level.name}>
      <line x1={area.left} x2={area.right} y1={y(level.value)} y2={y(level.value)} strokeDasharray="4 4" className="stroke-ink-3" />
      <text x={area.right + 6} y={level.y} dy="0.32em" className="fill-ink-2 text-xs tabular-nums">
        {level.name}
      </text>
    </g>
  ))
}
