import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §4 and decisions.md §3: checklist items. */
export const checklists = {
  'checklist.create.answer': { source: 'service §4', rule: 'POST /api/cards/:id/checklist-items answers 201 with the item.' },
  'checklist.item.shape': { source: 'service §2', rule: 'An item carries text, done and assigneeActorId.' },
  'checklist.update.text': { source: 'service §4', rule: 'PATCH /api/checklist-items/:id changes the text.' },
  'checklist.update.assignee': { source: 'service §2, service §4', rule: 'PATCH /api/checklist-items/:id sets assigneeActorId.' },
  'checklist.update.done': { source: 'service §4', rule: 'PATCH /api/checklist-items/:id ticks and unticks the item.' },
  'checklist.update.done-recorded': { source: 'service §2, decisions §3', rule: 'Ticking an item records doneAt and doneByActorId.' },
  'checklist.update.reorder': {
    source: 'service §4, decisions §3',
    rule: 'PATCH /api/checklist-items/:id with beforeId or afterId reorders the items.',
  },
  'checklist.tick.all': {
    source: 'beyond §2',
    rule: 'PATCH /api/cards/:id/checklist-items {checklistItemIds, done} ticks or reopens all of these items, and records each that changes.',
  },
  'checklist.tick.none': {
    source: 'beyond §2',
    rule: 'With one that is no item of the card none is ticked: 400, and nothing is recorded.',
  },
  'checklist.delete.answer': {
    source: 'service §4, decisions §3',
    rule: 'DELETE /api/checklist-items/:id answers 204 and the item is gone from the card.',
  },
} as const satisfies RequirementTable
