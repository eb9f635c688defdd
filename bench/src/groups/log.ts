import { type Figure, figure, times } from '../figures.ts'
import { fillLog } from '../large-log.ts'
import { contest, cpuPerOperation, type Pace, type Point, type Reading, ratio } from '../measure.ts'
import type { Rig } from '../rig.ts'
import { median, percentile } from '../statistics.ts'
import type { BenchBoard } from '../world.ts'
import { type Group, insertBy } from './group.ts'

const manyBoards = 500
const asked = 40
const mebibyte = 2 ** 20

/** What a year of activities makes slower, each beside the same before they were loaded. It needs a service of its own. */
export const logGroup: Group = async (rig, pace) => {
  const busiest = await rig.world.board('Log', [50, 50, 50])
  const boards = [busiest, ...(await rig.world.fleet(manyBoards))]
  await historyOf(rig, busiest)
  const few = await measured(rig, pace, busiest)
  await fillLog(rig.database, boards, rig.activities)
  const many = await measured(rig, pace, busiest)
  const { ms, bytes } = await rig.backUp()
  const of = `with ${shown(rig.activities)} activities`
  return {
    readings: [...few.readings, ...many.readings.map((reading) => ({ ...reading, name: `${reading.name}, ${of}` }))],
    figures: [
      times(`CPU of a move ${of}, to before`, over(many.move, few.move), { atMost: 1.15 }),
      times(`CPU of a page of since ${of}, to before`, over(many.since, few.since), { atMost: 1.15 }),
      times(`start of an instance ${of}, to before`, over(many.startMs, few.startMs), { atMost: 1.3 }),
      ...many.latencies.map(({ what, p95 }): Figure => figure(`${what} ${of}, p95`, p95, 'ms', { atMost: 50 })),
      figure(`a backup of ${shown(Math.round(bytes / mebibyte))} MiB in a second`, bytes / mebibyte / (ms / 1_000), 'MiB'),
    ],
    notes: [`The backup took ${(ms / 1_000).toFixed(0)} s.`],
  }
}

type Measured = {
  readings: Reading[]
  move: number | null
  since: number | null
  startMs: number
  latencies: { what: string; p95: number }[]
}

async function measured(rig: Rig, pace: Pace, board: BenchBoard): Promise<Measured> {
  const { body } = await rig.world.api('GET', `/api/boards/${board.id}/activity?limit=51`)
  const since = (body as { id: string }[]).at(-1)?.id ?? ''
  const by = { on: 'tandem' as const, callers: 1 }
  const points: Point[] = [
    insertBy(1),
    { ...by, name: 'move', act: () => ({ kind: 'move', boards: [board] }) },
    { ...by, name: 'since, 50 rows', act: () => ({ kind: 'readActivity', boardId: board.id, since }) },
  ]
  const readings = await contest(rig, points, { ...pace, warmUpSeconds: pace.seconds * 2 })
  const [insert, move, page] = readings as [Reading, Reading, Reading]
  const starts = [await startMs(rig), await startMs(rig), await startMs(rig)]
  return {
    readings,
    move: ratio(cpuPerOperation, move, insert),
    since: ratio(cpuPerOperation, page, insert),
    startMs: median(starts),
    latencies: await latencies(rig, board),
  }
}

async function startMs(rig: Rig): Promise<number> {
  const { readyMs, end } = await rig.further()
  await end()
  return readyMs
}

/** What reads more of the log than its end. */
async function latencies({ world }: Rig, board: BenchBoard): Promise<Measured['latencies']> {
  const cards = board.cardIds.flat()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const reads: [what: string, path: (at: number) => string][] = [
    ['200 activities since a time', (at) => `/api/boards/${board.id}/activity?since=${daysAgo(at * 9)}&limit=200`],
    ["a card's history", (at) => `/api/cards/${cards[at % cards.length]}/activity`],
    ['insights of a board', () => `/api/boards/${board.id}/insights`],
  ]
  const found: Measured['latencies'] = []
  for (const [what, path] of reads) {
    const times: number[] = []
    for (let at = 0; at < asked; at++) {
      const startMs = performance.now()
      await world.api('GET', path(at))
      times.push(performance.now() - startMs)
    }
    found.push({
      what,
      p95: percentile(
        times.toSorted((a, b) => a - b),
        95,
      ),
    })
  }
  return found
}

/** A page of activities, so that both logs have one. */
async function historyOf({ world }: Rig, board: BenchBoard): Promise<void> {
  for (const [at, cardId] of board.cardIds.flat().entries()) await world.api('PATCH', `/api/cards/${cardId}`, { title: `Renamed ${at}` })
}

const over = (after: number | null, before: number | null): number | null => (after === null || before === null ? null : after / before)
const shown = (count: number): string => count.toLocaleString('en')
