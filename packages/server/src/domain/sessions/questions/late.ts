import { type EndedByWhat, type ParsedInputOf, refusal, type TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import { atLeast } from '../../../kernel/access.ts'
import { truncate } from '../../../kernel/common/truncate.ts'
import type { Mutation } from '../../../kernel/mutation.ts'
import { type Refused, refused } from '../../../kernel/reply.ts'
import { advance, type OnCard, onWire } from '../advance.ts'
import { givenLate, isOfMembers } from './given.ts'

/**
 * An answer that comes after the end of its question is refused, and passed on to the agent all the same: both commit together. The refusal
 * is returned and not thrown, because a throw would roll back what was written. Specification: beyond §6.
 */
type Input = ParsedInputOf<'session.answer'>
type QuestionRow = { id: string; body: { kind?: string; questions?: { kind?: string }[] } }
type EndRow = { kind: 'answer' | 'question' | 'state_change'; body: Record<string, string | true | undefined>; createdAt: string }
type EndedBy = {
  by: EndedByWhat
  actorId: string | null
  answer: string | null
  reason: string | null
  at: string | null
}

/** SQL condition: the first such event of a session after a question has ended it. */
export const endsQuestion = "(kind in ('answer', 'question') or kind = 'state_change' and body ->> 'to' in ('working', 'done', 'error'))"

/** `$1` session, `$2` the question, or null for the last one. */
const questionOf = sql<QuestionRow>(`select id, body from session_events
  where session_id = $1 and kind = 'question' and ($2::uuid is null or id = $2) order by id desc limit 1`)
/** `$1` session, `$2` question: the first event that can end it. If there is none, a change of the budget has ended it. */
const endOf = sql<EndRow>(`select kind, body, created_at from session_events where session_id = $1 and id > $2 and ${endsQuestion}
  order by id limit 1`)
const nameOf = sql<{ name: string }>('select name from actors where id = $1')

/** The reasons of the service itself to end a session. */
const ofService = new Set(['timeout', 'undelegated', 'lease_expired', 'agent_deactivated', 'member_removed'])
const mostShown = 200

export async function passOnLate(tx: Mutation<'agent_session.log'>, at: OnCard, input: Input): Promise<Refused> {
  const { session } = at
  const question = await tx.row(questionOf, [session.id, input.questionEventId ?? null])
  if (!question) {
    return refused(refusal(session.question ? 'questionOther' : 'questionGone', {}, { details: { session: onWire(tx, at) } }))
  }
  if (isOfMembers(question.body) && !atLeast(tx.role, 'member')) return refused(refusal('approvalOfMembers'))
  const end = await tx.row(endOf, [session.id, question.id])
  const said = { type: 'late_answer', questionEventId: question.id, ...givenLate(input), actorId: tx.principal.actorId }
  const { event, session: after } = advance(tx, at, 'answerLate', { body: () => said, payload: () => ({ payload: said }) })
  return refused(await refusalOf(tx, end, { session: after, questionEventId: question.id, event }))
}

/** The person or event that ended a question, with the name of the person who answered. */
export async function endOfQuestion(
  reader: Reader,
  { sessionId, questionEventId }: { sessionId: string; questionEventId: string },
): Promise<EndedBy & { name: string | null }> {
  const end = endedByOf(await reader.row(endOf, [sessionId, questionEventId]))
  const person = end.by === 'person' ? await reader.row(nameOf, [end.actorId]) : undefined
  return { ...end, name: person?.name ?? null }
}

/** The refusal, naming the person or the event that has ended the question. */
async function refusalOf(reader: Reader, end: EndRow | undefined, about: object): Promise<TandemError> {
  const endedBy = endedByOf(end)
  const extra = { details: { ...about, endedBy } }
  const answer = truncate(endedBy.answer ?? '', mostShown)
  switch (endedBy.by) {
    case 'person': {
      const name = (await reader.row(nameOf, [endedBy.actorId]))?.name ?? ''
      return refusal('questionAnswered', { name, answer }, extra)
    }
    case 'default':
      return refusal('questionDefaulted', { answer }, extra)
    case 'stop':
      return refusal('questionStopped', {}, extra)
    case 'budget':
      return refusal('questionLifted', {}, extra)
    default: {
      if (endedBy.reason === null) return refusal('questionCompleted', {}, extra)
      return refusal('questionFailed', { reason: truncate(endedBy.reason, mostShown) }, extra)
    }
  }
}

function endedByOf(end: EndRow | undefined): EndedBy {
  const nothing = { actorId: null, answer: null, reason: null, at: end?.createdAt ?? null }
  const { answer, actorId, byDefault, to, reason } = end?.body ?? {}
  if (end?.kind === 'answer') return { ...nothing, by: byDefault ? 'default' : 'person', actorId: textOf(actorId), answer: textOf(answer) }
  if (end?.kind !== 'state_change' || to === 'working') return { ...nothing, by: 'budget', at: null }
  if (to === 'done') return { ...nothing, by: 'agent' }
  const given = textOf(reason) ?? ''
  return { ...nothing, by: given === 'stopped' ? 'stop' : ofService.has(given) ? 'service' : 'agent', reason: given }
}

const textOf = (value: string | true | undefined): string | null => (typeof value === 'string' ? value : null)
