import { fieldRefusal, type OutputOf, type ParsedInputOf, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import { atLeast } from '../../kernel/access.ts'
import type { TargetMutation } from '../../kernel/mutation.ts'
import { type Done, done, type Refused } from '../../kernel/reply.ts'
import { advance, type OnCard, onCard, requireCaller } from './advance.ts'
import { extendedBudget, meaningOf } from './budget/answer.ts'
import { afterAct, type BudgetVerb } from './budget/budget.ts'
import { isDue, takeDefaultOn } from './questions/deadline.ts'
import { givenFor, isOfMembers } from './questions/given.ts'
import { passOnLate } from './questions/late.ts'
import { stopAnswered } from './stop.ts'

/**
 * A person answers the open question; the first of several wins. An answer after the end of its question is refused and passed on.
 * Specification: service §3, decisions §4, beyond §6.
 */
type Tx = TargetMutation<BudgetVerb | 'agent_session.answered', 'session'>
type Input = ParsedInputOf<'session.answer'>
type Answered = OutputOf<'session.answer'>

const readAgain = sql<SessionRow>('select * from sessions where board_id = $1 and id = $2')

export async function answerQuestion(tx: Tx, input: Input): Promise<Done<Answered> | Refused> {
  requireCaller(tx, tx.target, 'answer')
  if (input.answer === undefined && input.answers === undefined) throw fieldRefusal('answer', 'answerNeeded')
  const at = await onCard(tx, tx.target)
  if (isDue(at.session, tx.now)) return afterDeadline(tx, at, input)
  const { question } = at.session
  if (!question || (input.questionEventId !== undefined && input.questionEventId !== question.eventId)) return passOnLate(tx, at, input)
  if (isOfMembers(question) && !atLeast(tx.role, 'member')) throw refusal('approvalOfMembers')
  return done(await answerOpen(tx, { ...at, question }, input))
}

/**
 * The deadline takes effect at its time, even if the service has not acted on it yet. An answer that comes later is for an ended question.
 */
async function afterDeadline(tx: Tx, at: OnCard, input: Input): Promise<Refused> {
  const questionEventId = input.questionEventId ?? at.session.question?.eventId
  await takeDefaultOn(tx, at)
  const session = (await tx.row(readAgain, [tx.board.id, at.session.id])) ?? at.session
  return passOnLate(tx, { ...at, session }, { ...input, ...(questionEventId !== undefined && { questionEventId }) })
}

type OnQuestion = OnCard & { question: NonNullable<SessionRow['question']> }

async function answerOpen(tx: Tx, at: OnQuestion, input: Input): Promise<Answered> {
  const { question } = at
  const { actorId } = tx.principal
  const given = givenFor(question, input)
  const meant = meaningOf(tx, at.session, given.answer)
  const budget = meant === 'more' ? await extendedBudget(tx, at.session) : null
  const own = question.budgetOf === 'board' ? {} : { budget, budgetWarnedAt: null }
  const answered = advance(tx, at, 'answer', {
    columns: () => ({
      lastAnswer: { questionEventId: question.eventId, question: question.question, answeredByActorId: actorId, at: tx.now, ...given },
      ...(meant === 'more' && { ...own, budgetExceededAt: null }),
    }),
    body: () => ({ ...given, actorId, questionEventId: question.eventId, ...(budget && { budget }) }),
    payload: ({ eventId }) => ({
      eventId,
      questionEventId: question.eventId,
      ...given,
      answeredByActorId: actorId,
      ...(budget && { budget }),
    }),
  })
  const session = meant === 'stop' ? await stopAnswered(tx, at) : await afterAct(tx, at)
  return { event: answered.event, session: session ?? answered.session }
}
