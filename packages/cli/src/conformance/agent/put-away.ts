import { TandemError } from '@tandem/contract'
import type { Stage } from './stage.ts'
import { hasEnded } from './watch.ts'

/** Ends what the agent still does on the cards of the kit, from one on, and archives these. */
export async function putAway(stage: Stage, from = 0): Promise<void> {
  const { client, made } = stage
  for (const cardId of made.cardIds.splice(from)) {
    await client.call('delegation.clear', { cardId })
    // A session that a mention opened ends by its agent alone.
    for (const session of await client.call('session.listForCard', { cardId }))
      if (!hasEnded(session)) await stopUnlessEnded(stage, session.id)
    await client.call('card.update', { cardId, archived: true })
  }
}

async function stopUnlessEnded({ client }: Stage, sessionId: string): Promise<void> {
  try {
    await client.call('session.stop', { sessionId })
  } catch (error) {
    if (!(error instanceof TandemError && error.code === 'conflict')) throw error
  }
}
