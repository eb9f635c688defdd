import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { times } from '../figures.ts'
import { contest, cpuGauge, type Pace, type Reading, ratio, throughput } from '../measure.ts'
import { spentBetween } from '../processes/cpu.ts'
import type { Rig } from '../rig.ts'
import { type Group, insertBy } from './group.ts'

const run = promisify(execFile)

const script = `\\set n random(1, 1000000000)
insert into activities (id, board_id, card_id, actor_id, verb, payload, created_at)
  values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'card.created', '{"title":"Rotate the signing keys"}', now());
`

/** The throughput of the PostgreSQL server itself: one-row inserts by pgbench, beside those of the reference. */
export const pgbenchGroup: Group = async (rig, pace) => {
  const reason = await whyNot(rig)
  if (reason !== null) return { readings: [], figures: [], notes: [`skipped: ${reason}`] }
  const folder = await mkdtemp(join(tmpdir(), 'tandem-pgbench-'))
  try {
    const file = join(folder, 'insert.sql')
    await writeFile(file, script)
    const readings: Reading[] = []
    const figures = []
    for (const callers of [1, 8, 32]) {
      const [insert] = (await contest(rig, [insertBy(callers)], { ...pace, rounds: 1 })) as [Reading]
      const bench = await measurePgbench(rig, pace, file, callers)
      readings.push(bench, insert)
      if (callers === 32)
        figures.push(times('throughput of the reference insert, 32 callers, to pgbench', ratio(throughput, insert, bench)))
    }
    return { readings, figures, notes: ["pgbench's own CPU is not in its figures."] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function whyNot(rig: Rig): Promise<string | null> {
  if (rig.postgres.socketDir === null) return 'the server is reached over TCP, not a unix socket'
  return run('pgbench', ['--version']).then(
    () => null,
    () => 'pgbench is not installed',
  )
}

async function measurePgbench(rig: Rig, pace: Pace, file: string, callers: number): Promise<Reading> {
  const database = rig.postgres.databases.reference
  const seconds = Math.max(1, Math.round(pace.seconds))
  const read = cpuGauge(rig, 'reference')
  const before = read()
  // The CPU time of its connections cannot be read after they have ended, so it is read again and again until then.
  let after = before
  const watch = setInterval(() => {
    after = read()
  }, 100)
  const args = ['-n', '-M', 'prepared', '-c', String(callers), '-j', '1', '-T', String(seconds), '-f', file, rig.postgres.urlOf(database)]
  const { stdout } = await run('pgbench', args, { timeout: (seconds + 30) * 1_000 }).finally(() => clearInterval(watch))
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? 0)
  const operations = Number(/actually processed: (\d+)/.exec(stdout)?.[1] ?? 0)
  const latencyMs = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1] ?? 0)
  const spent = before && after && spentBetween(before, after)
  const database_ = spent ? spent.database / Math.max(1, operations) : 0
  const cpu = spent && { app: 0, database: database_, background: spent.background / Math.max(1, operations), load: 0, total: database_ }
  const sample = { operations, perSecond, p50Ms: latencyMs, p99Ms: latencyMs, cpu }
  return { name: 'pgbench insert (mean latency)', on: 'reference', callers, samples: [sample], errors: {} }
}
