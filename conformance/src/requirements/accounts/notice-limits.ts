import type { RequirementTable } from '../../requirement-table.ts'

/** How many people one event notifies, and on how many cards it is recorded. */
export const noticeLimits = {
  'limit.question.people': {
    source: 'beyond the specification',
    rule: 'A question notifies at most 200 people: assignees first, then the longest members.',
  },
  'limit.webhooks.admins': {
    source: 'beyond the specification',
    rule: 'A webhook that is switched off notifies at most 500 admins of its board.',
  },
  'limit.rules.admins': {
    source: 'beyond the specification',
    rule: 'A rule that is paused notifies at most 100 people.',
  },
} as const satisfies RequirementTable
