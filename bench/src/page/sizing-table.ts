import { middle, throughput } from '../measure.ts'
import { everyFigure, type Report } from '../report.ts'
import { changes, inLedger, onDisk, sizing } from '../sizing.ts'
import { manyBoards } from '../world.ts'
import { table } from './markdown.ts'
import { putInto } from './place.ts'

const place = { begin: '<!-- sizing: written by `npm run bench -- --report` -->', end: '<!-- end of the sizing -->' }
const callers = 32

/** The page with how large a machine has to be, from the figures of a report. Throws when it has no place for that. */
export function withSizing(page: string, report: Report): string {
  return putInto(page, place, `${table(['', 'needs'], rowsOf(report), '---')}\n\n${measuredOn(report)}`)
}

function rowsOf(report: Report): string[][] {
  const mebibytes = (what: string) => shown(measured(report, what), 'MiB')
  const forGood = rangeOf(
    changes.map((kind) => measured(report, onDisk(kind))),
    1,
  )
  const inTheLedger = rangeOf(
    changes.map((kind) => measured(report, inLedger(kind))),
    1,
  )
  return [
    ['the service, at rest', `${mebibytes(sizing.serviceAtRest)} of memory`],
    [
      'PostgreSQL, at rest',
      `${mebibytes(sizing.databaseAtRest)} of memory, ${mebibytes(sizing.databaseInUse)} after a burst of changes; ${mebibytes(sizing.emptyOnDisk)} on disk, and the data`,
    ],
    ['10,000 open sockets', `${mebibytes(sizing.manySockets)} of memory more`],
    [
      `${report.machine.cores} cores, shared with the database and with what makes the load`,
      `${rangeOf(
        changes.map((kind) => perSecond(report, kind)),
        0,
      )} changes a second over ${manyBoards} boards`,
    ],
    ['a thousand changes', `${forGood} MiB on disk for good, and ${inTheLedger} MiB for seven days`],
  ]
}

function measuredOn({ at, machine: m }: Report): string {
  return `Measured on ${at.slice(0, 10)} on ${m.cores} × ${m.cpu}, ${m.memoryGiB} GiB of memory.`
}

const measured = (report: Report, what: string): number | null =>
  everyFigure(report).find((figure) => figure.what === what)?.measured ?? null

function perSecond({ groups }: Report, kind: string): number | null {
  const reading = groups[kind]?.readings.find((one) => one.name === `${kind} on ${manyBoards} boards` && one.callers === callers)
  return reading ? middle(reading, throughput) : null
}

const shown = (value: number | null, unit: string): string => (value === null ? '–' : `${value.toFixed(0)} ${unit}`)

/** The least and the most of several; one that was not measured makes it unknown. */
function rangeOf(values: readonly (number | null)[], digits: number): string {
  const known = values.filter((value) => value !== null)
  if (known.length < values.length) return '–'
  const [least, most] = [Math.min(...known), Math.max(...known)].map((value) => value.toFixed(digits))
  return least === most ? `${least}` : `${least} to ${most}`
}
