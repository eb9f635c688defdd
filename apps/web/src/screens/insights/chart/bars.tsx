import { classes } from '../../../ui/classes.ts'
import { Heights, Names } from './axes.tsx'
import { Plot } from './plot.tsx'
import { areaOf, heightIn, shown, ticksTo } from './scale.ts'
import { type ChartTone, fills } from './tones.ts'

type Bar = { name: string; value: number; text: string }

const [height, widest] = [180, 56]

/** A column for each value, with the value above it where there is room. */
export function Bars({
  label,
  bars,
  tone,
  at,
  onPoint,
}: {
  label: string
  /** The state of the counted sessions. */
  tone: ChartTone
  bars: readonly Bar[]
  at: number | null
  onPoint: (at: number | null) => void
}) {
  const ticks = ticksTo(Math.max(...bars.map((bar) => bar.value), 1))
  return (
    <Plot
      label={label}
      height={height}
      count={bars.length}
      valueText={(index) => bars[index]?.text ?? ''}
      at={at}
      onPoint={onPoint}
      nearest={(x, _, width) => {
        const area = areaOf(width, height)
        return Math.floor(((x - area.left) / (area.right - area.left)) * bars.length)
      }}
    >
      {(width) => {
        const area = areaOf(width, height)
        const y = heightIn(area, ticks.at(-1) ?? 1)
        const step = (area.right - area.left) / bars.length
        const thick = Math.min(step * 0.7, widest)
        const isShown = shown(bars.length, area.right - area.left, 64)
        const middle = (index: number) => area.left + step * (index + 0.5)
        return (
          <>
            <Heights area={area} ticks={ticks} say={String} />
            {bars.map((bar, index) => (
              <Column
                key={bar.name}
                x={middle(index)}
                top={y(bar.value)}
                bottom={area.bottom}
                width={thick}
                value={bar.value > 0 && step >= 18 ? bar.value : null}
                className={classes(fills[tone], at === index && 'stroke-ink')}
              />
            ))}
            <Names area={area} names={bars.flatMap((bar, index) => (isShown(index) ? [{ x: middle(index), text: bar.name }] : []))} />
          </>
        )
      }}
    </Plot>
  )
}

/** `x`: its middle. `value`: written above it, null where there is no room. */
type ColumnProps = { x: number; top: number; bottom: number; width: number; value: number | null; className: string }

function Column({ x, top, bottom, width, value, className }: ColumnProps) {
  return (
    <g>
      <rect x={x - width / 2} y={top} width={width} height={bottom - top} rx={2} className={className} strokeWidth={1.5} />
      {value !== null && (
        <text x={x} y={top - 4} textAnchor="middle" className="fill-ink-2 font-medium text-xs tabular-nums">
          {value}
        </text>
      )}
    </g>
  )
}
