import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'
import { actor } from '../accounts/actor.ts'
import { session, usage } from '../agents/session.ts'

/** Figures of a board's flow and of its agents, over a range of local days. */
export const localDate = z.iso.date('must be a date such as 2026-11-21')
const count = z.int().min(0)
const milliseconds = z.int().min(0)

const span = {
  from: localDate.describe('The first local day.'),
  to: localDate.describe('The last local day; never after today.'),
  timezone: z.string().describe('The IANA time zone that the days are in.'),
}

/** Nearest rank: that many percent took as long or less, and one of them exactly as long. Null without data. */
const percentiles = {
  p50: milliseconds.nullable(),
  p85: milliseconds.nullable(),
  p95: milliseconds.nullable(),
}

const actorLine = z.object({ id, name: z.string(), handle: z.string(), avatarUrl: z.string().nullable() })

/** Live sessions are the current ones; ended ones ended in the range. */
const outcomes = {
  queued: count,
  working: count,
  awaitingInput: count,
  done: count,
  error: count,
}

const flow = z.object({
  lists: z
    .array(z.object({ id, name: z.string(), archivedAt: timestamp.nullable() }))
    .describe('In the order of the board; archived lists only if a card was in them within the range.'),
  days: z
    .array(
      z.object({
        date: localDate,
        completed: count.describe('Cards that were completed at the end of the day, archived or not.'),
        inLists: z.array(count).describe('Open cards per list at the end of the day, in the order of `lists`.'),
      }),
    )
    .describe('One entry per day; if the range ends today, the last one is the current state.'),
})

const cycle = z.object({
  startListId: id.nullable().describe('Work on a card starts when it first reaches this list or one right of it. Null without lists.'),
  ...percentiles,
  measured: count.describe('Cards with a cycle time, at most the newest 1,000.'),
  unmeasured: count.describe('Completed cards for which the start of work is unknown.'),
  cards: z
    .array(
      z.object({ cardId: id, key: z.string(), title: z.string(), startedAt: timestamp, completedAt: timestamp, cycleMs: milliseconds }),
    )
    .describe('The measured cards, in order of completion.'),
})

const waiting = z.object({
  open: count.describe('Questions that wait for a human now.'),
  answered: count.describe('Questions that were answered in the range.'),
  ...percentiles,
  buckets: z
    .array(z.object({ belowMs: milliseconds.nullable(), questions: count }))
    .describe('Answered questions by how long they waited; null = longer than that.'),
  longest: z
    .array(z.object({ sessionId: id, cardId: id, cardKey: z.string(), askedAt: timestamp, answeredAt: timestamp, waitedMs: milliseconds }))
    .describe('At most 10, the longest first.'),
})

export const boardInsights = z
  .object({
    boardId: id,
    ...span,
    flow,
    cycle,
    throughput: z
      .array(z.object({ from: localDate, to: localDate, completed: count }))
      .describe('Completed cards per week, Monday to Sunday; the first and the last week end where the range does.'),
    waiting: waiting.nullable().describe('The time from question to answer. Null without sessions:read.'),
    sessions: z
      .object({
        ...outcomes,
        byAgent: z.array(z.object({ agent: actorLine, ...outcomes })).describe('The most sessions first, at most 100.'),
      })
      .nullable()
      .describe('By outcome. Null without sessions:read.'),
  })
  .meta({ id: 'BoardInsights' })
export type BoardInsights = z.infer<typeof boardInsights>

/** A session with its card and board, for answers over several boards. */
export const sessionOnBoard = z.object({ ...session.shape, cardTitle: z.string(), boardName: z.string() }).meta({ id: 'SessionOnBoard' })
export type SessionOnBoard = z.infer<typeof sessionOnBoard>

const statsFields = {
  agent: actor,
  owner: actorLine.nullable().describe('The person who owns the agent; null for the agent of an integration.'),
  boards: z
    .array(z.object({ id, name: z.string(), keyPrefix: z.string(), role: z.enum(['viewer', 'member', 'admin']) }))
    .describe('The boards of the agent that you can read, with its role. All statistics here cover only these boards.'),
  ...span,
  sessions: z.object(outcomes),
  successRate: z.number().min(0).max(1).nullable().describe('The share of the sessions ended in the range that are done.'),
  questionsAnswered: count,
  medianWaitMs: milliseconds.nullable().describe('From a question of the agent to its answer.'),
  medianDurationMs: milliseconds.nullable().describe('From the start to the end of the sessions that ended in the range.'),
  usage: usage.nullable().describe('The sum over its live sessions and those that ended in the range; null if none reported usage.'),
  activeTokens: count.nullable().describe('Only for its owner, otherwise null; a token needs tokens:write.'),
  lastActiveAt: timestamp.nullable().describe('The latest event of its sessions.'),
  live: z.array(sessionOnBoard).describe('Its live sessions: those that wait for a human first, then the newest; at most 20.'),
}

export const agentStats = z.object(statsFields).meta({ id: 'AgentStats' })
export type AgentStats = z.infer<typeof agentStats>

export const agentStatsInFull = z
  .object({ ...statsFields, recent: z.array(sessionOnBoard).describe('Its sessions that ended last, at most 20.') })
  .meta({ id: 'AgentStatsInFull' })
export type AgentStatsInFull = z.infer<typeof agentStatsInFull>
