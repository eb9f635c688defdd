import type { RequirementTable } from '../../requirement-table.ts'

/** Decisions.md §3: lists. */
export const lists = {
  'list.create.answer': { source: 'decisions §3', rule: 'POST /api/boards/:id/lists answers 201 with the list.' },
  'list.create.position': { source: 'decisions §3', rule: 'A list created with beforeId or afterId lands at that place.' },
  'list.create.appended': { source: 'decisions §3', rule: 'A list created without neighbours lands at the end of the board.' },
  'list.color.set': { source: 'beyond the specification', rule: 'A member gives a list a colour, or takes it away; copies have it too.' },
  'list.update.rename': { source: 'decisions §3', rule: 'PATCH /api/lists/:id changes the name.' },
  'list.update.move': { source: 'decisions §3', rule: 'PATCH /api/lists/:id with beforeId or afterId reorders the lists.' },
  'list.update.archive': {
    source: 'decisions §3',
    rule: 'PATCH /api/lists/:id with archived true hides the list from the tree, with false brings it back.',
  },
  'list.update.wip-limit': { source: 'decisions §3', rule: 'PATCH /api/lists/:id sets wipLimit, which the tree then shows.' },
  'list.permission.member': { source: 'decisions §2', rule: 'A viewer who creates or changes a list gets 403.' },
} as const satisfies RequirementTable
