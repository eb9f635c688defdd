import { type Figure, times } from '../figures.ts'
import { contest, cpuPerOperation, type Point, type Reading, ratio, throughput } from '../measure.ts'
import { manyBoards } from '../world.ts'
import { type Group, warm } from './group.ts'

const callers = 33
const furtherInstances = 2
const kinds = ['move', 'comment'] as const

/**
 * A change through one instance, and through three that share the callers. It needs a service of its own. The two that wait while one alone is
 * measured cost a little too: their polls of the database are in both figures.
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
        { name: `${name}, three instances`, on: 'several', callers, act },
      ]
      const [one, three] = (await contest(rig, points, warm(pace))) as [Reading, Reading]
      readings.push(one, three)
      figures.push(
        times(`CPU of ${name} through three instances, to one`, ratio(cpuPerOperation, three, one), { atMost: 1.2 }),
        times(`throughput of ${name} through three instances, to one`, ratio(throughput, three, one)),
      )
    }
  }
  return { readings, figures, notes: [`${callers} callers.`] }
}
