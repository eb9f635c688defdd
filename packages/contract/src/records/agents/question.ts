import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** Questions of agents to people, and their answers. Specification: service §3, beyond §6. */
export const questionKind = z.enum(['choice', 'approval', 'text'])

/** The answers of an approval, as its options. */
export const approvalAnswers = ['approve', 'deny'] as const

/** Several questions in one. */
export const mostQuestions = 5
/** A year, in minutes. */
export const longestDeadlineMinutes = 525_600
/** The most earlier questions of a board in one answer, and the most UTF-16 units of each of their texts. */
export const mostSimilar = 3
export const mostSimilarText = 1_000

export const mostOptions = 20

export const questionOptions = z.array(z.string().trim().min(1).max(200)).max(mostOptions)
export const answerText = z.string().trim().min(1).max(10_000)
export const answerNote = z.string().trim().min(1).max(2_000).describe('What else the agent should know.')

const kindOfQuestion = questionKind
  .optional()
  .describe('choice: one of the options. approval: approve or deny, by a member or an admin. text, or absent: free text.')

export const questionInput = z.object({
  question: z.string().trim().min(1).max(2_000),
  options: questionOptions.optional(),
  kind: kindOfQuestion,
})
export type QuestionInput = z.infer<typeof questionInput>

/** Attributes of a question besides its text and options; unset ones are absent. */
export const aboutQuestion = {
  kind: z
    .enum([...questionKind.options, 'budget'])
    .optional()
    .describe('budget: the service asks because a budget is used up.'),
  budgetOf: z.literal('board').optional().describe('With kind budget: it is the monthly budget of the board.'),
  expiresAt: timestamp.optional().describe('The deadline. The default is used then; without a default, the question stays open.'),
  defaultOption: z.string().optional().describe('The answer that is used at the deadline.'),
  questions: z
    .array(z.object({ question: z.string(), options: z.array(z.string()), kind: questionKind.optional() }))
    .optional()
    .describe('Several questions, answered together with `answers` in this order.'),
}

export const openQuestion = z.object({
  eventId: id,
  question: z.string(),
  options: z.array(z.string()),
  askedAt: timestamp,
  ...aboutQuestion,
})
export type OpenQuestion = z.infer<typeof openQuestion>

/** Attributes of an answer besides its text; unset ones are absent. */
export const aboutAnswer = {
  answers: z.array(z.string()).optional().describe('For several questions: the answer to each, in order. `answer` has them as one text.'),
  note: z.string().optional(),
  byDefault: z.literal(true).optional().describe('The deadline passed without an answer, so the default was used.'),
}

export const sessionAnswer = z.object({
  questionEventId: id,
  question: z.string(),
  answer: z.string(),
  answeredByActorId: id,
  at: timestamp,
  ...aboutAnswer,
})
export type SessionAnswer = z.infer<typeof sessionAnswer>

/** An earlier question of the board, with its answer. */
export const similarQuestion = sessionAnswer
  .extend({
    sessionId: id,
    cardId: id,
    cardKey: z.string(),
    question: z.string().max(mostSimilarText),
    answer: z.string().max(mostSimilarText),
    isClose: z.boolean().describe('It asks nearly the same: with onlyIfNew, the new question is not asked.'),
  })
  .meta({ id: 'SimilarQuestion' })
export type SimilarQuestion = z.infer<typeof similarQuestion>
