import type { Figure } from './figures.ts'
import type { Findings } from './groups/group.ts'
import { groups } from './groups.ts'
import type { Pace } from './measure.ts'
import type { Options } from './options.ts'
import { machine, type Report } from './report.ts'
import { type Rig, withRig } from './rig.ts'

/** A run ends its round and skips the groups that are left once this is over. */
const longestRunMs = 330_000

/** Runs the chosen groups one after the other and collects what they found. */
export async function runBench(
  options: Options,
  { databaseUrl, stop, say }: { databaseUrl: string | undefined; stop: AbortSignal; say: (line: string) => void },
): Promise<Report> {
  const startMs = performance.now()
  const hasTime = () => !stop.aborted && performance.now() - startMs < longestRunMs
  const pace: Pace = { seconds: options.seconds, rounds: options.rounds, hasTime }
  say('starting PostgreSQL, Tandem, the reference and the load generator')
  return withRig({ databaseUrl, profileDir: options.profileDir }, async (rig) => {
    const findings: Record<string, Findings> = {}
    for (const name of options.only) {
      say(`measuring: ${name}`)
      findings[name] = hasTime() ? await findingsOf(name, rig, pace) : { readings: [], figures: [], notes: ['skipped: no time was left'] }
    }
    return {
      ...{ at: new Date().toISOString(), machine: machine(rig.postgres, databaseUrl === undefined) },
      ...{ seconds: options.seconds, rounds: options.rounds, groups: findings },
      figures: await wholeRun(rig, findings),
      elapsedSeconds: Math.round((performance.now() - startMs) / 1_000),
    }
  })
}

/** A group that breaks off says why and does not take the others with it. */
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
