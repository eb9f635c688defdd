import type pg from 'pg'
import type { Kill } from './attempt-checks.ts'
import { wrongReads } from './effects.ts'
import { startFollowers } from './follower.ts'
import { startHooks } from './hooks.ts'
import { startPoller } from './poller.ts'
import type { Report } from './report.ts'
import type { World } from './world.ts'
import type { Rule } from './writers.ts'

/** The readers of the boards: a poller for each, one socket for both, and receivers of webhooks. */
export type Readers = {
  arrived(): number
  wrongs(client: pg.ClientBase, kills: readonly Kill[]): Promise<string[]>
  figures(client: pg.ClientBase, kills: readonly Kill[]): Promise<NonNullable<Report['more']>>
}

/** Started before the writers, because readers expect all of their activities. */
export async function startReaders(world: World, rule: Rule, client: pg.ClientBase): Promise<Readers> {
  const hooks = await startHooks(world, client)
  const pollers = world.boards.map((board) => startPoller(world, board, rule))
  const followers = startFollowers(world)
  return {
    arrived: hooks.arrived,
    async wrongs(client, kills) {
      const [polls, told] = [await wrongReads(client, world, pollers), await wrongReads(client, world, followers)]
      return [...polls, ...told.map((wrong) => `socket: ${wrong}`), ...(await hooks.wrongs(client, kills))]
    },
    async figures(client, kills) {
      const events = pollers.reduce((sum, { seen }) => sum + seen.length, 0)
      return { events, socketConnections: followers[0]?.connections() ?? 0, ...(await hooks.figures(client, kills)) }
    },
  }
}
