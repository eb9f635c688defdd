import { isStateConflict } from '@tandem/contract'
import type { Stage } from './stage.ts'
import { hasEnded } from './watch.ts'

/** Ends the agent's sessions on the cards of the kit, from an index on, and archives these cards. */
export async function putAway(stage: Stage, from = 0): Promise<void> {
  const { client, made } = stage
  for (const cardId of made.cardIds.splice(from)) {
    await client.call('delegation.clear', { cardId })
    // A session opened by a mention can be ended by its agent only.
    for (const session of await client.call('session.listForCard', { cardId }))
      if (!hasEnded(session)) await stopUnlessEnded(stage, session.id)
    await client.call('card.update', { cardId, archived: true })
  }
}

async function stopUnlessEnded({ client }: Stage, sessionId: string): Promise<void> {
  try {
    await client.call('session.stop', { sessionId })
  } catch (error) {
    if (!isStateConflict(error)) throw error
  }
}
