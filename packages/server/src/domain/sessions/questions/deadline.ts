import { systemActorId } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import type { Mutation, TargetMutation } from '../../../kernel/mutation.ts'
import { advance, type OnCard, onCard } from '../advance.ts'
import { afterAct, type BudgetVerb } from '../budget/budget.ts'

/**
 * At the deadline of a question its default is taken, by the clock of the service and under the lock of the board: once, by whichever
 * instance acts first, or by the first late answer. Specification: beyond §6.
 */
type Verbs = BudgetVerb | 'agent_session.answered'

const page = 100

/** `$1` now. */
export const defaults = {
  due: sql<{ id: string }>(
    `select id from sessions where question_due_at <= $1 and question ->> 'defaultOption' is not null order by question_due_at limit ${page}`,
  ),
  page,
}

/** Older releases keep the deadline of a question that has ended: without a default there is nothing to take. */
export const isDue = ({ questionDueAt, question }: Pick<SessionRow, 'questionDueAt' | 'question'>, now: string): boolean =>
  questionDueAt !== null && questionDueAt <= now && question?.defaultOption !== undefined

/** False when it was answered meanwhile. */
export async function takeDefault(tx: TargetMutation<Verbs, 'session'>): Promise<boolean> {
  if (!isDue(tx.target, tx.now)) return false
  await takeDefaultOn(tx, await onCard(tx, tx.target))
  return true
}

export async function takeDefaultOn(tx: Mutation<Verbs>, at: OnCard): Promise<void> {
  const { question } = at.session
  if (question?.defaultOption === undefined) return
  const { eventId: questionEventId, defaultOption: answer } = question
  const byDefault = { byDefault: true } as const
  advance(tx, at, 'takeDefault', {
    byService: true,
    columns: () => ({
      lastAnswer: { questionEventId, question: question.question, answer, answeredByActorId: systemActorId, at: tx.now, ...byDefault },
    }),
    body: () => ({ answer, actorId: systemActorId, questionEventId, ...byDefault }),
    payload: ({ eventId }) => ({ eventId, questionEventId, answer, answeredByActorId: systemActorId, ...byDefault }),
  })
  await afterAct(tx, at)
}
