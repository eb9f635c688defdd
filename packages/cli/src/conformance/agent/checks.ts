import type { Check, Verdict } from '../check.ts'
import { verdictBy } from '../mistake.ts'
import { goesOn, replies } from './called.ts'
import { actsOnce, asks, follows, stops, takesUp, waitsForBlocker } from './delegated.ts'
import { putAway } from './put-away.ts'
import { claims, losesLease } from './queued.ts'
import { actsOnceOnRepeat } from './repeated.ts'
import type { Stage } from './stage.ts'

type Play = (stage: Stage) => Promise<void>

/** The requirements of docs/agents.md, as far as people can observe them. */
export const agentChecks: readonly Check<Stage>[] = [
  row('delegated', 'starts a delegated card, and completes its session', 'docs/agents.md#by-mcp', takesUp, null),
  row('reads', 'does what the description of the card says', 'docs/agents.md#by-mcp', follows),
  row('asks', 'waits for a late answer, and uses it', 'docs/agents.md#by-mcp', asks),
  row('once', 'does its task only once', 'docs/agents.md#by-webhook', actsOnce),
  row('repeated', 'acts once on a delivery that is sent twice', 'docs/webhooks.md#what-arrives', actsOnceOnRepeat),
  row('stop', 'ends its session when it is asked to stop, and writes nothing more', 'docs/agents.md#by-webhook', stops),
  row(
    'blocked',
    'skips a blocked card, and starts it when nothing blocks it',
    'docs/agents.md#cards-that-wait-for-other-cards',
    waitsForBlocker,
  ),
  row('mention', 'answers a comment that mentions it', 'docs/mcp.md#tools', replies),
  row('news', 'keeps working while others edit its card', 'docs/agents.md#messages-to-an-agent-at-work', goesOn, 'asks'),
  row('claim', 'claims a card from a queue, and completes it under one lease', 'docs/agents.md#queues-and-claims', claims),
  row('lease', 'leaves a session whose lease has expired to the next claim', 'docs/agents.md#queues-and-claims', losesLease, 'claim'),
]

function row(id: string, title: string, docs: string, play: Play, needs: string | null = 'delegated'): Check<Stage> {
  return { id, title, docs, ...(needs !== null && { needs }), play: (stage) => alone(stage, play) }
}

/** Removes the cards of a failed check, so that unfinished work does not keep the agent from the next one. */
async function alone(stage: Stage, play: Play): Promise<Verdict> {
  const before = stage.made.cardIds.length
  const verdict = await verdictBy(play(stage))
  if (verdict.result !== 'passed') await putAway(stage, before)
  return verdict
}
