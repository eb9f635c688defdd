import type { RequirementTable } from '../../requirement-table.ts'

/** How many rows lists without pages have. */
export const listLimits = {
  'limit.list.tokens': { source: 'beyond the specification', rule: 'The list of tokens holds the latest 1,000.' },
  'limit.list.members': { source: 'beyond the specification', rule: 'The list of members holds 5,000, by name.' },
  'limit.list.boards': { source: 'beyond the specification', rule: 'The list of boards holds 1,000, by name.' },
  'limit.list.agents': { source: 'beyond the specification', rule: 'The list of own agents holds the first 1,000.' },
  'limit.list.agent-stats': { source: 'beyond the specification', rule: 'The figures of agents cover 200 agents, the caller’s own first.' },
  'limit.list.agent-boards': { source: 'beyond the specification', rule: 'The list of the boards of an agent holds 1,000, by name.' },
  'limit.list.agent-requests': {
    source: 'beyond the specification',
    rule: 'The list of open requests for an agent holds the latest 1,000.',
  },
  'limit.list.member-requests': {
    source: 'beyond the specification',
    rule: 'The list of the agents that a board asks for holds the latest 1,000.',
  },
  'limit.list.integrations': { source: 'beyond the specification', rule: 'The list of the integrations of a board holds the first 1,000.' },
  'limit.list.linked-people': {
    source: 'beyond the specification',
    rule: 'The list of the people who let an integration act for them holds the latest 500.',
  },
  'limit.list.invitations': {
    source: 'beyond the specification',
    rule: 'The list of the open invitations of a board holds 1,000, by address.',
  },
  'limit.list.own-invitations': {
    source: 'beyond the specification',
    rule: 'The list of the invitations to oneself holds the latest 200.',
  },
  'limit.list.programs': {
    source: 'beyond the specification',
    rule: 'The list of connected programs holds those of the latest 1,000 grants.',
  },
  'limit.list.sign-ins': { source: 'beyond the specification', rule: 'The list of own sign-ins holds the 200 that were used last.' },
  'limit.list.webhooks': {
    source: 'beyond the specification',
    rule: 'The list of the webhooks of a board, or of an actor, holds the first 1,000.',
  },
  'limit.list.offer': {
    source: 'beyond the specification',
    rule: 'When a person connects a program, 500 of their agents and 1,000 of their boards can be chosen.',
  },
  'limit.list.watchers': { source: 'beyond the specification', rule: 'A card is answered with the first 1,000 of those who watch it.' },
  'limit.insights.cycle-cards': {
    source: 'beyond the specification',
    rule: 'The cycle times of a board are measured on the 1,000 cards of the range that were completed last.',
  },
  'limit.insights.waits': {
    source: 'beyond the specification',
    rule: 'The insights of a board list the ten answers that took longest, and count all of them.',
  },
  'limit.agent-stats.boards': { source: 'beyond the specification', rule: 'The figures of agents tell of at most 10,000 boards.' },
  'limit.agent-stats.live': {
    source: 'beyond the specification',
    rule: 'The figures of all agents list at most 1,000 live sessions together.',
  },
  'limit.agent-stats.sessions': {
    source: 'beyond the specification',
    rule: 'The figures of an agent list at most 20 live sessions and the 20 that ended last.',
  },
} as const satisfies RequirementTable
