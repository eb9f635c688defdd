import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../embedded/fixture/until.ts'
import { ask, connection, describeOutcome, isAnswer, succeeded } from './ask.ts'
import { type Board, get, type World } from './world.ts'
import type { Rule } from './writers.ts'

export type Poller = {
  /** The ids of the activities seen, in the order in which they came. */
  seen: string[]
  wrongs: string[]
  /** Resolves once the poller has read `lastId`; undefined = the board has no activity. */
  stopAt(lastId: string | undefined): Promise<void>
}

const pauseMs = 20

/** Follows a board by `since=<last id>`, as an agent does. */
export function startPoller(world: World, board: Board, rule: Rule): Poller {
  const seen: string[] = []
  const wrongs: string[] = []
  const agent = connection()
  let stopping = false
  const running = poll()
  return {
    seen,
    wrongs,
    async stopAt(lastId) {
      await until(`the poller to come to ${lastId}; wrong so far: ${wrongs.slice(0, 3)}`, () => seen.at(-1) === lastId)
      stopping = true
      await running
      agent.destroy()
    },
  }

  async function poll(): Promise<void> {
    let since = board.lastActivityId
    while (!stopping) {
      const path = `/api/boards/${board.id}/activity?since=${since}&limit=200`
      const outcome = await ask(world.url, get(world.admin, path), agent)
      const wrong = rule(outcome) ?? (isAnswer(outcome) && outcome.status >= 300 && outcome.status !== 503 ? 'a refusal' : null)
      if (wrong) wrongs.push(`${wrong}: GET ${path} → ${describeOutcome(outcome)}`)
      const page: { id: string }[] = succeeded(outcome) ? outcome.body : []
      seen.push(...page.map(({ id }) => id))
      since = seen.at(-1) ?? since
      await sleep(pauseMs)
    }
  }
}
