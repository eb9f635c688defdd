import type { News, Session, SessionAnswer, SessionEvent, SimilarQuestion } from '@tandem/contract'
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
      asksFor: session.trigger.summary,
      statusText: session.statusText,
      summary: session.summary,
      failureReason: session.failureReason,
      stale: session.stale,
      question: session.question,
      plan: session.plan,
      externalUrl: session.externalUrl,
      usage: session.usage,
      waitingFor: session.waitingFor,
      waitingForHidden: session.waitingForHidden,
      startRequestedAt: session.startRequestedAt,
      startRequestedBy: session.startRequestedBy && directory.who(session.startRequestedBy),
      ...budgetShape(session),
      stopRequestedAt: session.stopRequestedAt,
      stopRequestedBy: session.stopRequestedBy && directory.who(session.stopRequestedBy),
      lastAnswer: session.lastAnswer && answerShape(session.lastAnswer, directory),
      lease: session.lease,
      endedAt: session.endedAt,
    }),
  }
}

/** Usage is shown only for a session with a budget. */
export const budgetShape = ({ budget, budgetUsed, budgetExceededAt }: Session) => (budget ? { budget, budgetUsed, budgetExceededAt } : {})

export const answerShape = ({ answeredByActorId, ...answer }: SessionAnswer, directory: NameDirectory) => ({
  ...answer,
  ...answeredBy({ answeredByActorId, byDefault: answer.byDefault }, directory),
})

/** Left out where the default was taken: no person answered. */
const answeredBy = ({ answeredByActorId, byDefault }: Pick<SessionAnswer, 'answeredByActorId' | 'byDefault'>, directory: NameDirectory) =>
  byDefault ? {} : { by: directory.who(answeredByActorId) }

const similarShape = (
  { answeredByActorId, cardKey, question, answer, note, at, byDefault, isClose }: SimilarQuestion,
  directory: NameDirectory,
) => ({
  cardKey,
  question,
  answer,
  ...trimmed({ note, byDefault, isClose }),
  ...answeredBy({ answeredByActorId, byDefault }, directory),
  at,
})

/** An answer says who gave it: only people do. Where the default was taken, no one is named. */
export function eventShape({ id, kind, body, createdAt }: SessionEvent, directory: NameDirectory) {
  const by = body.byDefault === true ? undefined : (body.actorId ?? body.byActorId)
  return { id, kind, ...(typeof by === 'string' && { by: directory.who(by) }), body, createdAt }
}

export type Posted = { event: SessionEvent | null; session: Session; news?: News; similar?: SimilarQuestion[] }

export const postedShape = ({ event, session, news, similar = [] }: Posted, directory: NameDirectory) => ({
  event: event && { id: event.id, kind: event.kind },
  session: sessionShape(session, directory),
  ...(similar.length > 0 && { similar: similar.map((question) => similarShape(question, directory)) }),
  ...newsShape(news, directory),
})

/** A heartbeat leaves no event. */
export type Noted = Omit<Posted, 'event' | 'similar'> & { event?: SessionEvent }

/** The answer to a note: an agent sends many, and each costs it tokens. */
export const notedShape = ({ event, session, news }: Noted, directory: NameDirectory) => ({
  ...(event && { event: { id: event.id, kind: event.kind } }),
  session: {
    cardKey: session.cardKey,
    state: session.state,
    ...trimmed({
      waitingFor: session.waitingFor,
      waitingForHidden: session.waitingForHidden,
      stopRequestedAt: session.stopRequestedAt,
      lease: event ? undefined : session.lease,
    }),
  },
  ...newsShape(news, directory),
})

/** Empty when there is no news. */
export function newsShape(news: News | undefined, directory: NameDirectory | ((cardId: string) => NameDirectory)) {
  if (!news || news.items.length === 0) return {}
  const directoryOf = typeof directory === 'function' ? directory : () => directory
  const items = news.items.map(({ verb, text, actorId, role, cardId }) => {
    const { handle, kind } = directoryOf(cardId).who(actorId)
    return { verb, text, ...trimmed({ by: handle, kind, role }) }
  })
  return { news: { items, cursor: news.cursor } }
}
