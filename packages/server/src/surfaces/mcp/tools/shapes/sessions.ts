import type { Session, SessionAnswer, SessionEvent } from '@tandem/contract'
import type { NameDirectory } from '../../name-directory.ts'
import { trimmed } from './trimmed.ts'

/** Sessions and their trail as agents read them. */
export function sessionShape(session: Session, directory: NameDirectory) {
  return {
    sessionId: session.sessionId,
    cardKey: session.cardKey,
    state: session.state,
    ...trimmed({
      agent: directory.who(session.agentActorId).handle,
      initiator: directory.who(session.initiatorActorId),
      trigger: session.trigger.type,
      statusText: session.statusText,
      summary: session.summary,
      failureReason: session.failureReason,
      stale: session.stale,
      question: session.question,
      plan: session.plan,
      externalUrl: session.externalUrl,
      usage: session.usage,
      stopRequestedAt: session.stopRequestedAt,
      stopRequestedBy: session.stopRequestedBy && directory.who(session.stopRequestedBy),
      lastAnswer: session.lastAnswer && answerShape(session.lastAnswer, directory),
      endedAt: session.endedAt,
    }),
  }
}

export const answerShape = ({ answeredByActorId, ...answer }: SessionAnswer, directory: NameDirectory) => ({
  ...answer,
  by: directory.who(answeredByActorId),
})

/** An answer says who gave it: only people do. */
export function eventShape({ id, kind, body, createdAt }: SessionEvent, directory: NameDirectory) {
  const by = body.actorId ?? body.byActorId
  return { id, kind, ...(typeof by === 'string' && { by: directory.who(by) }), body, createdAt }
}

export const postedShape = ({ event, session }: { event: SessionEvent; session: Session }, directory: NameDirectory) => ({
  event: { id: event.id, kind: event.kind },
  session: sessionShape(session, directory),
})
