import { cpus, platform, release, totalmem } from 'node:os'
import { type Figure, verdictOf } from './figures.ts'
import type { Findings } from './groups/group.ts'
import { type Metric, middle, type Reading } from './measure.ts'

export type Report = {
  at: string
  machine: { cpu: string; cores: number; memoryGiB: number; system: string; node: string; postgres: string; embedded: boolean }
  seconds: number
  rounds: number
  groups: Record<string, Findings>
  /** Over the whole run. */
  figures: Figure[]
  elapsedSeconds: number
}

export function machine(postgres: { version: string }, embedded: boolean): Report['machine'] {
  const all = cpus()
  return {
    cpu: all[0]?.model ?? 'unknown',
    cores: all.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    postgres: postgres.version,
    embedded,
  }
}

export function everyFigure(report: Report): Figure[] {
  return [...Object.values(report.groups).flatMap((findings) => findings.figures), ...report.figures]
}

export function reportText(report: Report): string {
  const { machine: m } = report
  const head = [
    `Tandem beside a bare reference server, ${report.at}`,
    `${m.cores} × ${m.cpu}, ${m.memoryGiB} GiB, ${m.system}; Node ${m.node}; PostgreSQL ${m.postgres} (${m.embedded ? 'embedded' : 'DATABASE_URL'})`,
    `${report.rounds} interleaved rounds of ${report.seconds} s; medians; CPU per operation = process + its database backends; ${report.elapsedSeconds} s in all`,
  ]
  const groups = Object.entries(report.groups).flatMap(([name, findings]) => ['', `## ${name}`, ...groupLines(findings)])
  const figures = ['', '## Figures', ...table(['what', 'measured', 'to reach', ''], everyFigure(report).map(figureRow))]
  return `${[...head, ...groups, ...figures].join('\n')}\n`
}

function groupLines({ readings, notes }: Findings): string[] {
  const header = ['', 'callers', 'ops/s', 'p50 ms', 'p99 ms', 'CPU µs', 'process', 'database', 'background', 'load', 'errors']
  const rows = readings.map((reading) => [
    `${reading.on === 'reference' ? 'reference: ' : ''}${reading.name}`,
    String(reading.callers),
    shown(reading, (sample) => sample.perSecond, 0),
    shown(reading, (sample) => sample.p50Ms, 2),
    shown(reading, (sample) => sample.p99Ms, 2),
    shown(reading, (sample) => sample.cpu?.total ?? null, 0),
    shown(reading, (sample) => sample.cpu?.app ?? null, 0),
    shown(reading, (sample) => sample.cpu?.database ?? null, 0),
    shown(reading, (sample) => sample.cpu?.background ?? null, 0),
    shown(reading, (sample) => sample.cpu?.load ?? null, 0),
    Object.entries(reading.errors)
      .map(([what, count]) => `${count} × ${what}`)
      .join(', ') || '0',
  ])
  return [...(rows.length > 0 ? table(header, rows) : []), ...notes]
}

function shown(reading: Reading, metric: Metric, digits: number): string {
  return middle(reading, metric)?.toFixed(digits) ?? '–'
}

const figureRow = (figure: Figure): string[] => [figure.what, valueOf(figure), toReach(figure), verdictOf(figure)]

export function valueOf({ measured, unit }: Figure): string {
  return measured === null ? '–' : `${measured.toFixed(digitsOf(measured, unit))} ${unit}`.trim()
}

function digitsOf(measured: number, unit: Figure['unit']): number {
  if (unit === '×' || unit === 'ms') return 2
  return unit === 'MiB' && measured < 10 ? 1 : 0
}

export function toReach({ bound, unit }: Figure): string {
  return bound === null ? '' : `${'atMost' in bound ? `≤ ${bound.atMost}` : `≥ ${bound.atLeast}`} ${unit}`.trim()
}

/** Columns under each other: the first to the left, numbers to the right. */
function table(header: string[], rows: string[][]): string[] {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 || column === header.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [line(header), ...rows.map(line)]
}
