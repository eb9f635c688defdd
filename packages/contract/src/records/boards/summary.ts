import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** A count of this number stands for that many or more; lower counts are exact. */
export const mostCounted = 500

const counted = z.int().min(0).max(mostCounted)

/** The figures of a board in a list of boards. */
export const boardSummary = z
  .object({
    boardId: id,
    openCards: counted.describe(`Neither completed nor archived. ${mostCounted} = that many or more.`),
    cardsAtWork: counted.describe('Cards with a working session. 0 without sessions:read.'),
    openQuestions: counted.describe('Sessions that wait for an answer. 0 without sessions:read.'),
    lastActivityAt: timestamp.nullable(),
    activeActors: z
      .array(z.object({ id, kind: z.enum(['human', 'agent']), name: z.string(), handle: z.string(), avatarUrl: z.string().nullable() }))
      .max(5)
      .describe('The actors of the last 30 activities within 7 days, most recent first.'),
  })
  .meta({ id: 'BoardSummary' })
export type BoardSummary = z.infer<typeof boardSummary>
