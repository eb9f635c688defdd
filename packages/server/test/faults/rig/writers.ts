import type { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../embedded/fixture/until.ts'
import { type Act, type Belongings, type Commons, chooseAct } from './acts.ts'
import { ask, connection, describeOutcome, isAnswer, type Outcome, succeeded } from './ask.ts'
import type { Credential, World } from './world.ts'

/** Returns the fault of an outcome, or null; called for every outcome. */
export type Rule = (outcome: Outcome) => string | null

export type Writers = {
  /** Every act that was begun, the acknowledged ones with their answer. */
  acts: Act[]
  /** Faults that no client should see. */
  wrongs: string[]
  acknowledged(): number
  /** Answers that came from the ledger: effects that a service without one would have had twice. */
  replays(): number
  /** Waits until this many more acts are acknowledged. */
  more(acts: number, limitMs?: number): Promise<void>
  /** Lets every writer get its last act acknowledged. */
  stop(): Promise<void>
}

type Pair<T> = readonly [T, T]

const retryAfterMs = 20

/**
 * People and agents that write without a pause, each on connections of its own; a failed act is sent again under the same id. `impatience`
 * is the share of acts that are sent twice at once.
 */
export function startWriters(world: World, rule: Rule, impatience = 0.15): Writers {
  const acts: Act[] = []
  const wrongs: string[] = []
  const commons: Commons = { world, cards: [] }
  let acknowledged = 0
  let replays = 0
  let stopping = false
  let writing = 0
  for (const [at, as] of [...world.people, ...world.agents].entries()) void write(as, urlsFrom(at))

  return {
    acts,
    wrongs,
    acknowledged: () => acknowledged,
    replays: () => replays,
    async more(count, limitMs) {
      const goal = acknowledged + count
      await until(`${count} more acts; wrong so far: ${wrongs.slice(0, 3)}`, () => acknowledged >= goal, limitMs)
    },
    async stop() {
      stopping = true
      await until('every writer to get its last act acknowledged', () => writing === 0)
    },
  }

  async function write(as: Credential, urls: Pair<string>): Promise<void> {
    const own: Belongings = { items: [], session: null, worked: new Set() }
    const agents = [connection(), connection()] as const
    writing += 1
    while (!stopping) {
      const { act, learn } = chooseAct(commons, own, as)
      acts.push(act)
      act.answer = await sendUntilAnswered(act, urls, agents)
      if (!act.answer) break
      acknowledged += 1
      learn(act.answer)
    }
    writing -= 1
    for (const agent of agents) agent.destroy()
  }

  /** Null when it was refused for good, which counts as a fault. */
  async function sendUntilAnswered(act: Act, [url, otherUrl]: Pair<string>, [agent, other]: Pair<Agent>): Promise<Act['answer']> {
    for (;;) {
      const twice = Math.random() < impatience
      const outcomes = await Promise.all([ask(url, act.question, agent), ...(twice ? [ask(otherUrl, act.question, other)] : [])])
      for (const outcome of outcomes) note(act, outcome)
      const [answer, second] = outcomes.filter(succeeded)
      if (answer && second && answer.text !== second.text && !act.question.path.startsWith('/api/tokens'))
        wrongs.push(`${act.mutationId}: two answers to one id: ${answer.text} and ${second.text}`)
      if (answer) return answer
      if (outcomes.some(isRefusal)) return null
      await sleep(retryAfterMs)
    }
  }

  /** Writers take the instances in turn, and send what they send twice to another one at the same time. */
  function urlsFrom(writer: number): Pair<string> {
    const [url = world.url, otherUrl = world.url] = [writer, writer + 1].map((at) => world.urls[at % world.urls.length])
    return [url, otherUrl]
  }

  function note(act: Act, outcome: Outcome): void {
    if (isAnswer(outcome) && outcome.headers['idempotency-replayed'] === 'true') replays += 1
    const wrong = rule(outcome) ?? (isRefusal(outcome) ? 'a refusal' : null)
    if (wrong)
      wrongs.push(
        `${wrong}: ${act.question.method} ${act.question.path} ${JSON.stringify(act.question.body)} → ${describeOutcome(outcome)}`,
      )
  }
}

/** Whether sending the request again would get the same answer. */
function isRefusal(outcome: Outcome): boolean {
  return isAnswer(outcome) && outcome.status >= 300 && outcome.headers['retry-after'] === undefined
}
