import { TandemError } from '@tandem/contract'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { advance, onCard, onWire } from './advance.ts'

/** A person answers the open question; the first of several wins. Specification: service §3, decisions §4. */
export const answerQuestion: HandlerOf<'session.answer'> = async (tx, input) => {
  if (tx.principal.kind !== 'human')
    throw new TandemError('forbidden', 'Only a person may answer. Agents wait for the answer in the events.')
  const at = await onCard(tx, tx.target)
  const { question } = tx.target
  if (!question || (input.questionEventId !== undefined && input.questionEventId !== question.eventId)) {
    const message = question
      ? 'Another question is open by now: read the session again.'
      : 'No question is open: it was answered or withdrawn.'
    throw new TandemError('conflict', message, { details: { session: onWire(tx, tx.target, at.card) } })
  }
  const answer = { answer: input.answer, actorId: tx.principal.actorId, questionEventId: question.eventId }
  const step = advance(tx, at, 'answer', { body: () => answer })
  tx.record(
    'agent_session.answered',
    { ...step.payload, eventId: step.event.id, answer: input.answer, answeredByActorId: tx.principal.actorId },
    step.options,
  )
  return step.answer
}
