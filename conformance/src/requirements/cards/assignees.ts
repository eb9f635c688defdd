import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §4, §7 and decisions.md §3: people assigned to cards. */
export const assignees = {
  'assignee.add.answer': {
    source: 'service §4',
    rule: 'POST /api/cards/:id/assignees with a human member answers 201 with the assignment.',
  },
  'assignee.add.agent-refused': {
    source: 'service §1, service §4, service §7',
    rule: 'POST /api/cards/:id/assignees with an agent answers 400 delegation_required and makes no assignment.',
  },
  'assignee.add.delegation-details': {
    source: 'service §7',
    rule: 'The details of delegation_required carry the delegation request to make instead, and making it succeeds.',
  },
  'assignee.remove.answer': {
    source: 'decisions §3',
    rule: 'DELETE /api/cards/:id/assignees/:actorId answers 204 and the actor is no longer assigned.',
  },
  'assignee.many.allowed': { source: 'service §1', rule: 'A card can have several assignees.' },
} as const satisfies RequirementTable
