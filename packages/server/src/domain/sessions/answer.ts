import { refusal } from '@tandem/contract'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { advance, onCard, onWire, requireCaller } from './advance.ts'

/** A person answers the open question; the first of several wins. Specification: service §3, decisions §4. */
export const answerQuestion: HandlerOf<'session.answer'> = async (tx, input) => {
  requireCaller(tx, tx.target, 'answer')
  const at = await onCard(tx, tx.target)
  const { question } = tx.target
  if (!question || (input.questionEventId !== undefined && input.questionEventId !== question.eventId)) {
    throw refusal(question ? 'questionOther' : 'questionGone', {}, { details: { session: onWire(tx, at) } })
  }
  const { answer } = input
  const { actorId } = tx.principal
  return advance(tx, at, 'answer', {
    columns: () => ({
      lastAnswer: { questionEventId: question.eventId, question: question.question, answer, answeredByActorId: actorId, at: tx.now },
    }),
    body: () => ({ answer, actorId, questionEventId: question.eventId }),
    payload: ({ eventId }) => ({ eventId, questionEventId: question.eventId, answer, answeredByActorId: actorId }),
  })
}
