import type { Session } from '@tandem/contract'
import { Mistake, NotPlayed } from '../mistake.ts'
import { newWord, type Order } from './orders.ts'
import { addCard, commentsWith, type Stage } from './stage.ts'
import { becomes, completes, found, pause } from './watch.ts'

/** Checks of agents that claim cards of a queue. Each throws Mistake, or NotPlayed. */

/** The shortest lease, and the further time that the agent is told to be silent. */
const [leaseSeconds, silentSeconds] = [60, 75]

export async function claims(stage: Stage): Promise<void> {
  const word = newWord()
  const { session } = await claimed(stage, 'claim a card', { do: 'finish', word })
  const ended = await completes(stage, session.id, word)
  if (ended.lease?.generation !== 1) throw new Mistake('one lease from the claim to the end', `lease ${ended.lease?.generation ?? 'none'}`)
}

export async function losesLease(stage: Stage): Promise<void> {
  const word = newWord()
  const { card, session } = await claimed(stage, 'lose a lease', { do: 'lapse', word, seconds: silentSeconds })
  const longMs = stage.timeoutMs + 1000 * silentSeconds
  const { expiresAt = null } = session.lease ?? {}
  if (expiresAt !== null && Date.parse(expiresAt) - Date.parse(session.updatedAt) > 1000 * (leaseSeconds + 1))
    throw new NotPlayed(`the agent claimed the card for longer than ${leaseSeconds} seconds.`)
  await becomes(stage, session.id, { what: 'the lease expires', fits: ({ lease }) => (lease?.generation ?? 1) > 1, withinMs: longMs })
  await becomes(stage, session.id, {
    what: 'the session is claimed again and completed',
    fits: ({ state }) => state === 'done',
    withinMs: longMs,
  })
  await pause(stage)
  const comments = await commentsWith(stage, card.id, word)
  if (comments.length !== 1)
    throw new Mistake(`one comment with the word ${word}, of the second claim`, `${comments.length} comments with it`)
}

/** A card of a queue for the agent alone. Throws NotPlayed if it takes none. */
async function claimed(stage: Stage, title: string, order: Order): Promise<{ card: { id: string }; session: Session }> {
  const { client, boardId, agent } = stage
  const { id: listId } = await client.call('list.create', { boardId, name: `Queue: ${title}` })
  stage.made.listIds.push(listId)
  await client.call('list.update', { listId, queue: { agentActorIds: [agent.id] } })
  const card = await addCard(stage, title, order, listId)
  const session = await found(stage, async () => (await client.call('session.listForCard', { cardId: card.id }))[0] ?? null)
  if (!session) throw new NotPlayed(`the agent did not claim a card from a queue within ${stage.timeoutMs / 1000} seconds.`)
  return { card, session }
}
