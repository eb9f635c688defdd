import { type Figure, times } from '../figures.ts'
import { contest, cpuPerOperation, type Pace, type Point, type Reading, ratio, throughput } from '../measure.ts'
import type { Rig } from '../rig.ts'
import { manyBoards } from '../world.ts'
import { type Group, insertBy, insertCountedBy, unhurried, warm } from './group.ts'

type Mutation = 'create' | 'move' | 'comment'

/** Callers at once, and the CPU to reach, to the insert. The one caller comes last. */
const steps: [callers: number, mostCpu: number][] = [
  [64, 5],
  [32, 1.8],
  [16, 1.8],
  [8, 5],
  [1, 2.5],
]

/**
 * A mutation with its activity, ledger row and fan-out, by 1 to 64 callers, over one board and over 64. The one caller comes last and
 * gets more time: it completes so few acts in a round that compilation and first plans of queries would dominate the figure.
 */
export function mutationGroup(kind: Mutation): Group {
  return async (rig, pace) => {
    const measured = []
    for (const step of steps) measured.push(await byCallers(rig, step[0] === 1 ? unhurried(pace) : warm(pace), kind, step))
    const inOrder = measured.toReversed()
    return { readings: inOrder.flatMap(({ readings }) => readings), figures: inOrder.flatMap(({ figures }) => figures), notes: [] }
  }
}

async function byCallers(
  rig: Rig,
  pace: Pace,
  kind: Mutation,
  [callers, mostCpu]: (typeof steps)[number],
): Promise<{ readings: Reading[]; figures: Figure[] }> {
  const points = [insertBy(callers), insertCountedBy(callers), onBoards(kind, callers, 1), onBoards(kind, callers, manyBoards)]
  const readings = await contest(rig, points, pace)
  const [insert, counted, one, many] = readings as [Reading, Reading, Reading, Reading]
  return {
    readings,
    figures: [
      times(`CPU of ${many.name}, ${callers} callers, to the insert`, ratio(cpuPerOperation, many, insert), { atMost: mostCpu }),
      times(`CPU of ${one.name}, ${callers} callers, to the insert`, ratio(cpuPerOperation, one, insert), { atMost: mostCpu }),
      times(
        `throughput of ${many.name}, ${callers} callers, to the insert`,
        ratio(throughput, many, insert),
        callers === 32 ? { atLeast: 0.35 } : null,
      ),
      times(`throughput of ${one.name}, ${callers} callers, to the insert that counts`, ratio(throughput, one, counted), { atLeast: 0.6 }),
    ],
  }
}

function onBoards(kind: Mutation, callers: number, boards: number): Point {
  return {
    name: `${kind} on ${boards === 1 ? 'one board' : `${boards} boards`}`,
    on: 'tandem',
    callers,
    act: async ({ world }) => ({ kind, boards: (await world.busy()).slice(0, boards) }),
  }
}
