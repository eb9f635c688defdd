import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchBoard, World } from '../world.ts'

/** Changes cards of a board at an even pace: titles, and every fifth time a place. */
export async function changeCards(world: World, board: BenchBoard, pace: { aSecond: number; seconds: number }): Promise<void> {
  const startMs = performance.now()
  const sent: Promise<unknown>[] = []
  for (let turn = 0; turn < pace.aSecond * pace.seconds; turn++) {
    const dueMs = startMs + (1_000 * turn) / pace.aSecond
    await sleep(Math.max(0, dueMs - performance.now()))
    const ids = board.cardIds[turn % board.cardIds.length] ?? []
    // Cards at the top, which are visible, and cards from the whole list.
    const id = ids[turn % 2 === 0 ? turn % 8 : (turn * 37) % ids.length]
    const change = turn % 5 === 0 ? { listId: board.listIds[turn % board.listIds.length] } : { title: `Changed, turn ${turn}` }
    sent.push(world.api('PATCH', `/api/cards/${id}`, change))
  }
  await Promise.all(sent)
}
