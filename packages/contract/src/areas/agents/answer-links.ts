import { z } from 'zod'
import { mutation, read } from '../../operation.ts'
import { linkedQuestion } from '../../records/agents/answer-link.ts'
import { answerNote, answerText, mostOptions, mostQuestions } from '../../records/agents/question.ts'

const token = z.string().min(1).max(200)

/** Answering a question by the link in an email, whose token is the only credential. Specification: beyond §6. */
export const answerLinks = {
  'answerLink.read': read({
    summary: 'Read the question of an answer link; changes nothing',
    spec: 'beyond §6',
    access: { public: true },
    input: z.object({ token }),
    output: linkedQuestion,
    rest: 'GET /api/answer-links/:token',
    errors: ['not_found', 'forbidden'],
  }),
  'answerLink.use': mutation({
    summary: 'Answer a question with an answer link, as the recipient of the e-mail; a link answers once',
    spec: 'beyond §6',
    access: { public: true },
    input: z.object({
      token,
      answer: answerText.optional().describe('Required without option and answers. For an approval: approve or deny.'),
      answers: z.array(answerText).min(1).max(mostQuestions).optional().describe('For several questions: one answer for each, in order.'),
      option: z
        .int()
        .min(0)
        .max(mostOptions - 1)
        .optional()
        .describe('Instead of answer: one of the options, counted from 0.'),
      note: answerNote.optional(),
    }),
    output: linkedQuestion,
    rest: 'POST /api/answer-links/:token',
    // As with `session.answer`: a late answer is refused, and the agent gets it as a message.
    records: ['agent_session.answered', 'agent_session.updated', 'agent_session.log', 'agent_session.question', 'agent_session.failed'],
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
} as const
