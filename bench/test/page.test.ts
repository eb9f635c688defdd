import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { chartOf } from '../src/page/chart.ts'
import { withFigures } from '../src/page/performance-page.ts'
import { scaleOf } from '../src/page/scale.ts'
import { withSizing } from '../src/page/sizing-table.ts'
import { readReport, writePages } from '../src/page/write.ts'
import { type Report, valueOf } from '../src/report.ts'
import { inLedger, onDisk, sizing } from '../src/sizing.ts'

const recorded = fileURLToPath(new URL('./recorded-report.json', import.meta.url))
const page =
  '# Performance\n\nBefore.\n\n<!-- figures: written by `npm run bench -- --report` -->\n\nOld.\n\n<!-- end of the figures -->\n\nAfter.\n'
const sized =
  '# Team\n\nBefore.\n\n<!-- sizing: written by `npm run bench -- --report` -->\n\nOld.\n\n<!-- end of the sizing -->\n\nAfter.\n'

test('a kept report becomes a page and a picture of each curve; what people wrote stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-page-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'performance.md'), page)
  await writeFile(join(folder, 'self-hosting.md'), sized)
  const report = await readReport(recorded)
  await writePages(report, folder)
  const written = await readFile(join(folder, 'performance.md'), 'utf8')
  expect(written).toMatch(/^# Performance\n\nBefore\.\n\n<!-- figures/)
  expect(written).toMatch(/<!-- end of the figures -->\n\nAfter\.\n$/)
  expect(written).not.toContain('Old.')
  expect(written).toContain(`${report.machine.cores} × ${report.machine.cpu}, ${report.machine.memoryGiB} GiB`)
  for (const figure of report.figures) expect(written).toContain(`| ${figure.what} | ${valueOf(figure)} |`)
  expect((await readdir(join(folder, 'performance'))).sort()).toEqual(['boards.svg', 'cards.svg', 'trees.svg'])
  for (const name of ['boards', 'cards', 'trees']) expect(written).toContain(`](performance/${name}.svg)`)
  expect(written).not.toMatch(/undefined|NaN|null/)
  expect(withFigures(written, report)).toBe(written)
  expect(await readFile(join(folder, 'self-hosting.md'), 'utf8')).toBe(withSizing(sized, report))
})

test('of each figure that falls short the page says why, and of none when none does', async () => {
  const text = await readFile(new URL('../../docs/performance.md', import.meta.url), 'utf8')
  const [said = ''] = text.split('<!-- figures')
  const short = [...text.matchAll(/^\| .+? \| ([\d.]+)[^|]*\| [^|]+\| \*\*falls short\*\* \|$/gm)].map(([, measured = '']) => measured)
  for (const measured of short) expect(said).toContain(measured)
  expect(/fall(s|) .*short/.test(said)).toBe(short.length > 0)
})

test('how large a machine has to be is what was measured, and what was not is a dash', async () => {
  const report = await readReport(recorded)
  expect(withSizing(sized, report)).toMatch(/^\| the service, at rest \| – of memory \|$/m)
  const written = withSizing(sized, withFootprint(report))
  expect(written).toMatch(/^# Team\n\nBefore\.\n/)
  expect(written).toMatch(/\n\nAfter\.\n$/)
  expect(written.split('\n').filter((line) => line.startsWith('| '))).toEqual([
    '|  | needs |',
    '| the service, at rest | 101 MiB of memory |',
    '| PostgreSQL, at rest | 102 MiB of memory, 103 MiB after a burst of changes; 104 MiB on disk, and the data |',
    '| 10,000 open sockets | 105 MiB of memory more |',
    '| 2 cores, shared with the database and with what makes the load | 300 to 900 changes a second over 64 boards |',
    '| a thousand changes | 0.5 to 1.4 MiB on disk for good, and 1.3 MiB for seven days |',
  ])
  expect(written).toContain(`Measured on ${report.at.slice(0, 10)} on 2 × ${report.machine.cpu}`)
  expect(withSizing(written, withFootprint(report))).toBe(written)
})

test('pages are written together or not at all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-page-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'performance.md'), page)
  await writeFile(join(folder, 'self-hosting.md'), '# Team\n')
  await expect(writePages(await readReport(recorded), folder)).rejects.toThrow('needs <!-- sizing')
  expect(await readFile(join(folder, 'performance.md'), 'utf8')).toBe(page)
})

