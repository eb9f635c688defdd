import type { InternalBounds } from './internal-bounds.ts'

/** What another bound, or the way to an answer, decides. */
export const otherBounds: InternalBounds = [
  {
    reason: 'Above what another limit lets come about: it bounds a statement, and is never reached.',
    bounds: [
      'agent/relay.ts longestBodyBytes',
      'code-host/event.ts max 8',
      'slack/src/event.ts max 20',
      'pull-request.ts limit',

      'prompt.ts mostComments',
      'match-attributes.ts limit 200',
      'read.ts limit 1000',
      'copies.ts limit 1000',
      'on-cards.ts limit 200',
      'own.ts limit 1000',
      'relations/read.ts limit 500',
      'evaluate.ts limit 20000',
      'pause.ts limit 1000',
      'find.ts limit 201',
      'resolve.ts limit 20',
      'service/handlers.ts limit 10000',
      'uploads.ts mostOverheadBytes',
      'questions/ladder.ts limit 1000',
    ],
  },
  {
    reason: 'Chooses between two ways to one answer.',
    bounds: [
      'csv-rows.ts compared 10000',
      'pages.ts mostSorted',
      'pages.ts mostRankedFrom',
      'pages.ts mostRead',
      'pages.ts mostPassed',
      'client/src/request.ts longestQuery',
    ],
  },
  {
    reason: 'The bound that a field of the API has, for what comes to it another way: `convention.bounds.kept` promises it.',
    bounds: [
      'commands/login.ts slice 100',
      'code-host/branch.ts slice 500',
      'code-host/branch.ts slice 500 (2)',
      'pull-request.ts slice 500',
      'pull-request.ts slice 255',
      'slack/src/people.ts slice 200',
      'administration/users.ts compared 256',
      'formats/attributes.ts compared 1000000',
      'formats/clean.ts compared 2048',
      'formats/tandem.ts compared 10000',
      'formats/trello.ts compared 10000',
      'write/pages.ts compared 10000',
      'oidc/claims.ts compared 254',
      'oidc/mount.ts max 200',
    ],
  },
]
