import { z } from 'zod'
import { id } from '../../fields.ts'
import { read } from '../../operation.ts'
import { timezone } from '../../records/accounts/actor.ts'
import { agentStats, agentStatsInFull, boardInsights, localDate } from '../../records/boards/insights.ts'

const range = {
  from: localDate.optional().describe('The first local day; 29 days before `to` when absent.'),
  to: localDate.optional().describe('The last local day; today when absent or later. At most 366 days.'),
  timezone: timezone.optional().describe('IANA; your own when absent.'),
}

/** Figures of the flow of work, computed from the log and the sessions. Specification: decisions §3 and §4. */
export const insights = {
  'board.insights': read({
    summary: 'Read board insights: cards per list and day, cycle times, throughput, how long agents waited for people',
    spec: 'decisions §3 and §4',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      boardId: id,
      ...range,
      startListId: id
        .optional()
        .describe('Where work starts. When absent: the first list of the category `started`, or the second list if there is none.'),
    }),
    output: boardInsights,
    rest: 'GET /api/boards/:boardId/insights',
  }),
  'agentStats.list': read({
    summary: 'Read agent statistics: the agents that you own or share a board with, on the boards that you can read',
    spec: 'decisions §2 and §4',
    access: { self: true, scope: 'sessions:read' },
    input: z.object(range),
    output: z.array(agentStats),
    rest: 'GET /api/agents/stats',
  }),
  'agentStats.get': read({
    summary: 'Read the statistics of an agent on the boards that you can read',
    spec: 'decisions §2 and §4',
    access: { self: true, scope: 'sessions:read' },
    input: z.object({ agentActorId: id, ...range }),
    output: agentStatsInFull,
    rest: 'GET /api/agents/:agentActorId/stats',
    errors: ['not_found'],
  }),
} as const
