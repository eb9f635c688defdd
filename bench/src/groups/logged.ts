import { times } from '../figures.ts'
import { contest, cpuPerOperation, type Point, type Reading, ratio } from '../measure.ts'
import { median } from '../statistics.ts'
import { type Group, warm } from './group.ts'
import { freshlyRead } from './tree.ts'

/** The difference is smaller than the noise of one comparison. */
const pairs = 7

/** What a line in the log costs the cheapest request: a 304 at the default level, beside one without lines. It needs a service of its own. */
export const loggedGroup: Group = async (rig, pace) => {
  await rig.further('info')
  const board = await rig.world.board('Logged', [170, 170, 160])
  const unchanged = (on: 'tandem' | 'logged'): Point => ({
    name: on === 'logged' ? '304, with a line' : '304',
    on,
    callers: 4,
    act: async () => ({ kind: 'readTree', ...(await freshlyRead(rig, async () => board)) }),
  })
  const points = Array.from({ length: pairs }, () => [unchanged('tandem'), unchanged('logged')]).flat()
  const readings = await contest(rig, points, warm(pace))
  const ratios = Array.from({ length: pairs }, (_, at) => {
    const [quiet, logged] = readings.slice(at * 2, at * 2 + 2) as [Reading, Reading]
    return ratio(cpuPerOperation, logged, quiet)
  }).filter((one) => one !== null)
  return {
    readings: readings.slice(0, 2),
    figures: [times('CPU of a 304 with a line in the log, to one without', ratios.length > 0 ? median(ratios) : null, { atMost: 1.05 })],
    notes: [`The median of ${pairs} comparisons, from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} ×.`],
  }
}
