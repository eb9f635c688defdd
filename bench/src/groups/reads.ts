import { times } from '../figures.ts'
import { contest, cpuPerOperation, type Reading, ratio } from '../measure.ts'
import type { Rig } from '../rig.ts'
import type { BenchBoard } from '../world.ts'
import { type Group, insertBy } from './group.ts'

const callers = 8
const commentsOnCard = 20
/** The number of activities that a poller fetches: one page. */
const activitiesBehind = 50

/** Uses boards of its own: groups before add comments to the cards of the busy boards. */
export const cardGroup: Group = async (rig, pace) => {
  const readOf = (name: string, board: BenchBoard) => ({
    name,
    on: 'tandem' as const,
    callers,
    act: () => ({ kind: 'readCard' as const, boards: [board] }),
  })
  const plain = await rig.world.board('Cards', [60])
  const commented = await rig.world.board('Cards with comments', [20])
  for (const cardId of commented.cardIds.flat())
    for (let at = 0; at < commentsOnCard; at++) await rig.world.api('POST', `/api/cards/${cardId}/comments`, { body: `Comment ${at}` })
  const reads = [readOf('card by id', plain), readOf(`card by id, with ${commentsOnCard} comments`, commented)]
  const readings = await contest(rig, [insertBy(callers), ...reads], pace)
  const [insert, card, withComments] = readings as [Reading, Reading, Reading]
  return {
    readings,
    figures: [
      times('CPU of a card read, without comments, to the insert', ratio(cpuPerOperation, card, insert), { atMost: 2 }),
      times(`CPU of a card read, with ${commentsOnCard} comments, to the insert`, ratio(cpuPerOperation, withComments, insert)),
    ],
    notes: [],
  }
}

export const activityGroup: Group = async (rig, pace) => {
  const { boardId, since } = await boardWithHistory(rig)
  const read = {
    name: `activity since, ${activitiesBehind} rows`,
    on: 'tandem' as const,
    callers,
    act: () => ({ kind: 'readActivity' as const, boardId, since }),
  }
  const readings = await contest(rig, [insertBy(callers), read], pace)
  const [insert, activity] = readings as [Reading, Reading]
  return { readings, figures: [times('CPU of activity since, to the insert', ratio(cpuPerOperation, activity, insert))], notes: [] }
}

async function boardWithHistory({ world }: Rig): Promise<{ boardId: string; since: string }> {
  const board = await world.board('History', [60])
  for (const [at, cardId] of board.cardIds.flat().entries()) await world.api('PATCH', `/api/cards/${cardId}`, { title: `Renamed ${at}` })
  const latest = (await world.api('GET', `/api/boards/${board.id}/activity?limit=${activitiesBehind + 1}`)).body as { id: string }[]
  return { boardId: board.id, since: latest.at(-1)?.id ?? '' }
}
