import type { RequirementTable } from '../../requirement-table.ts'

/** Limits of an imported file. A file beyond them is refused, and the import leaves no board, unless the rule says otherwise. */
export const importLimits = {
  'limit.imports.cards': { source: 'beyond the specification', rule: 'An imported file holds at most 100,000 cards.' },
  'limit.imports.lists': { source: 'beyond the specification', rule: 'An imported file holds at most 1,000 lists.' },
  'limit.imports.trello': {
    source: 'beyond the specification',
    rule: 'Of a Trello board 10,000 labels, lists, members and custom fields each are taken; the report counts the others.',
  },
  'limit.imports.csv-names': { source: 'beyond the specification', rule: 'Of a CSV file 5,000 lists, labels and people each are taken.' },
  'limit.imports.depth': { source: 'beyond the specification', rule: 'An imported document nests at most 64 levels deep.' },
  'limit.imports.part': {
    source: 'beyond the specification',
    rule: 'One part of an imported document, such as a card, has at most 8 MiB.',
  },
  'limit.imports.beside-cards': {
    source: 'beyond the specification',
    rule: 'What an imported document holds beside its cards has at most 32 MiB.',
  },
  'limit.imports.row': { source: 'beyond the specification', rule: 'A row of a CSV file has at most 2,000,000 characters.' },
  'limit.imports.archive-files': { source: 'beyond the specification', rule: 'An imported archive holds at most 20,000 files.' },
  'limit.imports.unpacked': {
    source: 'beyond the specification',
    rule: 'The board in an imported archive has at most ten times IMPORT_MAX_BYTES.',
  },
  'limit.imports.agents-asked': {
    source: 'beyond the specification',
    rule: 'An import asks for at most 20 agents of others; the report names the rest.',
  },
  'limit.imports.report': {
    source: 'beyond the specification',
    rule: 'The report of an import names 200 things that were left out, and counts the others.',
  },
  'limit.imports.people': {
    source: 'beyond the specification',
    rule: 'An import looks up the first 2,000 people of a file among those who share a board with the importer.',
  },
  'limit.imports.field-options': {
    source: 'beyond the specification',
    rule: 'An imported custom field keeps 100 options; the report counts the others.',
  },
  'limit.imports.history-payload': {
    source: 'beyond the specification',
    rule: 'An imported activity keeps its payload up to 64 KiB; a longer one is left out, and the report says so.',
  },
  'limit.imports.csv-fields': {
    source: 'beyond the specification',
    rule: 'Of the columns of a CSV file 50 without a meaning become custom fields; the report names the others.',
  },
  'limit.imports.tandem': {
    source: 'beyond the specification',
    rule: 'Of a Tandem export 20,000 people, labels, custom fields, lists, views and rules each are taken.',
  },
  'limit.imports.relations': { source: 'beyond the specification', rule: 'Of a Tandem export 500,000 relations are taken.' },
  'limit.imports.assignee-names': {
    source: 'beyond the specification',
    rule: 'Of a card of a Tandem export 100 names of former assignees are taken.',
  },
  'limit.imports.csv-columns': { source: 'beyond the specification', rule: 'A CSV file has at most 500 columns.' },
  'limit.imports.trello-actions': {
    source: 'beyond the specification',
    rule: 'Trello exports the latest 1,000 actions; of a file that has as many the report says that older ones are missing.',
  },
  'limit.imports.covers': {
    source: 'beyond the specification',
    rule: 'An import of a Trello board fetches at most 500 covers, of at most 10 MB each, within 10 s each, for at most 5 minutes, and no more from a site that was too slow 2 times; the report counts the others.',
  },
  'limit.imports.as-by-hand': {
    source: 'beyond the specification',
    rule: 'An import keeps to the limits of boards and cards: of labels 500, of custom fields 100, of views 500, of rules 100, of items and attachments of a card 500, of its relations 200; the report names the others.',
  },
  'limit.imports.option-length': {
    source: 'beyond the specification',
    rule: 'An imported card keeps a choice that its field no longer has up to 100 characters.',
  },
  'limit.imports.report-text': {
    source: 'beyond the specification',
    rule: 'The report of an import shortens what it names to 300 characters.',
  },
  'limit.imports.refs': { source: 'beyond the specification', rule: 'An id in an imported file counts up to 200 characters.' },
  'limit.imports.payload-depth': {
    source: 'beyond the specification',
    rule: 'An imported payload or query keeps 16 levels of nesting; what lies deeper is left out.',
  },
  'limit.imports.trello-order': {
    source: 'beyond the specification',
    rule: 'The checklists of a Trello card are put in their order while those of all such cards have 8 MiB together; further ones come before them.',
  },
} as const satisfies RequirementTable
