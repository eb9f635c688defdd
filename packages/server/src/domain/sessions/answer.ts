import { refusal } from '@tandem/contract'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { advance, onCard, onWire, requireCaller } from './advance.ts'
import { extendedBudget, meaningOf } from './budget/answer.ts'
import { afterAct } from './budget/budget.ts'
import { stopAnswered } from './stop.ts'

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
  const meant = meaningOf(tx, tx.target, answer)
  const budget = meant === 'more' ? await extendedBudget(tx, tx.target) : null
  const own = question.budgetOf === 'board' ? {} : { budget, budgetWarnedAt: null }
  const answered = advance(tx, at, 'answer', {
    columns: () => ({
      lastAnswer: { questionEventId: question.eventId, question: question.question, answer, answeredByActorId: actorId, at: tx.now },
      ...(meant === 'more' && { ...own, budgetExceededAt: null }),
    }),
    body: () => ({ answer, actorId, questionEventId: question.eventId, ...(budget && { budget }) }),
    payload: ({ eventId }) => ({
      eventId,
      questionEventId: question.eventId,
      answer,
      answeredByActorId: actorId,
      ...(budget && { budget }),
    }),
  })
  const session = meant === 'stop' ? await stopAnswered(tx, at) : await afterAct(tx, at)
  return { event: answered.event, session: session ?? answered.session }
}
