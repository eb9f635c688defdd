import { setTimeout as sleep } from 'node:timers/promises'
import type { Act } from './acts.ts'
import { readCpu, spentBetween } from './processes/cpu.ts'
import type { Load, Plan } from './processes/load.ts'
import type { Rig, Side } from './rig.ts'
import { median } from './statistics.ts'

/** One thing to measure: an act of so many callers on one side. */
export type Point = { name: string; on: Side; callers: number; act(rig: Rig): Act | Promise<Act> }

/** CPU in µs per operation. Null where /proc does not show the server's processes. */
export type CpuPerOperation = { app: number; database: number; background: number; load: number; total: number }

export type Sample = { operations: number; perSecond: number; p50Ms: number; p99Ms: number; cpu: CpuPerOperation | null }

export type Reading = {
  name: string
  on: Side
  callers: number
  /** One per round; rounds of the same contest with the same index ran one after the other. */
  samples: Sample[]
  errors: Record<string, number>
}

/** `warmUpSeconds` are those of each point before the first round. */
export type Pace = { seconds: number; rounds: number; warmUpSeconds?: number; hasTime(): boolean }

const usualWarmUpSeconds = 0.4
/** Work in progress in the service when a round ends gets this long to finish before CPU is read. */
const settleMs = 40

/** Measures the points in turn, round after round, so that a disturbance of the machine affects all of them alike. */
export async function contest(rig: Rig, points: readonly Point[], pace: Pace): Promise<Reading[]> {
  const readings = points.map(({ name, on, callers }): Reading => ({ name, on, callers, samples: [], errors: {} }))
  const warmUpSeconds = pace.warmUpSeconds ?? Math.min(usualWarmUpSeconds, pace.seconds)
  for (const point of points) await drive(rig, point, await point.act(rig), { seconds: warmUpSeconds, firstTurn: 900_000 })
  for (let round = 0; round < pace.rounds && (round === 0 || pace.hasTime()); round++) {
    for (const [at, point] of points.entries()) {
      const { sample, errors } = await measure(rig, point, { seconds: pace.seconds, firstTurn: round * 100_000 })
      const reading = readings[at] as Reading
      reading.samples.push(sample)
      for (const [what, count] of Object.entries(errors)) reading.errors[what] = (reading.errors[what] ?? 0) + count
    }
  }
  return readings
}

async function measure(rig: Rig, point: Point, how: { seconds: number; firstTurn: number }) {
  const read = cpuGauge(rig, point.on)
  const act = await point.act(rig)
  await sleep(settleMs)
  const before = read()
  const load = await drive(rig, point, act, how)
  await sleep(settleMs)
  const after = read()
  const spent = before && after && spentBetween(before, after)
  const each = (microseconds: number) => microseconds / Math.max(1, load.operations)
  const cpu = spent && {
    app: each(spent.app),
    database: each(spent.database),
    background: each(spent.background),
    load: each(spent.load),
    total: each(spent.app + spent.database),
  }
  const perSecond = load.operations / (load.elapsedMs / 1_000)
  const sample: Sample = { operations: load.operations, perSecond, p50Ms: load.p50Ms, p99Ms: load.p99Ms, cpu }
  return { sample, errors: load.errors }
}

export function drive(
  rig: Rig,
  { on, callers }: Pick<Point, 'on' | 'callers'>,
  act: Act,
  how: Pick<Plan, 'seconds' | 'firstTurn' | 'pauseMs' | 'keepAnswers'>,
): Promise<Load> {
  const tokens = on === 'reference' ? [] : rig.world.tokens
  const { port, others = [] } = rig.sides[on]
  const plan: Plan = { ...how, act, callers, tokens, ports: [port, ...others.map((other) => other.port)] }
  return rig.load.ask<Load>(plan)
}

/** Reads the CPU time of the processes of a side so far; null where /proc does not show it. */
export function cpuGauge(rig: Rig, side: Side) {
  const { postmasterPid } = rig.postgres
  const { pid, others = [], database } = rig.sides[side]
  const appPids = [pid, ...others.map((other) => other.pid)]
  return () => (postmasterPid === null ? null : readCpu({ appPids, loadPid: rig.load.pid, postmasterPid, database }))
}

export type Metric = (sample: Sample) => number | null
export const cpuPerOperation: Metric = (sample) => sample.cpu?.total ?? null
export const throughput: Metric = (sample) => sample.perSecond

/** The median over rounds of `of` / `to`, each within its round. Null when it could not be measured. */
export function ratio(metric: Metric, of: Reading, to: Reading): number | null {
  const ratios = of.samples.flatMap((sample, round) => {
    const [above, below] = [metric(sample), metric(to.samples[round] ?? sample)]
    return above === null || below === null || below === 0 || round >= to.samples.length ? [] : [above / below]
  })
  return ratios.length === 0 ? null : median(ratios)
}

/** `whole` minus the CPU of `part`, round by round: for a read that needs a write before it. */
export function without(whole: Reading, part: Reading, name: string): Reading {
  const samples = whole.samples.map((sample, round) => {
    const other = part.samples[round]?.cpu
    if (!sample.cpu || !other) return { ...sample, cpu: null }
    const { cpu } = sample
    return { ...sample, cpu: { ...cpu, app: cpu.app - other.app, database: cpu.database - other.database, total: cpu.total - other.total } }
  })
  return { ...whole, name, samples }
}

export function middle(reading: Reading, metric: Metric): number | null {
  const values = reading.samples.map(metric).filter((value) => value !== null)
  return values.length === 0 ? null : median(values)
}
