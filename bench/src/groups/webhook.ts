import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, figure } from '../figures.ts'
import { cpuGauge, drive, type Pace } from '../measure.ts'
import { spentBetween } from '../processes/cpu.ts'
import type { Arrivals } from '../processes/receiver.ts'
import type { Rig } from '../rig.ts'
import { percentile } from '../statistics.ts'
import type { BenchBoard } from '../world.ts'
import type { Group } from './group.ts'

const pauseMs = 20
const burstCallers = 8
const drainPatienceMs = 15_000

/** From the answer to a mutation until its event is at a subscriber on loopback, at some fifty events a second; then a burst. */
export const webhookGroup: Group = async (rig, pace) => {
  const board = await rig.world.board('Subscribed', [20])
  const url = `http://127.0.0.1:${rig.receiver.port}/`
  await rig.world.api('POST', `/api/boards/${board.id}/webhooks`, { url, events: ['card.created'] })
  const latencies = await latenciesOf(rig, pace, board)
  const lasting = (share: number) => (latencies.length === 0 ? null : percentile(latencies, share))
  return {
    readings: [],
    figures: [
      ms('from the answer to the webhook, p50', lasting(50)),
      ms('from the answer to the webhook, p95', lasting(95), { atMost: 50 }),
    ],
    notes: [`${latencies.length} events measured.`, await burst(rig, pace, board)],
  }
}

export async function latenciesOf(rig: Rig, pace: Pace, board: BenchBoard): Promise<number[]> {
  const seconds = Math.max(1, pace.seconds * pace.rounds)
  const load = await drive(
    rig,
    { on: 'tandem', callers: 1 },
    { kind: 'create', boards: [board] },
    { seconds, pauseMs, keepAnswers: true, firstTurn: 0 },
  )
  const answers = Object.entries(load.answers)
  const arrivals = await arrivalsOf(
    rig,
    answers.map(([id]) => id),
  )
  const latencies = answers.flatMap(([id, atMs]) => {
    const arrivedAtMs = arrivals[id]
    // The event may overtake the answer.
    return arrivedAtMs === undefined ? [] : [Math.max(0, arrivedAtMs - atMs)]
  })
  if (latencies.length < answers.length) throw new Error(`${answers.length - latencies.length} of ${answers.length} events never arrived`)
  return latencies.sort((a, b) => a - b)
}

async function arrivalsOf(rig: Rig, ids: readonly string[]): Promise<Arrivals> {
  const untilMs = performance.now() + drainPatienceMs
  for (;;) {
    const arrivals = await rig.receiver.child.ask<Arrivals>('arrivals')
    if (ids.every((id) => id in arrivals) || performance.now() > untilMs) return arrivals
    await sleep(100)
  }
}

/** The cost of a create with one subscriber, its delivery included: measured until the last delivery is done. */
async function burst(rig: Rig, pace: Pace, board: BenchBoard): Promise<string> {
  const read = cpuGauge(rig, 'tandem')
  const before = read()
  const startMs = performance.now()
  const load = await drive(
    rig,
    { on: 'tandem', callers: burstCallers },
    { kind: 'create', boards: [board] },
    { seconds: pace.seconds, firstTurn: 0 },
  )
  const left = await drained(rig)
  const after = read()
  const lastedMs = performance.now() - startMs
  const spent = before && after && spentBetween(before, after)
  const cpu = spent ? `${Math.round((spent.app + spent.database) / load.operations)} µs of CPU each, delivery included` : 'CPU not measured'
  const pace_ = `${load.operations} creates by ${burstCallers} callers in ${Math.round(load.elapsedMs)} ms`
  return `Burst with one subscriber: ${pace_}, ${left === 0 ? `all delivered after ${Math.round(lastedMs)} ms` : `${left} deliveries left`}; ${cpu}.`
}

export async function drained(rig: Rig, patienceMs = drainPatienceMs): Promise<number> {
  const untilMs = performance.now() + patienceMs
  for (;;) {
    const isLate = performance.now() > untilMs
    // Counting a backlog again and again took a fifth of the CPU that was measured.
    const some = isLate ? '' : 'limit 1'
    const { rows } = await rig.database.query<{ left: number }>(
      `select count(*)::int as left from (select from deliveries where state = 'pending' ${some}) pending`,
    )
    const left = rows[0]?.left ?? 0
    if (left === 0 || isLate) return left
    await sleep(50)
  }
}

const ms = (what: string, measured: number | null, bound: Figure['bound'] = null) => figure(what, measured, 'ms', bound)
