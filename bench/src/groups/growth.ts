import type { Curve, CurvePoint } from '../curves.ts'
import { times } from '../figures.ts'
import { contest, cpuPerOperation, type Pace, type Point, type Reading, ratio, without } from '../measure.ts'
import { type Rig, referenceBoardId } from '../rig.ts'
import { allLearned } from '../search-world.ts'
import type { BenchBoard } from '../world.ts'
import { type Findings, type Group, insertBy } from './group.ts'
import { freshlyRead } from './tree.ts'

const boardCounts = [1, 10, 100, 1_000, 10_000]
const cardCounts = [100, 1_000, 10_000, 100_000]
const callers = 8
const lists = 4
/** The acts use at most this many cards of each list of a large board. */
const knownOfList = 500

const mutations = ['create', 'move', 'comment'] as const

/** The cost of the same act with more boards in the service, and with more cards on its board. It needs a service of its own. */
export const growthGroup: Group = async (rig, pace) => {
  const boards = await alongBoards(rig, pace)
  const cards = pace.hasTime() ? await alongCards(rig, pace) : { readings: [], figures: [], notes: ['Cards: skipped, no time was left.'] }
  return {
    readings: [...boards.readings, ...cards.readings],
    figures: [...boards.figures, ...cards.figures],
    notes: [...boards.notes, ...cards.notes],
    curves: [...(boards.curves ?? []), ...(cards.curves ?? [])],
  }
}

/** The service gets more and more boards, and its callers write on all of them. */
async function alongBoards(rig: Rig, pace: Pace): Promise<Findings> {
  const readings: Reading[] = []
  const lines = mutations.map((name) => ({ name, points: [] as CurvePoint[] }))
  for (const count of boardCounts) {
    if (!pace.hasTime()) break
    const boards = await rig.world.fleet(count)
    await settled(rig, boards[0])
    const points = mutations.map(
      (kind): Point => ({ ...by(`${kind}, ${shown(count)} ${count === 1 ? 'board' : 'boards'}`, callers), act: () => ({ kind, boards }) }),
    )
    const [insert, ...acts] = await contest(rig, [insertBy(callers), ...points], pace)
    if (!insert) break
    readings.push(insert, ...acts)
    for (const [at, act] of acts.entries()) lines[at]?.points.push({ at: count, value: ratio(cpuPerOperation, act, insert) })
  }
  return {
    readings,
    figures: lines.map(({ name, points }) => times(`CPU of a ${name} with the most boards, to that with the fewest`, growthOf(points))),
    notes: [`Boards: ${callers} callers over all boards of the service, whose number grows from one step to the next.`],
    curves: [
      {
        name: 'boards',
        title: 'A change, by the number of boards',
        along: 'boards',
        of: 'the reference insert',
        scale: 'linear',
        series: lines,
      },
    ],
  }
}

/** One board of each size, in turn. One caller, so that nothing is batched and only the size differs. */
async function alongCards(rig: Rig, pace: Pace): Promise<Findings> {
  const boards: { count: number; board: BenchBoard }[] = []
  for (const count of cardCounts) {
    const board = await rig.world.board(
      `Grown ${count}`,
      Array.from({ length: lists }, () => count / lists),
    )
    boards.push({ count, board: { ...board, cardIds: board.cardIds.map((ids) => ids.slice(0, knownOfList)) } })
  }
  await settled(rig, boards[0]?.board)
  const select: Point = {
    ...by('select and stringify 2,000 cards', 1, 'reference'),
    act: () => ({ kind: 'selectCards', boardId: referenceBoardId }),
  }
  const points = boards.flatMap(({ count, board }) => pointsOf(shown(count), board))
  const [insert, selected, ...acts] = await contest(rig, [insertBy(1), select, ...points], pace)
  if (!insert || !selected) return { readings: [], figures: [], notes: [] }
  const perBoard = acts.length / boards.length
  const along = (at: number, to: Reading, cost = (of: readonly Reading[]) => of[at]) =>
    boards.map(({ count }, board): CurvePoint => {
      const of = cost(acts.slice(board * perBoard, (board + 1) * perBoard))
      return { at: count, value: of ? ratio(cpuPerOperation, of, to) : null }
    })
  const coldOf = ([, move, , , pair]: readonly Reading[]) => (pair && move ? without(pair, move, 'cold') : undefined)
  const [create, move, card, unchanged] = [0, 1, 2, 3].map((at) => along(at, insert))
  const cold = along(4, selected, coldOf)
  return {
    readings: [insert, selected, ...acts],
    figures: [
      times('CPU of a create on a board of 100,000 cards, to one on a board of 100', growthOf(create)),
      times('CPU of a move on a board of 100,000 cards, to one on a board of 100', growthOf(move)),
      times('CPU of a card read on a board of 100,000 cards, to one on a board of 100', growthOf(card)),
    ],
    notes: [
      'Cards: one caller, a board of each size. The CPU of a board that is read anew is that of a move and the read, less that of a move.',
    ],
    curves: [
      {
        name: 'cards',
        title: 'An act, by the cards on its board',
        along: 'cards on the board',
        of: 'the reference insert',
        scale: 'linear',
        series: series({ create, move, 'read a card': card, 'board unchanged (304)': unchanged }),
      },
      {
        name: 'trees',
        title: 'A whole board, read right after a change',
        along: 'cards on the board',
        scale: 'log',
        of: 'select and stringify of 2,000 cards by the reference',
        series: series({ 'whole board': cold }),
      },
    ],
  }
}

function pointsOf(size: string, board: BenchBoard): Point[] {
  return [
    { ...by(`create, ${size} cards`, 1), act: () => ({ kind: 'create', boards: [board] }) },
    { ...by(`move, ${size} cards`, 1), act: () => ({ kind: 'move', boards: [board] }) },
    { ...by(`card by id, ${size} cards`, 1), act: () => ({ kind: 'readCard', boards: [board] }) },
    {
      ...by(`board unchanged (304), ${size} cards`, 1),
      act: async (rig) => ({ kind: 'readTree', ...(await freshlyRead(rig, async () => board)) }),
    },
    { ...by(`move and board, ${size} cards`, 1), act: () => ({ kind: 'moveAndReadTree', board }) },
  ]
}

const by = (name: string, callers: number, on: Point['on'] = 'tandem') => ({ name, on, callers })
const shown = (count: number): string => count.toLocaleString('en-GB')
const series = (lines: Record<string, CurvePoint[] | undefined>): Curve['series'] =>
  Object.entries(lines).map(([name, points = []]) => ({ name, points }))

/** The ratio of the last value of a line to the first. */
function growthOf(points: readonly CurvePoint[] = []): number | null {
  const [first, last] = [points[0]?.value, points.at(-1)?.value]
  return first && last && points.length > 1 ? last / first : null
}

/** Waits until loaded data is in the index and in the statistics, so that no worker processes it during a measurement. */
async function settled({ world, database }: Rig, board: BenchBoard | undefined): Promise<void> {
  // Any change wakes the worker that indexes texts.
  if (board) await world.api('PATCH', `/api/boards/${board.id}`, { description: 'Grown' })
  await allLearned(database)
  await database.query('vacuum analyze')
}
