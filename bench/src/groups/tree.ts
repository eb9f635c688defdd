import { times } from '../figures.ts'
import { contest, cpuPerOperation, type Point, type Reading, ratio, without } from '../measure.ts'
import { richBoard } from '../rich-board.ts'
import { type Rig, referenceBoardId } from '../rig.ts'
import type { BenchBoard } from '../world.ts'
import type { Group } from './group.ts'
import { largeBoard } from './size.ts'

const medium = ({ world }: Rig) => world.board('Medium', [170, 170, 160])
const big = ({ world }: Rig) => world.board('Big', [700, 700, 600])
const large = ({ world }: Rig) => largeBoard(world)

/** Board trees by one reader: cold (each read right after a move on the board), from the cache, and unchanged. */
export const treeGroup: Group = async (rig, pace) => {
  const points: Point[] = [
    {
      name: 'select and stringify 2,000 cards',
      on: 'reference',
      callers: 1,
      act: () => ({ kind: 'selectCards', boardId: referenceBoardId }),
    },
    warm('tree of 500, warm', medium),
    warm('tree of 2,000, warm', big),
    unchanged('tree of 500, 304', medium),
    unchanged('tree of 2,000, 304', big),
    warm('tree of 2,000 with all, warm', richBoard),
    unchanged('tree of 2,000 with all, 304', richBoard),
    move('move, 500', medium),
    moveAndRead('move and tree, 500', medium),
    move('move, 2,000', big),
    moveAndRead('move and tree, 2,000', big),
    move('move, 10,000', large),
    moveAndRead('move and tree, 10,000', large),
    move('move, 2,000 with all', richBoard),
    moveAndRead('move and tree, 2,000 with all', richBoard),
  ]
  const all = await contest(rig, points, pace)
  const [select, warm500, warm2000, same500, same2000, warmRich, sameRich, ...pairs] = all as [
    ...[Reading, Reading, Reading, Reading, Reading, Reading, Reading],
    ...Reading[],
  ]
  const cold = (at: number, name: string) => without(pairs[at * 2 + 1] as Reading, pairs[at * 2] as Reading, name)
  const [cold500, cold2000, cold10000] = [cold(0, 'tree of 500, cold'), cold(1, 'tree of 2,000, cold'), cold(2, 'tree of 10,000, cold')]
  const coldRich = cold(3, 'tree of 2,000 with all, cold')
  return {
    readings: [select, cold500, warm500, same500, cold2000, warm2000, same2000, cold10000, coldRich, warmRich, sameRich],
    figures: [
      times('CPU of the warm tree of 2,000, to select and stringify', ratio(cpuPerOperation, warm2000, select), { atMost: 1 }),
      times('CPU of select and stringify, to a 304', ratio(cpuPerOperation, select, same2000), { atLeast: 10 }),
      times('CPU of the cold tree of 2,000, to select and stringify', ratio(cpuPerOperation, cold2000, select), { atMost: 0.2 }),
      times('CPU of the warm tree of 2,000 with all, to select and stringify', ratio(cpuPerOperation, warmRich, select), { atMost: 1 }),
      times('CPU of select and stringify, to a 304 of the tree with all', ratio(cpuPerOperation, select, sameRich), { atLeast: 10 }),
      times('CPU of the cold tree of 2,000 with all, to that without', ratio(cpuPerOperation, coldRich, cold2000)),
      times('CPU of the cold tree of 10,000, to select and stringify', ratio(cpuPerOperation, cold10000, select), { atMost: 0.2 }),
    ],
    notes: [
      '"With all": two labels, three fields, counts, an assignee and a date on each card, an agent at work on every fifth, a blocker on every tenth.',
      'The CPU of a cold tree is that of a move followed by the read, less that of a move alone; its latency is of the read.',
    ],
  }
}

type BoardOf = (rig: Rig) => Promise<BenchBoard>

function warm(name: string, boardOf: BoardOf): Point {
  return { name, on: 'tandem', callers: 1, act: async (rig) => ({ kind: 'readTree', boardId: (await freshlyRead(rig, boardOf)).boardId }) }
}

function unchanged(name: string, boardOf: BoardOf): Point {
  return { name, on: 'tandem', callers: 1, act: async (rig) => ({ kind: 'readTree', ...(await freshlyRead(rig, boardOf)) }) }
}

function move(name: string, boardOf: BoardOf): Point {
  return { name, on: 'tandem', callers: 1, act: async (rig) => ({ kind: 'move', boards: [await boardOf(rig)] }) }
}

function moveAndRead(name: string, boardOf: BoardOf): Point {
  return { name, on: 'tandem', callers: 1, act: async (rig) => ({ kind: 'moveAndReadTree', board: await boardOf(rig) }) }
}

/** The board with the ETag that it has now. */
export async function freshlyRead(rig: Rig, boardOf: BoardOf): Promise<{ boardId: string; etag: string }> {
  const { id } = await boardOf(rig)
  const { etag } = await rig.world.api('GET', `/api/boards/${id}`)
  if (etag === null) throw new Error('the board tree carries no ETag')
  return { boardId: id, etag }
}
