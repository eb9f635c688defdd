import { figure } from '../figures.ts'
import { drive } from '../measure.ts'
import { startChild } from '../processes/child.ts'
import type { Load, Plan } from '../processes/load.ts'
import { peakMiB, residentMiB } from '../processes/resources.ts'
import type { Rig } from '../rig.ts'
import type { Group } from './group.ts'

const cards = 50_000
const lists = 5
const readers = 8
/** Long enough for all readers to have their answers on a slow machine. */
const probeSeconds = 12
const probePauseMs = 5

/**
 * An instance that has just started is asked for a board of 50,000 cards by eight readers at once, while another caller reads a small board. It
 * needs a service of its own.
 */
export const coldGroup: Group = async (rig) => {
  const large = await rig.world.board(
    'Cold',
    Array.from({ length: lists }, () => cards / lists),
  )
  const small = await rig.world.board('Beside', [20])
  await rig.database.query('vacuum analyze cards')
  const fresh = await rig.further()
  const at: Rig = { ...rig, sides: { ...rig.sides, tandem: { ...rig.sides.tandem, pid: fresh.pid, port: fresh.port } } }
  const outline = { kind: 'readOutline', boardId: small.id } as const
  await drive(at, { on: 'tandem', callers: 1 }, outline, { seconds: 1, firstTurn: 0 })
  const before = residentMiB(fresh.pid)
  const probe = startChild(new URL('../processes/load.ts', import.meta.url))
  try {
    const plan: Plan = {
      ports: [fresh.port],
      callers: 1,
      tokens: rig.world.tokens,
      seconds: probeSeconds,
      act: outline,
      firstTurn: 0,
      pauseMs: probePauseMs,
    }
    const probing = probe.ask<Load>(plan)
    const read = await drive(
      at,
      { on: 'tandem', callers: readers },
      { kind: 'readTree', boardId: large.id },
      { seconds: 0.05, firstTurn: 0 },
    )
    const { longestMs, operations, p99Ms } = await probing
    return {
      readings: [],
      figures: [
        figure('memory of the service while 8 read 50,000 cards cold', peakMiB(fresh.pid), 'MiB', { atMost: 300 }),
        figure('longest wait of another caller meanwhile', longestMs, 'ms', { atMost: 50 }),
      ],
      notes: [
        `${Math.round(before ?? 0)} MiB before. ${read.operations} answers after ${Math.round(read.elapsedMs)} ms; ${operations} answers to the other caller, p99 ${p99Ms.toFixed(1)} ms.`,
        ...Object.entries(read.errors).map(([what, count]) => `${count} × ${what}`),
      ],
    }
  } finally {
    await probe.end()
    await fresh.end()
  }
}
