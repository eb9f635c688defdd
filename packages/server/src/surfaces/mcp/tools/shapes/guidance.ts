import type { Card } from '@tandem/contract'
import type { RequestContext } from '../../request-context.ts'

/** The guidance of the board comes with a card that the agent works on, however it reads the card. Specification: beyond §2. */
export async function guidanceWith(card: Card, context: RequestContext): Promise<{ agentGuidance?: string }> {
  const isAtWork = card.sessions.some(({ agentActorId, endedAt }) => endedAt === null && agentActorId === context.principal.actorId)
  const agentGuidance = isAtWork ? (await context.directory(card.boardId)).board?.agentGuidance : undefined
  return agentGuidance ? { agentGuidance } : {}
}
