import { figure } from '../figures.ts'
import { cpuGauge, drive } from '../measure.ts'
import { spentBetween } from '../processes/cpu.ts'
import type { MorePorts } from '../processes/receiver.ts'
import type { Rig } from '../rig.ts'
import { percentile } from '../statistics.ts'
import type { Group } from './group.ts'
import { drained, latenciesOf } from './webhook.ts'

/** As many webhooks as a board may have. */
const webhooks = 20
const backlogEach = 500
const burstCallers = 8
const drainPatienceMs = 40_000

/** One receiver that works beside nineteen that never answer, at some fifty events a second. */
export const hangingGroup: Group = async (rig, pace) => {
  const board = await rig.world.board('Beside hanging ones', [20])
  const ports = await rig.receiver.child.ask<number[]>({ ports: webhooks - 1, that: 'hang' } satisfies MorePorts)
  const hanging = await subscribe(rig, board.id, ports)
  const [healthy] = await subscribe(rig, board.id, [rig.receiver.port])
  const latencies = await latenciesOf(rig, pace, board)
  // Otherwise hanging deliveries would be tried again during the next groups.
  for (const id of [...hanging, healthy]) await rig.world.api('DELETE', `/api/boards/${board.id}/webhooks/${id}`)
  return {
    readings: [],
    figures: [figure('to a receiver beside 19 that hang, p95', percentile(latencies, 95), 'ms', { atMost: 2_000 })],
    notes: [`${latencies.length} events measured.`],
  }
}

/** 10,000 deliveries that are due at once, to twenty receivers that take them. */
export const drainGroup: Group = async (rig, pace) => {
  const board = await rig.world.board('Drained', [20])
  const { body } = await rig.world.api('GET', `/api/boards/${board.id}/activity?limit=1`)
  const [newest] = body as { id: string }[]
  if (!newest) throw new Error('the board has no activity')
  const made = await createAtLeast(backlogEach)
  const ports = await rig.receiver.child.ask<number[]>({ ports: webhooks, that: 'take' } satisfies MorePorts)
  const ids = await subscribe(rig, board.id, ports)
  const read = cpuGauge(rig, 'tandem')
  const before = read()
  const startMs = performance.now()
  // Each webhook receives the activities from before it existed.
  await Promise.all(ids.map((id) => rig.world.api('POST', `/api/boards/${board.id}/webhooks/${id}/replay`, { since: newest.id })))
  const left = await drained(rig, drainPatienceMs)
  const seconds = (performance.now() - startMs) / 1_000
  const due = made * webhooks
  const after = read()
  const spent = before && after && spentBetween(before, after)
  const each = (microseconds: number) => microseconds / (due - left)
  const inMicroseconds = (microseconds: number) => `${Math.round(each(microseconds))} µs`
  const cpu = spent
    ? `CPU of each: ${inMicroseconds(spent.app)} in the service, ${inMicroseconds(spent.database)} in the database`
    : 'CPU not measured'
  for (const id of ids) await rig.world.api('DELETE', `/api/boards/${board.id}/webhooks/${id}`)
  return {
    readings: [],
    figures: [
      figure('pending deliveries drained in a second', (due - left) / seconds, '/s', { atLeast: 2_500 }),
      figure('CPU of a delivery that was pending', spent ? each(spent.app + spent.database) / 1_000 : null, 'ms', { atMost: 0.5 }),
    ],
    notes: [`${due} deliveries to ${webhooks} receivers, ${left} left after ${seconds.toFixed(1)} s; queueing them included. ${cpu}.`],
  }

  async function createAtLeast(count: number): Promise<number> {
    let operations = 0
    while (operations < count && pace.hasTime()) {
      const how = { seconds: 0.25, firstTurn: operations }
      operations += (await drive(rig, { on: 'tandem', callers: burstCallers }, { kind: 'create', boards: [board] }, how)).operations
    }
    return operations
  }
}

/** The ids of new webhooks of a board, one per port. */
async function subscribe(rig: Rig, boardId: string, ports: readonly number[]): Promise<string[]> {
  const ids: string[] = []
  for (const port of ports) {
    const made = await rig.world.api('POST', `/api/boards/${boardId}/webhooks`, {
      url: `http://127.0.0.1:${port}/`,
      events: ['card.created'],
    })
    ids.push((made.body as { webhook: { id: string } }).webhook.id)
  }
  return ids
}
