import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §4 and decisions.md §3: saved views. */
export const views = {
  'view.create.answer': {
    source: 'decisions §3',
    rule: 'POST /api/boards/:id/views with name, query, layout and shared answers 201 with the view.',
  },
  'view.create.layouts': { source: 'decisions §3', rule: 'A layout outside board, list and calendar answers 400.' },
  'view.list.board': {
    source: 'service §4, decisions §3',
    rule: 'GET /api/boards/:id/views lists the shared views and the private ones of the caller.',
  },
  'view.read.by-id': { source: 'service §4, decisions §3', rule: 'GET /api/views/:id answers the view.' },
  'view.update.answer': { source: 'decisions §3', rule: 'PATCH /api/views/:id changes the view.' },
  'view.delete.answer': { source: 'decisions §3', rule: 'DELETE /api/views/:id answers 204.' },
  'view.cards.match-query': {
    source: 'decisions §3',
    rule: 'GET /api/views/:id/cards answers what the search with the query of the view finds.',
  },
  'view.private.owner-only': { source: 'decisions §3', rule: 'A private view is visible to its owner alone; anybody else gets 404.' },
  'view.private.viewer-may': { source: 'decisions §2', rule: 'A viewer can make private views.' },
  'view.shared.member-only': { source: 'decisions §2', rule: 'A viewer who makes or changes a shared view gets 403.' },
} as const satisfies RequirementTable
