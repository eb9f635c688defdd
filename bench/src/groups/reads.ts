import { times } from '../figures.ts'
import { contest, cpuPerOperation, type Reading, ratio } from '../measure.ts'
import type { Rig } from '../rig.ts'
import { type Group, insertBy } from './group.ts'

const callers = 8
/** The number of activities that a poller fetches: one page. */
const activitiesBehind = 50

export const cardGroup: Group = async (rig, pace) => {
  const read = {
    name: 'card by id',
    on: 'tandem' as const,
    callers,
    act: async ({ world }: Rig) => ({ kind: 'readCard' as const, boards: await world.busy() }),
  }
  const readings = await contest(rig, [insertBy(callers), read], pace)
  const [insert, card] = readings as [Reading, Reading]
  return { readings, figures: [times('CPU of a card read, to the insert', ratio(cpuPerOperation, card, insert), { atMost: 2 })], notes: [] }
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
