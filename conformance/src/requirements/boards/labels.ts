import type { RequirementTable } from '../../requirement-table.ts'

/** Decisions.md §2, §3: labels. */
export const labels = {
  'label.create.answer': { source: 'decisions §3', rule: 'POST /api/boards/:id/labels with name and color answers 201 with the label.' },
  'label.list.board': { source: 'decisions §3', rule: 'GET /api/boards/:id/labels lists the labels of the board.' },
  'label.update.answer': { source: 'decisions §3', rule: 'PATCH /api/labels/:id changes the label.' },
  'label.delete.answer': {
    source: 'decisions §3',
    rule: 'DELETE /api/labels/:id answers 204 and the label is gone from the board and its cards.',
  },
  'label.card.put': {
    source: 'decisions §3',
    rule: 'PUT /api/cards/:id/labels/:labelId puts the label on the card and answers 204, the second time as well.',
  },
  'label.card.delete': {
    source: 'decisions §3',
    rule: 'DELETE /api/cards/:id/labels/:labelId takes the label off and answers 204, the second time as well.',
  },
} as const satisfies RequirementTable
