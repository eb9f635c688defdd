import type { Figure } from './figures.ts'
import type { Findings } from './groups/group.ts'
import { apart, groups } from './groups.ts'
import type { Pace } from './measure.ts'
import type { Options } from './options.ts'
import { machine, type Report } from './report.ts'
import { type Rig, withRig } from './rig.ts'

/** After this time a part of a run finishes its round and skips the remaining groups. */
const longestTogetherMs = 870_000
/** Longer where a page is written: a group that was skipped would be missing from it. */
const longestForPageMs = 1_080_000
const longestApartMs = 380_000

type Surroundings = { databaseUrl: string | undefined; stop: AbortSignal; say: (line: string) => void }

/** Runs the chosen groups one after the other and collects what they found. */
export async function runBench(options: Options, surroundings: Surroundings): Promise<Report> {
  const together = options.only.filter((name) => !apart.has(name))
  const parts = [
    ...(together.length > 0 ? [{ names: together, longestMs: options.report ? longestForPageMs : longestTogetherMs }] : []),
    ...options.only.filter((name) => apart.has(name)).map((name) => ({ names: [name], longestMs: longestApartMs })),
  ]
  const reports: Report[] = []
  for (const part of parts) reports.push(await runPart(options, part, surroundings))
  return reports.reduce(joined)
}

function runPart(
  options: Options,
  { names, longestMs }: { names: readonly string[]; longestMs: number },
  { databaseUrl, stop, say }: Surroundings,
): Promise<Report> {
  const startMs = performance.now()
  const hasTime = () => !stop.aborted && performance.now() - startMs < longestMs
  const pace: Pace = { seconds: options.seconds, rounds: options.rounds, hasTime }
  say('starting PostgreSQL, Tandem, the reference and the load generator')
  return withRig({ databaseUrl, profileDir: options.profileDir, activities: options.activities }, async (rig) => {
    const findings: Record<string, Findings> = {}
    for (const name of names) {
      say(`measuring: ${name}`)
      findings[name] = hasTime() ? await findingsOf(name, rig, pace) : { readings: [], figures: [], notes: ['skipped: no time was left'] }
    }
    return {
      at: new Date().toISOString(),
      machine: machine(rig.postgres, databaseUrl === undefined),
      seconds: options.seconds,
      rounds: options.rounds,
      groups: findings,
      figures: await wholeRun(rig, findings),
      elapsedSeconds: Math.round((performance.now() - startMs) / 1_000),
    }
  })
}

/** Joins two parts of one run. Figures that count over the whole run are added. */
function joined(first: Report, second: Report): Report {
  const figures = first.figures.map((figure): Figure => {
    const other = second.figures.find(({ what }) => what === figure.what)?.measured ?? 0
    return { ...figure, measured: figure.measured === null ? null : figure.measured + other }
  })
  return {
    ...first,
    figures,
    groups: { ...first.groups, ...second.groups },
    elapsedSeconds: first.elapsedSeconds + second.elapsedSeconds,
  }
}

/** A group that fails reports why, and the other groups still run. */
async function findingsOf(name: string, rig: Rig, pace: Pace): Promise<Findings> {
  try {
    const group = groups[name]
    if (!group) throw new Error('there is no such group')
    return await group(rig, pace)
  } catch (error) {
    return {
      readings: [],
      figures: [{ what: `${name}: broke off`, measured: 1, unit: '', bound: { atMost: 0 } }],
      notes: [(error as Error).message],
    }
  }
}

async function wholeRun(rig: Rig, findings: Record<string, Findings>): Promise<Figure[]> {
  const readings = Object.values(findings).flatMap((group) => group.readings)
  const errors = readings.flatMap((reading) => Object.values(reading.errors)).reduce((sum, count) => sum + count, 0)
  const { rows } = await rig.database.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return [
    { what: 'requests that failed', measured: errors, unit: '', bound: { atMost: 0 } },
    { what: 'deadlocks', measured: rows[0]?.deadlocks ?? null, unit: '', bound: { atMost: 0 } },
  ]
}
