import type { Session } from '@tandem/contract'
import type { RequestContext } from '../../request-context.ts'
import { sessionShape } from './sessions.ts'

/** Sessions of a card, newest first: live ones of other agents are among the latest. */
const looksAt = 50

/** A new session. Where other agents are at work on the card it names them: whether both go on is the agent's to think about. */
export async function openedShape(session: Session, context: RequestContext) {
  const directory = await context.directory(session.boardId)
  const onCard = await context.ask('session.listForCard', { cardId: session.cardId, limit: looksAt })
  const others = onCard.filter(({ agentActorId, endedAt }) => endedAt === null && agentActorId !== session.agentActorId)
  if (others.length === 0) return sessionShape(session, directory)
  return {
    ...sessionShape(session, directory),
    otherAgents: others.map(({ agentActorId, state }) => ({ agent: directory.who(agentActorId).handle, state })),
    hint: 'The agents in otherAgents are working on this card. Start only what they do not do, or end this session with fail.',
  }
}
