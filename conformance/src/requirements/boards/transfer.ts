import type { RequirementTable } from '../../requirement-table.ts'

/** Decisions.md §3: export and import. */
export const transfer = {
  'transfer.export.complete': { source: 'decisions §3', rule: 'GET /api/boards/:id/export answers the whole board as JSON.' },
  'transfer.export.viewer': { source: 'decisions §2', rule: 'A viewer can export a board.' },
  'transfer.import.accepted': { source: 'decisions §3', rule: 'POST /api/boards/import with a multipart file answers 202 with importId.' },
  'transfer.import.max-bytes': { source: 'decisions §3', rule: 'A file above IMPORT_MAX_BYTES answers 413.' },
  'transfer.import.max-default': { source: 'decisions §3', rule: 'IMPORT_MAX_BYTES is 100 MiB when not set.' },
  'transfer.import.progress': { source: 'decisions §3', rule: 'GET /api/imports/:id answers state, done, total, boardId and report.' },
  'transfer.import.own-export': {
    source: 'decisions §3',
    rule: 'Importing our own export makes a board with the contents of the exported one.',
  },
  'transfer.import.trello': { source: 'decisions §3', rule: 'A Trello board export becomes a board with its lists and cards.' },
  'transfer.import.csv': { source: 'decisions §3', rule: 'A CSV file becomes a board with its cards.' },
  'transfer.import.leashed': { source: 'decisions §2', rule: 'A leashed token cannot import: 403.' },
  'transfer.trello.covers': {
    source: 'beyond the specification',
    rule: 'An image that is the cover of a Trello card is fetched, attached in place of its link, and its cover here. From a private address only with LINK_PREVIEWS=private where webhooks may reach it; with LINK_PREVIEWS=false none is fetched. Where there is none, the link stays and the report says why.',
  },
  'transfer.trello.nothing-silent': {
    source: 'decisions §3',
    rule: 'Everything in a Trello export is imported or named in the report; labels and members of a card count as ids and as objects.',
  },
} as const satisfies RequirementTable
