import { type Figure, times } from '../figures.ts'
import { contest, cpuPerOperation, type Point, type Reading, ratio, throughput } from '../measure.ts'
import { manyBoards } from '../world.ts'
import { type Group, warm } from './group.ts'

const callers = 33
const furtherInstances = 2
const kinds = ['move', 'comment'] as const
const further = [
  { on: 'pair', of: 'two instances' },
  { on: 'several', of: 'three instances' },
] as const

/**
 * A change through one instance, and through two and three that share the callers. It needs a service of its own. Instances that wait while
 * others are measured cost a little too: their polls of the database are in all figures.
 */
export const instancesGroup: Group = async (rig, pace) => {
  const boards = await rig.world.busy()
  for (let started = 0; started < furtherInstances; started++) await rig.further()
  const readings: Reading[] = []
  const figures: Figure[] = []
  for (const kind of kinds) {
    for (const count of [1, manyBoards]) {
      const act = () => ({ kind, boards: boards.slice(0, count) })
      const name = `${kind} on ${count === 1 ? 'one board' : `${count} boards`}`
      const points: Point[] = [
        { name: `${name}, one instance`, on: 'tandem', callers, act },
        ...further.map(({ on, of }): Point => ({ name: `${name}, ${of}`, on, callers, act })),
      ]
      const [one, ...more] = (await contest(rig, points, warm(pace))) as [Reading, ...Reading[]]
      readings.push(one, ...more)
      for (const [at, reading] of more.entries())
        figures.push(
          times(`CPU of ${name} through ${further[at]?.of}, to one`, ratio(cpuPerOperation, reading, one), { atMost: 1.2 }),
          times(`throughput of ${name} through ${further[at]?.of}, to one`, ratio(throughput, reading, one)),
        )
    }
  }
  return { readings, figures, notes: [`${callers} callers.`] }
}