/** A report of a run that measured all that a machine needs. */
function withFootprint(report: Report): Report {
  const memory = Object.values(sizing).map((what, at) => ({ what, measured: 101 + at, unit: 'MiB' as const, bound: null }))
  const disk = Object.entries({ create: 1.12, move: 0.5, comment: 1.4 }).flatMap(([kind, forGood]) => [
    { what: onDisk(kind), measured: forGood, unit: 'MiB' as const, bound: null },
    { what: inLedger(kind), measured: 1.3, unit: 'MiB' as const, bound: null },
  ])
  const sample = { operations: 1, p50Ms: 1, p99Ms: 1, cpu: null }
  const throughputs = Object.entries({ create: 500, move: 900, comment: 300 }).map(([kind, perSecond]) => {
    const reading = { name: `${kind} on 64 boards`, on: 'tandem' as const, callers: 32, samples: [{ ...sample, perSecond }], errors: {} }
    return [kind, { readings: [reading], figures: [], notes: [] }] as const
  })
  const footprint = { readings: [], figures: [...memory, ...disk], notes: [] }
  return { ...report, groups: { ...report.groups, ...Object.fromEntries(throughputs), footprint } }
}

test('each value of a curve is a point of its picture and a cell of its table', async () => {
  const report = await readReport(recorded)
  const written = withFigures(page, report)
  for (const curve of Object.values(report.groups).flatMap(({ curves = [] }) => curves)) {
    const picture = chartOf(curve)
    const values = curve.series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])))
    expect(values.length).toBeGreaterThan(0)
    expect(picture.match(/<circle /g)).toHaveLength(values.length)
    expect(picture).toContain('prefers-color-scheme:dark')
    expect(picture).not.toMatch(/NaN|undefined|https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
    for (const value of values) expect(written).toContain(`${value.toFixed(2)} ×`)
    for (const [, x = ''] of picture.matchAll(/cx="([\d.]+)"/g)) expect(Number(x)).toBeLessThanOrEqual(760)
  }
})

test('a curve without values is left out, and one without a point in the middle is drawn around it', async () => {
  const report = await readReport(recorded)
  const [curve] = report.groups.growth?.curves ?? []
  if (!curve) throw new Error('the recorded report has curves')
  const nothing = {
    ...curve,
    series: curve.series.map((line) => ({ ...line, points: line.points.map(({ at }) => ({ at, value: null })) })),
  }
  const without = withFigures(page, { ...report, groups: { growth: { readings: [], figures: [], notes: [], curves: [nothing] } } })
  expect(without).not.toContain('How costs grow')
  const holed = {
    ...curve,
    series: [
      {
        name: 'create',
        points: [
          { at: 1, value: 4 },
          { at: 10, value: null },
          { at: 100, value: 5 },
        ],
      },
    ],
  }
  expect(chartOf(holed).match(/<circle /g)).toHaveLength(2)
})

test('an axis begins at 0 with round steps, or has whole decades', () => {
  expect(scaleOf('linear', [0.4, 3.2], [100, 0]).ticks).toEqual([0, 1, 2, 3, 4])
  expect(scaleOf('linear', [4], [100, 0]).at(4)).toBe(0)
  const decades = scaleOf('log', [0.06, 55], [0, 100])
  expect(decades.ticks).toEqual([0.01, 0.1, 1, 10, 100])
  expect([decades.at(0.01), decades.at(1), decades.at(100)]).toEqual([0, 50, 100])
})

test('a page without a place for figures is not overwritten, and a file that is no report is refused', async () => {
  const report = await readReport(recorded)
  expect(() => withFigures('# Performance\n', report)).toThrow('needs <!-- figures')
  await expect(readReport(fileURLToPath(new URL('../package.json', import.meta.url)))).rejects.toThrow('is no report')
})
