import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §4 and decisions.md §3: saved views; and the favourites of a person. */
export const views = {
  'favourite.list.own': {
    source: 'beyond §10',
    rule: 'GET /api/me/favourites lists the boards and saved views that the caller marked, in the order of the caller, and those of nobody else.',
  },
  'favourite.set.order': {
    source: 'beyond §10',
    rule: 'PUT /api/me/favourites/:itemId adds a board or a view at the end, or below the favourite that it names, and moves one that is there.',
  },
  'favourite.set.visible': {
    source: 'beyond §10',
    rule: 'A board that the caller cannot read, and a private view of somebody else, answer 404; what the caller loses disappears from the list.',
  },
  'favourite.clear.gone': {
    source: 'beyond §10',
    rule: 'DELETE /api/me/favourites/:itemId answers 204 and the favourite is gone; so it does when there was none.',
  },
  'favourite.limit': { source: 'beyond §10', rule: 'A person has at most 50 favourites; one more answers 409.' },
  'favourite.live': {
    source: 'beyond §10',
    rule: 'Every socket of the caller hears {type: changed, what: favourites}; those of others hear nothing.',
  },
  'view.create.answer': {
    source: 'decisions §3',
    rule: 'POST /api/boards/:id/views with name, query, layout and shared answers 201 with the view.',
  },
  'view.create.layouts': { source: 'decisions §3', rule: 'A layout outside board, list and calendar answers 400.' },
  'view.lanes.kept': {
    source: 'beyond §10',
    rule: 'A view keeps the rows of its board: assignee, delegate, label, priority or a field, none at first; anything else answers 400.',
  },
  'view.table.kept': {
    source: 'beyond §10',
    rule: 'A view keeps up to 120 columns of its table, each 40 to 640 px wide, and the one by which its cards are in order; anything else answers 400.',
  },
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
