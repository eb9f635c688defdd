import { type Figure, times } from '../figures.ts'
import { contest, cpuPerOperation, type Pace, type Point, type Reading, ratio, throughput } from '../measure.ts'
import type { Rig } from '../rig.ts'
import { type Group, insertBy, unhurried, warm } from './group.ts'

/** More than the measurements claim, so that 10,000 cards are ready until the end. */
const cardsInQueue = 24_000
const mostCallers = 32

/**
 * Agents take cards from a queue of one board: delegation, session and lease, with three activities. Each caller is an agent. The one caller
 * comes last and warm.
 */
export const claimGroup: Group = async (rig, pace) => {
  const act = await queueOf(rig)
  const measured = []
  for (const callers of [mostCallers, 1]) measured.push(await byCallers(rig, callers === 1 ? unhurried(pace) : warm(pace), act, callers))
  const inOrder = measured.toReversed()
  return { readings: inOrder.flatMap(({ readings }) => readings), figures: inOrder.flatMap(({ figures }) => figures), notes: [] }
}

type ClaimAct = { kind: 'claim'; boardId: string; agentTokens: string[] }

async function queueOf({ world }: Rig): Promise<ClaimAct> {
  const { id: boardId, listIds } = await world.board('Queue', [cardsInQueue])
  await world.api('PATCH', `/api/lists/${listIds[0]}`, { queue: {} })
  const agentTokens: string[] = []
  for (let caller = 0; caller < mostCallers; caller++) agentTokens.push(await world.agent(boardId))
  return { kind: 'claim', boardId, agentTokens }
}

async function byCallers(rig: Rig, pace: Pace, act: ClaimAct, callers: number): Promise<{ readings: Reading[]; figures: Figure[] }> {
  const point: Point = { name: 'claim', on: 'tandem', callers, act: () => act }
  const readings = await contest(rig, [insertBy(callers), point], pace)
  const [insert, claim] = readings as [Reading, Reading]
  return {
    readings,
    figures: [
      times(`CPU of a claim, ${callers} callers, to the insert`, ratio(cpuPerOperation, claim, insert), { atMost: 6 }),
      times(
        `throughput of claims, ${callers} callers, to the insert`,
        ratio(throughput, claim, insert),
        callers === mostCallers ? { atLeast: 0.3 } : null,
      ),
    ],
  }
}
