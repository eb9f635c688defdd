import { times } from '../figures.ts'
import { contest, cpuPerOperation, type Point, type Reading, ratio } from '../measure.ts'
import type { World } from '../world.ts'
import { type Group, insertBy } from './group.ts'

const noDearer = { atMost: 1.15 }

/** The cost of a mutation on a long list and on a large board. One caller, so that nothing is batched and only size differs. */
export const sizeGroup: Group = async (rig, pace) => {
  const points: Point[] = [
    insertBy(1),
    {
      name: 'create in a list of 20',
      on: 'tandem',
      callers: 1,
      act: async ({ world }) => ({ kind: 'create', boards: await world.small() }),
    },
    {
      name: 'create in a list of 2,000',
      on: 'tandem',
      callers: 1,
      act: async ({ world }) => ({ kind: 'create', boards: [await longList(world)] }),
    },
    {
      name: 'create on a board of 10,000',
      on: 'tandem',
      callers: 1,
      act: async ({ world }) => ({ kind: 'create', boards: [await largeBoard(world)] }),
    },
    { name: 'move on a board of 20', on: 'tandem', callers: 1, act: async ({ world }) => ({ kind: 'move', boards: await world.small() }) },
    {
      name: 'move on a board of 10,000',
      on: 'tandem',
      callers: 1,
      act: async ({ world }) => ({ kind: 'move', boards: [await largeBoard(world)] }),
    },
    {
      name: 'move between neighbours, list of 2,000',
      on: 'tandem',
      callers: 1,
      act: async ({ world }) => ({ kind: 'moveBetween', boards: [await longLists(world)] }),
    },
  ]
  const readings = await contest(rig, points, pace)
  const [, inShort, inLong, onLarge, moveSmall, moveLarge, between] = readings as [
    Reading,
    Reading,
    Reading,
    Reading,
    Reading,
    Reading,
    Reading,
  ]
  return {
    readings,
    figures: [
      times('CPU of a create in a list of 2,000, to one in a list of 20', ratio(cpuPerOperation, inLong, inShort), noDearer),
      times('CPU of a create on a board of 10,000, to one on a board of 20', ratio(cpuPerOperation, onLarge, inShort), noDearer),
      times('CPU of a move on a board of 10,000, to one on a board of 20', ratio(cpuPerOperation, moveLarge, moveSmall), noDearer),
      times('CPU of a move between neighbours, to a move to the end', ratio(cpuPerOperation, between, moveSmall)),
    ],
    notes: [],
  }
}

export const largeBoard = (world: World) => world.board('Large', [2_500, 2_500, 2_500, 2_500])
const longList = (world: World) => world.board('Long list', [2_000, 0])
const longLists = (world: World) => world.board('Long lists', [2_000, 2_000])
