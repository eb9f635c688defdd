import { type Curve, sizesOf, valueAt } from '../curves.ts'
import { type Figure, verdictOf } from '../figures.ts'
import type { Findings } from '../groups/group.ts'
import { middle, type Reading } from '../measure.ts'
import { everyFigure, type Report, toReach, valueOf } from '../report.ts'
import { chartOf } from './chart.ts'
import { escaped, table } from './markdown.ts'
import { putInto } from './place.ts'

const place = { begin: '<!-- figures: written by `npm run bench -- --report` -->', end: '<!-- end of the figures -->' }
const folder = 'performance'

/** The page with the figures of a report. Throws when the page has no place for them. */
export function withFigures(page: string, report: Report): string {
  return putInto(page, place, figuresOf(report))
}

/** The pictures that the page shows, by their paths beside it. */
export function picturesOf(report: Report): Record<string, string> {
  return Object.fromEntries(drawable(report).map((curve) => [`${folder}/${curve.name}.svg`, chartOf(curve)]))
}

function figuresOf(report: Report): string {
  const curves = drawable(report)
  return [
    machineOf(report),
    '## Goals and figures',
    table(
      ['what', 'measured', 'to reach', ''],
      everyFigure(report)
        .filter(({ bound }) => bound !== null)
        .map(figureRow),
    ),
    ...(curves.length > 0 ? ['## How costs grow', ...curves.flatMap(curveLines)] : []),
    '## Other figures of the same run',
    table(
      ['what', 'measured'],
      everyFigure(report)
        .filter(({ bound }) => bound === null)
        .map((figure) => figureRow(figure).slice(0, 2)),
    ),
    '## All readings',
    ...Object.entries(report.groups).flatMap(([name, findings]) => groupLines(name, findings)),
  ].join('\n\n')
}

function machineOf({ at, machine: m, rounds, seconds, elapsedSeconds }: Report): string {
  return [
    `Measured on ${at.slice(0, 10)} on ${m.cores} × ${m.cpu}, ${m.memoryGiB} GiB of memory, ${m.system}, with Node ${m.node} and PostgreSQL`,
    `${m.postgres} (${m.embedded ? 'the embedded one' : 'a server of its own'}): ${rounds} interleaved rounds of ${seconds} s, ${elapsedSeconds} s in all.`,
  ].join('\n')
}

function figureRow(figure: Figure): string[] {
  return [
    figure.what,
    valueOf(figure),
    toReach(figure),
    verdictOf(figure) === 'FALLS SHORT' ? '**falls short**' : verdictOf(figure).toLowerCase(),
  ]
}

const drawable = ({ groups }: Report): Curve[] =>
  Object.values(groups)
    .flatMap(({ curves = [] }) => curves)
    .filter((curve) => curve.series.some(({ points }) => points.some(({ value }) => value !== null)))

function curveLines(curve: Curve): string[] {
  const rows = sizesOf(curve).map((size) => [
    size.toLocaleString('en-GB'),
    ...curve.series.map((line) => {
      const value = valueAt(line, size)
      return value === null ? '–' : `${value.toFixed(2)} ×`
    }),
  ])
  return [
    `### ${curve.title}`,
    `![${curve.title}: the table below has the same](${folder}/${curve.name}.svg)`,
    `CPU, as a multiple of ${curve.of}:`,
    table([curve.along, ...curve.series.map(({ name }) => name)], rows),
  ]
}

function groupLines(name: string, { readings, notes }: Findings): string[] {
  if (readings.length === 0 && notes.length === 0) return []
  const rows = readings.map((reading) => [
    `${reading.on === 'reference' ? 'reference: ' : ''}${reading.name}`,
    String(reading.callers),
    ...columns.map(([, metric, digits]) => middle(reading, metric)?.toFixed(digits) ?? '–'),
  ])
  const said = notes.map((note) => `- ${escaped(note)}`).join('\n')
  return [
    `### ${name}`,
    ...(rows.length > 0 ? [table(['', 'callers', ...columns.map(([title]) => title)], rows)] : []),
    ...(said === '' ? [] : [said]),
  ]
}

const columns: [title: string, metric: Parameters<typeof middle>[1], digits: number][] = [
  ['a second', (sample: Reading['samples'][number]) => sample.perSecond, 0],
  ['p50 ms', (sample) => sample.p50Ms, 2],
  ['p99 ms', (sample) => sample.p99Ms, 2],
  ['CPU µs', (sample) => sample.cpu?.total ?? null, 0],
  ['of it the database', (sample) => sample.cpu?.database ?? null, 0],
]
