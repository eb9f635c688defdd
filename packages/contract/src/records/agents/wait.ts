import { z } from 'zod'
import { id, sessionState, timestamp } from '../../fields.ts'
import { aboutQuestion } from './question.ts'

/** Waits between actors. Specification: beyond §4. */
const actor = z.object({ id, name: z.string(), handle: z.string() })
const card = { boardId: id, boardName: z.string(), cardId: id, cardKey: z.string(), cardTitle: z.string() }
const atWork = z.object({ id, state: sessionState, agent: actor })

/** The longest text of a question, in characters, and the most blockers shown of a card. */
export const mostWaitText = 400
export const mostBlockersShown = 20

export const waits = z
  .object({
    questions: z
      .array(
        z.object({
          ...card,
          sessionId: id,
          agent: actor,
          question: z.string().describe(`The first ${mostWaitText} characters.`),
          askedAt: timestamp,
          expiresAt: aboutQuestion.expiresAt,
          defaultOption: aboutQuestion.defaultOption,
          tier: z
            .int()
            .describe(
              'How far the question has been escalated: 1 = assignees, 2 = who opened the session, 3 = admins, 0 = there is no one to ask.',
            ),
          people: z.array(actor).describe('Who has been asked so far.'),
        }),
      )
      .describe('Sessions that wait for a person, the longest wait first. Empty without sessions:read.'),
    agents: z
      .array(
        z.object({
          ...card,
          sessionId: id,
          state: sessionState,
          agent: actor,
          since: timestamp.describe('The time of its last event while it is queued, otherwise of the last answer or request to stop.'),
          lastSeenAt: timestamp.nullable().describe('When the agent last used a token, to the minute. null = never.'),
        }),
      )
      .describe(
        'Sessions that could start, continue or end, but whose agent has not been seen since; oldest first. Empty without sessions:read.',
      ),
    cards: z
      .array(
        z.object({
          ...card,
          since: timestamp,
          sessions: z.array(atWork).describe('Live sessions of the blocked card.'),
          blockers: z
            .array(z.object({ ...card, sessions: z.array(atWork) }))
            .max(mostBlockersShown)
            .describe('Open cards that block it and that you can see, with their live sessions.'),
          moreBlockers: z.int().describe('How many more cards block it: those that you cannot see, and those beyond the first 20.'),
        }),
      )
      .describe('Open cards that are blocked, oldest first.'),
    cycles: z.array(z.array(z.string())).describe('Keys of cards that block each other in a circle: each is blocked by the next.'),
    cutAtLimit: z.array(z.enum(['questions', 'agents', 'cards'])).describe('The lists that have more than `limit` entries.'),
  })
  .meta({ id: 'Waits' })
export type Waits = z.infer<typeof waits>
