import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §4 and decisions.md §3: GET /api/search/cards. */
export const search = {
  'search.result.shape': { source: 'decisions §3', rule: 'A result is a card summary with boardId, boardName, key and snippet.' },
  'search.result.readable-only': { source: 'service §4', rule: 'Search finds only cards on boards which the caller can read.' },
  'search.text.title': { source: 'decisions §3', rule: 'q finds words of the title.' },
  'search.text.description': { source: 'decisions §3', rule: 'q finds words of the description.' },
  'search.text.comments': { source: 'decisions §3', rule: 'q finds words of the comments.' },
  'search.filter.board': { source: 'decisions §3', rule: 'boardId keeps the cards of that board.' },
  'search.filter.list': { source: 'decisions §3', rule: 'listId keeps the cards of that list.' },
  'search.filter.label': { source: 'decisions §3', rule: 'label keeps the cards with that label.' },
  'search.filter.assignee': { source: 'decisions §3', rule: 'assignee keeps the cards assigned to that actor.' },
  'search.filter.assignee-me': { source: 'decisions §3', rule: 'assignee=me keeps the cards assigned to the caller.' },
  'search.filter.delegated-to': { source: 'decisions §3', rule: 'delegatedTo keeps the cards delegated to that agent.' },
  'search.filter.delegated-to-me': { source: 'decisions §3', rule: 'delegatedTo=me keeps the cards delegated to the caller.' },
  'search.filter.priority': { source: 'decisions §3', rule: 'priority keeps the cards of that priority.' },
  'search.filter.completed': { source: 'decisions §3', rule: 'completed keeps the completed or the open cards.' },
  'search.filter.archived': { source: 'decisions §3', rule: 'archived decides whether archived cards are found.' },
  'search.filter.session-state': { source: 'decisions §3', rule: 'sessionState keeps the cards with a session in that state.' },
  'search.filter.due-words': { source: 'decisions §3', rule: 'due takes overdue, today and week.' },
  'search.filter.due-time-zone': { source: 'decisions §3', rule: 'The day and week of due are those of the time zone of the caller.' },
  'search.filter.due-range': { source: 'decisions §3', rule: 'due takes a range <ISO>..<ISO>.' },
  'search.filter.field': { source: 'decisions §3', rule: 'field.<fieldId> keeps the cards with that value of the custom field.' },
  'search.filter.combined': { source: 'service §4', rule: 'Text and several filters together keep the cards that satisfy all of them.' },
  'search.sort.values': {
    source: 'decisions §3',
    rule: 'sort takes relevance, updated, created, due and priority and orders accordingly.',
  },
  'search.paging.cursor': { source: 'decisions §3', rule: 'limit and cursor page through the results without gap or repeat.' },
  'search.index.no-deadlock': {
    source: 'decisions §3, reliability F24',
    rule: 'Taking texts into the index waits for no card that a mutation holds, so that neither ends in a deadlock.',
  },
} as const satisfies RequirementTable
