import {
  approvalAnswers,
  fieldRefusal,
  longestDeadlineMinutes,
  type OpenQuestion,
  type ParsedInputOf,
  type QuestionInput,
  type SimilarQuestion,
} from '@tandem/contract'
import type { Mutation } from '../../../kernel/mutation.ts'
import { watcherNotices } from '../../watches/handlers.ts'
import { type Advanced, advance, type OnCard, onWire, requireState } from '../advance.ts'
import { tierAbove } from '../route-question.ts'
import { fitting } from './given.ts'
import { similarTo } from './memory.ts'

/** An agent asks people. Specification: service §3, beyond §6. */
type Input = ParsedInputOf<'session.post'>
type Asked = Omit<OpenQuestion, 'eventId' | 'askedAt'>

/** `event` is null where nothing was asked. */
export type Posted = Omit<Advanced, 'event'> & { event: Advanced['event'] | null; similar?: SimilarQuestion[] }

export async function askHuman(tx: Mutation<'agent_session.question'>, at: OnCard, input: Input): Promise<Posted> {
  const asked = questionIn(input, tx.now)
  requireState(tx, at, 'askHuman')
  const [tier, similar] = await Promise.all([tierAbove(tx, at, 0), similarTo(tx, asked.question)])
  if (input.onlyIfNew && similar.some(({ isClose }) => isClose)) return { event: null, session: onWire(tx, at), similar }
  const { question, options, ...about } = asked
  const advanced = advance(tx, at, 'askHuman', {
    columns: ({ eventId }) => ({
      question: { eventId, question, options, askedAt: tx.now, ...about },
      questionTier: tier?.tier ?? 0,
      questionRoutedAt: tx.now,
      questionDueAt: about.defaultOption === undefined ? null : (about.expiresAt ?? null),
      questionClimbAt: about.expiresAt === undefined ? null : halfway(tx.now, about.expiresAt),
    }),
    body: () => ({ question, options, ...about }),
    payload: ({ eventId }) => ({ eventId, question, options, ...about }),
    notify: [{ actorIds: tier?.actorIds ?? [], reason: 'question', excerpt: question }],
    tells: watcherNotices(at.card, question),
  })
  return { ...advanced, similar }
}

/** The next people still have half of the time. */
const halfway = (from: string, to: string): string => new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString()

/** Throws validation for a question that cannot be answered, or that would answer itself. */
function questionIn(input: Input, now: string): Asked {
  const deadline = deadlineIn(input, now)
  if (input.questions) return severalIn(input, input.questions, deadline)
  if (input.question === undefined) throw fieldRefusal('question', 'opNeeds', { op: input.op })
  const { options, kind } = partOf(input)
  if (kind === 'approval' && input.onlyIfNew) throw fieldRefusal('onlyIfNew', 'approvalAlwaysNew')
  const about = { question: input.question, options, ...(kind && { kind }), ...deadline }
  return input.defaultOption === undefined ? about : { ...about, defaultOption: defaultIn(about, input.defaultOption) }
}

/** `question` holds all of them, for clients that read no other field. */
function severalIn(input: Input, given: readonly QuestionInput[], deadline: Pick<Asked, 'expiresAt'>): Asked {
  if ([input.question, input.options, input.kind, input.defaultOption].some((value) => value !== undefined)) {
    throw fieldRefusal('questions', 'questionsOrQuestion')
  }
  if (input.onlyIfNew && given.some(({ kind }) => kind === 'approval')) throw fieldRefusal('onlyIfNew', 'approvalAlwaysNew')
  const questions = given.map(({ question, ...part }) => ({ question, ...partOf(part) }))
  const lines = questions.map(
    ({ question, options }, at) => `${at + 1}. ${question}${options.length > 0 ? ` (${options.join(' / ')})` : ''}`,
  )
  return { question: lines.join('\n'), options: [], questions, ...deadline }
}

function partOf({ options = [], kind }: Pick<Input, 'options' | 'kind'>) {
  if (kind === 'approval' && options.length > 0) throw fieldRefusal('options', 'approvalHasOptions')
  if (kind === 'choice' && options.length < 2) throw fieldRefusal('options', 'choiceNeedsOptions')
  return { options: kind === 'approval' ? [...approvalAnswers] : options, ...(kind && { kind }) }
}

function deadlineIn({ expiresAt, expiresInMinutes }: Input, now: string): Pick<Asked, 'expiresAt'> {
  if (expiresAt !== undefined && expiresInMinutes !== undefined) throw fieldRefusal('expiresAt', 'deadlineTwice')
  if (expiresInMinutes !== undefined) return { expiresAt: new Date(Date.parse(now) + expiresInMinutes * 60_000).toISOString() }
  if (expiresAt === undefined) return {}
  const minutes = (Date.parse(expiresAt) - Date.parse(now)) / 60_000
  if (minutes <= 0 || minutes > longestDeadlineMinutes) throw fieldRefusal('expiresAt', 'deadlineUnfit')
  return { expiresAt }
}

/** An agent would approve of its own act by waiting: the default of an approval can only be to deny. */
function defaultIn(question: Asked, given: string): string {
  if (question.expiresAt === undefined) throw fieldRefusal('defaultOption', 'defaultNeedsDeadline')
  const isChoice = question.kind === undefined && question.options.length > 0
  const fit = fitting(isChoice ? { ...question, kind: 'choice' } : question, given, 'defaultOption')
  if (question.kind === 'approval' && fit !== 'deny') throw fieldRefusal('defaultOption', 'approvalNoDefault')
  return fit
}
