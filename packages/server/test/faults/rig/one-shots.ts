import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { until } from '../../embedded/fixture/until.ts'
import { ask, connection, describeOutcome, type Outcome, succeeded } from './ask.ts'
import { post, type World } from './world.ts'
import type { Rule } from './writers.ts'

export type OneShots = {
  /** Stops sending and returns the faults. */
  stop(client: pg.ClientBase): Promise<string[]>
}

const callers = 4

/** Callers who send each card once and without an id, and not again when there is no answer: the service must not create it twice. */
export function startOneShots(world: World, rule: Rule): OneShots {
  const sent = new Map<string, Outcome>()
  const wrongs: string[] = []
  const [listId] = world.spare.listIds
  let stopping = false
  let running = 0
  for (let n = 0; n < callers; n++) void run()
  return {
    async stop(client) {
      stopping = true
      await until('the callers without ids to end', () => running === 0)
      return [...wrongs.slice(0, 10), ...(await wrongCounts(client, sent))]
    },
  }

  async function run(): Promise<void> {
    const agent = connection()
    running += 1
    while (!stopping) {
      const title = `once-${randomUUID()}`
      const outcome = await ask(world.url, post(world.admin, `/api/lists/${listId}/cards`, { title }), agent)
      sent.set(title, outcome)
      const wrong = rule(outcome)
      if (wrong) wrongs.push(`${title}: ${wrong}`)
      if (!succeeded(outcome)) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    running -= 1
    agent.destroy()
  }
}

/** Acknowledged = there once; not acknowledged = there at most once. */
async function wrongCounts(client: pg.ClientBase, sent: ReadonlyMap<string, Outcome>): Promise<string[]> {
  const { rows } = await client.query<{ title: string; cards: number }>(
    `select title, count(*)::int as cards from cards where title like 'once-%' group by title`,
  )
  const cards = new Map(rows.map((row) => [row.title, row.cards]))
  return [...sent]
    .filter(([title, outcome]) => (cards.get(title) ?? 0) > 1 || (succeeded(outcome) && !cards.has(title)))
    .map(([title, outcome]) => `${title}: ${cards.get(title) ?? 0} cards after ${describeOutcome(outcome).slice(0, 80)}`)
}
