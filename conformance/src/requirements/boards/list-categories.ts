import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §8: the categories of lists. */
export const listCategories = {
  'list.category.create': {
    source: 'beyond §8',
    rule: 'A list is created with a category, `none` when none is given; list, tree and outline show it.',
  },
  'list.category.update': {
    source: 'beyond §8',
    rule: 'PATCH /api/lists/:id sets the category: one list.updated with the new one and the former one, and none for the same again.',
  },
  'list.category.unknown': {
    source: 'beyond §8',
    rule: 'Another category than the six gets 400, when a list is created and when it is changed.',
  },
  'list.category.permission': {
    source: 'beyond §8',
    rule: 'A viewer who gives a list a category gets 403, who is not a member of the board 404; nothing changes.',
  },
  'list.category.templates': { source: 'beyond §8', rule: 'The lists of the templates kanban and agent-pipeline have categories.' },
  'list.category.copy': { source: 'beyond §8', rule: 'A copy of a board has the categories of its lists.' },
  'list.category.transfer': {
    source: 'beyond §8',
    rule: 'An export has the categories and an import takes them; one that is missing or unknown in the file becomes `none`.',
  },
  'list.category.rule': {
    source: 'beyond §8',
    rule: 'A rule has the condition listCategory: the category that the list of the card has when the rule runs, by an activity or by the clock.',
  },
  'list.category.insights': {
    source: 'beyond §8',
    rule: 'Without startListId, work begins in the first open list of the category `started`; on a board without one, in its second list.',
  },
} as const satisfies RequirementTable
