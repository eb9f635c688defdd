import { type Curve, sizesOf, valueAt } from '../curves.ts'
import { type Scale, scaleOf } from './scale.ts'

const [width, height] = [760, 360]
const plot = { left: 64, right: 570, top: 56, bottom: 300 }
const leastBetweenLabels = 16

const light = ['#17617a', '#a15c00', '#5a4fc0', '#28723f']
const dark = ['#6cc3da', '#e9b05c', '#aaa2f5', '#7fca96']
const hues = (colours: readonly string[]) =>
  colours.map((colour, at) => `.s${at} .line{stroke:${colour}}.s${at} circle,.s${at} .name{fill:${colour}}`).join('')

/** Light and dark follow the setting of the reader's system. */
const style = `text{font:12px system-ui,sans-serif;fill:#4a5560}.title{font-size:15px;font-weight:600;fill:#1c262b}.ground{fill:#fdfcfa}
.grid{stroke:#dedbd4}.line{fill:none;stroke-width:2}.name{font-weight:600}${hues(light)}
@media (prefers-color-scheme:dark){text{fill:#b3bcc0}.title{fill:#eeece7}.ground{fill:#1b2225}.grid{stroke:#3a4347}${hues(dark)}}`

/** A curve as an SVG without references to other files. */
export function chartOf(curve: Curve): string {
  const sizes = sizesOf(curve)
  const across = scaleOf('log', sizes, [plot.left, plot.right])
  const up = scaleOf(curve.scale, valuesOf(curve), [plot.bottom, plot.top])
  const parts = [
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    text(plot.left, 28, curve.title, 'title'),
    text(plot.left, 44, `CPU, × ${curve.of}`),
    ...up.ticks.map((tick) => gridLine(up, tick)),
    ...sizes.map((size) => text(across.at(size), plot.bottom + 20, size.toLocaleString('en-GB'), '', 'middle')),
    text((plot.left + plot.right) / 2, plot.bottom + 42, curve.along, '', 'middle'),
    ...lines(curve, sizes, { across, up }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(curve.title)}">
<style>${style}</style>
${parts.join('\n')}
</svg>
`
}

const valuesOf = (curve: Curve): number[] =>
  curve.series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])))

function gridLine(up: Scale, tick: number): string {
  const y = rounded(up.at(tick))
  return `<path class="grid" d="M${plot.left} ${y}H${plot.right}"/>${text(plot.left - 8, y + 4, tick.toLocaleString('en-GB'), '', 'end')}`
}

function lines(curve: Curve, sizes: readonly number[], { across, up }: { across: Scale; up: Scale }): string[] {
  const drawn = curve.series.map((line) => ({
    name: line.name,
    points: sizes.flatMap((size) => {
      const value = valueAt(line, size)
      return value === null ? [] : [{ size, value, x: rounded(across.at(size)), y: rounded(up.at(value)) }]
    }),
  }))
  const labels = apart(drawn.map(({ points }) => points.at(-1)?.y ?? plot.bottom))
  return drawn.map(({ name, points }, at) => {
    const path = points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('')
    const dots = points.map(({ x, y, size, value }) => {
      const said = `${name}, ${size.toLocaleString('en-GB')} ${curve.along}: ${value.toFixed(2)} ×`
      return `<circle cx="${x}" cy="${y}" r="3.5"><title>${escaped(said)}</title></circle>`
    })
    const label = text(plot.right + 14, (labels[at] ?? 0) + 4, name, 'name')
    return `<g class="s${at % light.length}"><path class="line" d="${path}"/>${dots.join('')}${label}</g>`
  })
}

/** Heights of labels that do not overlap, as close as possible to the wanted ones. */
function apart(wanted: readonly number[]): number[] {
  const placed: number[] = []
  let lowest = Number.NEGATIVE_INFINITY
  for (const at of wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))) {
    lowest = Math.max(wanted[at] ?? 0, lowest + leastBetweenLabels)
    placed[at] = lowest
  }
  return placed
}

function text(x: number, y: number, said: string, kind = '', anchor = 'start'): string {
  return `<text x="${rounded(x)}" y="${rounded(y)}"${kind && ` class="${kind}"`}${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}>${escaped(said)}</text>`
}

const rounded = (value: number): number => Math.round(value * 10) / 10
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (said: string): string => said.replace(/[&<>"]/g, (character) => entities[character] ?? '')
