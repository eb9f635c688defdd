import { z } from 'zod'
import { httpUrl, id, sessionState, timestamp } from '../../fields.ts'
import { author, authorRole } from '../author.ts'
import { budget, budgetUsed } from './budget.ts'
import { openQuestion, sessionAnswer } from './question.ts'

/** A session of an agent on a card. Specification: service §2 and §3, decisions §4. */
/** Log types that only the service writes, because they name people: an agent cannot log them. */
export const logTypesOfService = ['late_answer', 'mention', 'stop_requested', 'start_requested', 'budget_changed'] as const

export const planItem = z.object({ text: z.string().min(1).max(500), status: z.enum(['pending', 'in_progress', 'done', 'skipped']) })
export const plan = z.array(planItem).max(100)

export const sessionTrigger = z.looseObject({
  type: z.enum(['delegation', 'mention', 'api']),
  commentId: id.optional(),
  summary: z.string().optional().describe('What the work is about, if given; for work that was sent back, the note.'),
})

/** The most of each, so that sums over a session stay finite and sufficiently exact. */
export const mostUsage = { inputTokens: 1e15, outputTokens: 1e15, costUsd: 1e9 } as const

/** Sums over the session; each update adds to them, up to `mostUsage`. */
export const usage = z.object({
  inputTokens: z.number().min(0).max(mostUsage.inputTokens).optional(),
  outputTokens: z.number().min(0).max(mostUsage.outputTokens).optional(),
  costUsd: z.number().min(0).max(mostUsage.costUsd).optional(),
})

/** The context with which an agent can start without a second call. */
export const sessionContext = z.object({
  cardTitle: z.string(),
  description: z.string(),
  author: author.optional().describe('The author of the card, as in its record.'),
  checklist: z.array(z.object({ id, text: z.string(), author: author.optional(), done: z.boolean() })),
  recentComments: z.array(z.object({ id, actorId: id, author: author.optional(), body: z.string(), createdAt: timestamp })),
  guidance: z.string(),
  summary: z.string().nullable(),
})

/** The lease of a claimed session: a process with another generation has lost it. Specification: beyond §3. */
export const lease = z
  .object({
    generation: z.int().min(1).describe('Every act of the agent in this session must carry it.'),
    expiresAt: timestamp
      .nullable()
      .describe('When the session is queued again; each act of the agent extends it. null = no lease is running: queued, asking or ended.'),
  })
  .meta({ id: 'Lease' })
export type Lease = z.infer<typeof lease>

/** The most items of an answer, and the most UTF-16 units of each text. */
export const mostNewsItems = 10
export const mostNewsText = 400

export const news = z
  .object({
    items: z
      .array(
        z.object({
          id: id.describe('The id of the activity.'),
          cardId: id,
          verb: z.string(),
          text: z.string().max(mostNewsText),
          actorId: id,
          role: authorRole
            .nullable()
            .describe('For a text, the role when it was written; for other acts, the role on the board now. null = no longer a member.'),
          createdAt: timestamp,
        }),
      )
      .max(mostNewsItems),
    cursor: z.string().nullable().describe('Send it as newsCursor once these items are handled. null = there are none.'),
  })
  .describe('What others did to the session and its card, oldest first. Items repeat until their cursor, or a later one, is sent back.')
  .meta({ id: 'News' })
export type News = z.infer<typeof news>

/** The reasons why a queued session may not begin. */
export const hold = {
  waitingFor: z
    .array(z.string())
    .describe(
      'Keys of the open cards that block its card. While there are any, a queued session stays queued, unless a person starts it anyway.',
    ),
  waitingForHidden: z.int().min(0).describe('How many other cards, which you cannot see, block its card.'),
}

export const session = z
  .object({
    id,
    sessionId: id,
    boardId: id,
    cardId: id,
    cardKey: z.string(),
    agentActorId: id,
    initiatorActorId: id,
    onBehalfOfActorId: id
      .nullable()
      .describe('The person it works for, who started the chain that opened it. null if several people were involved.'),
    state: sessionState,
    statusText: z.string().nullable(),
    summary: z.string().nullable(),
    failureReason: z.string().nullable(),
    trigger: sessionTrigger,
    stale: z.boolean(),
    question: openQuestion.nullable(),
    plan: plan.nullable(),
    externalUrl: httpUrl.nullable(),
    usage: usage.nullable(),
    budget: budget.nullable().describe('The current limits. null = none.'),
    budgetUsed: budgetUsed.describe('What counts against the budget; also counted without one.'),
    budgetExceededAt: timestamp
      .nullable()
      .describe('Since when only complete, fail and an update with nothing but usage are taken. null = the budget is not used up.'),
    stopRequestedAt: timestamp.nullable().describe('When a person first asked it to stop. Its agent ends it with complete or fail.'),
    stopRequestedBy: id.nullable(),
    ...hold,
    startRequestedAt: timestamp.nullable().describe('When a person allowed it to start on a blocked card.'),
    startRequestedBy: id.nullable(),
    lastAnswer: sessionAnswer.nullable().describe('The latest answer, with its question.'),
    lease: lease.nullable().describe('The lease of a claimed session; null for others.'),
    createdAt: timestamp,
    updatedAt: timestamp,
    endedAt: timestamp.nullable(),
    undone: z
      .object({
        at: timestamp,
        byActorId: id,
        left: z.int().min(0).optional().describe('How many activities the last undo left that can be undone later. Only in session.get.'),
      })
      .optional()
      .describe('Present while what it did is undone, with who undid it.'),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof session>

export const sessionEvent = z
  .object({
    id,
    kind: z.enum(['state_change', 'progress', 'question', 'answer', 'log']),
    body: z.record(z.string(), z.unknown()),
    createdAt: timestamp,
  })
  .meta({ id: 'SessionEvent' })
export type SessionEvent = z.infer<typeof sessionEvent>
