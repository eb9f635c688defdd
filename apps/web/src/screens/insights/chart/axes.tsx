import { type Area, heightIn } from './scale.ts'

/** Horizontal lines across the plot, with their values. */
export function Heights({ area, ticks, say }: { area: Area; ticks: readonly number[]; say: (tick: number) => string }) {
  const y = heightIn(area, ticks.at(-1) ?? 1)
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={area.left} x2={area.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={area.left - 6} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-ink-3 text-xs tabular-nums">
            {say(tick)}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Names below the plot. */
export function Names({ area, names }: { area: Area; names: readonly { x: number; text: string }[] }) {
  return (
    <g>
      {names.map(({ x, text }) => (
        <text
          key={`${x} ${text}`}
          x={x}
          y={area.bottom + 16}
          textAnchor={x < area.left + 20 ? 'start' : x > area.right - 20 ? 'end' : 'middle'}
          className="fill-ink-3 text-xs"
        >
          {text}
        </text>
      ))}
    </g>
  )
}
