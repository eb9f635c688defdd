import type { RequirementTable } from '../../requirement-table.ts'

/** Figures from the log and the sessions (docs/insights.md). */
export const insights = {
  'insights.flow': {
    source: 'decisions §3',
    rule: 'GET /api/boards/:id/insights tells per local day how many cards stood in each list and how many were completed, as the log says.',
  },
  'insights.cycle': {
    source: 'decisions §3',
    rule: 'The cycle time of a completed card goes from when work on it first began to the completion that it shows.',
  },
  'insights.waiting': {
    source: 'decisions §4',
    rule: 'The insights tell how long questions of agents waited for their answers, and what became of the sessions.',
  },
  'insights.readers-only': {
    source: 'decisions §1',
    rule: 'The insights of a board answer 404 to who cannot read it, and 400 to a range of more than 366 days.',
  },
  'insights.agents': {
    source: 'decisions §2 and §4',
    rule: 'GET /api/agents/:id/stats tells of the boards that the caller and the agent share, and of active tokens to its owner alone.',
  },
} as const satisfies RequirementTable
