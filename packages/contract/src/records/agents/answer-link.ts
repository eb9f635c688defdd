import { z } from 'zod'
import { timestamp } from '../../fields.ts'
import { aboutQuestion } from './question.ts'

/** The cause of a question's end: an answer of a person or the default, its session, or a change of the budget. */
const endedByWhat = z.enum(['person', 'default', 'agent', 'stop', 'service', 'budget'])
export type EndedByWhat = z.infer<typeof endedByWhat>

/** The page behind an answer link: one question, and nothing else of its session. */
export const linkedQuestion = z
  .object({
    personName: z.string().describe('The person this link answers for.'),
    agentName: z.string().describe('The agent that asked.'),
    boardName: z.string(),
    cardKey: z.string(),
    cardTitle: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    ...aboutQuestion,
    askedAt: timestamp,
    option: z.int().nullable().describe('The option that the link selects, counted from 0. null = none.'),
    end: z
      .object({
        by: endedByWhat,
        name: z.string().nullable().describe('The person who answered.'),
        isYou: z.boolean().describe('Whether the person of this link answered.'),
        answer: z.string().nullable(),
        reason: z.string().nullable().describe('Why the session failed.'),
        at: timestamp.nullable(),
      })
      .nullable()
      .describe('How the question ended. null = it is open.'),
  })
  .meta({ id: 'LinkedQuestion' })
export type LinkedQuestion = z.infer<typeof linkedQuestion>
