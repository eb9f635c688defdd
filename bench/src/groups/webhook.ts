import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, figure, times } from '../figures.ts'
import { cpuGauge, drive, type Pace } from '../measure.ts'
import { spentBetween } from '../processes/cpu.ts'
import type { Arrivals } from '../processes/receiver.ts'
import type { Rig } from '../rig.ts'
import { median, percentile } from '../statistics.ts'
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
  const bursts = await burstsOf(rig, pace, { subscribed: board, alone: await rig.world.board('Not subscribed', [20]) })
  return {
    readings: [],
    figures: [
      ms('from the answer to the webhook, p50', lasting(50)),
      ms('from the answer to the webhook, p95', lasting(95), { atMost: 50 }),
      times('CPU of a create with a subscriber, its delivery included, to one without', ratioOf(bursts, 'cpu'), { atMost: 1.3 }),
      times('p50 of a create with a subscriber, to one without', ratioOf(bursts, 'p50Ms'), { atMost: 1.3 }),
    ],
    notes: [`${latencies.length} events measured.`, ...bursts.map(({ subscribed }) => subscribed.note)],
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

type Burst = { cpu: number | null; p50Ms: number; note: string }
type Bursts = { subscribed: Burst; alone: Burst }

/** Creates by 8 callers on a board with one subscriber and on one without, in turn; the first burst of each warms up. */
async function burstsOf(rig: Rig, pace: Pace, boards: { subscribed: BenchBoard; alone: BenchBoard }): Promise<Bursts[]> {
  const bursts: Bursts[] = []
  for (let round = 0; round <= pace.rounds; round++)
    bursts.push({ alone: await burst(rig, pace, boards.alone), subscribed: await burst(rig, pace, boards.subscribed) })
  return bursts.slice(1)
}

function ratioOf(bursts: readonly Bursts[], of: 'cpu' | 'p50Ms'): number | null {
  const ratios = bursts.flatMap(({ subscribed, alone }) => (subscribed[of] && alone[of] ? [subscribed[of] / alone[of]] : []))
  return ratios.length === 0 ? null : median(ratios)
}

/** Measured until the last delivery is done, so that its cost is that of the creates that caused it. */
async function burst(rig: Rig, pace: Pace, board: BenchBoard): Promise<Burst> {
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
  const cpu = spent && (spent.app + spent.database) / load.operations
  const each = cpu ? `${Math.round(cpu)} µs of CPU each, delivery included` : 'CPU not measured'
  const pace_ = `${load.operations} creates by ${burstCallers} callers in ${Math.round(load.elapsedMs)} ms`
  const end = left === 0 ? `all delivered after ${Math.round(lastedMs)} ms` : `${left} deliveries left`
  return { cpu, p50Ms: load.p50Ms, note: `Burst with one subscriber: ${pace_}, ${end}; ${each}.` }
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
