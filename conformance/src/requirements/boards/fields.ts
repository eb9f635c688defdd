import type { RequirementTable } from '../../requirement-table.ts'

/** Decisions.md §2, §3: custom fields. */
export const fields = {
  'field.create.answer': {
    source: 'decisions §3',
    rule: 'POST /api/boards/:id/fields with name, type and options answers 201 with the field.',
  },
  'field.create.types': { source: 'decisions §3', rule: 'A type outside text, number, date, checkbox, select and url answers 400.' },
  'field.create.admin-only': {
    source: 'decisions §2',
    rule: 'Creating, changing and deleting a field by anybody below admin answers 403.',
  },
  'field.list.board': { source: 'decisions §3', rule: 'GET /api/boards/:id/fields lists the fields of the board.' },
  'field.values.answer': {
    source: 'beyond the specification',
    rule: 'GET /api/fields/:id/values answers, page by page, what each card that is not archived holds in the field, a text cut after 200 characters; viewers may.',
  },
  'field.update.answer': { source: 'decisions §3', rule: 'PATCH /api/fields/:id changes the field.' },
  'field.delete.answer': { source: 'decisions §3', rule: 'DELETE /api/fields/:id answers 204.' },
  'field.value.put': {
    source: 'decisions §3',
    rule: 'PUT /api/cards/:id/fields/:fieldId stores the value, which the card detail then shows.',
  },
  'field.value.number': { source: 'decisions §3', rule: 'A number field refuses a value that is no number with 400.' },
  'field.value.date': { source: 'decisions §3', rule: 'A date field refuses a value that is no date with 400.' },
  'field.value.checkbox': { source: 'decisions §3', rule: 'A checkbox field refuses a value that is no boolean with 400.' },
  'field.value.select': { source: 'decisions §3', rule: 'A select field refuses a value outside its options with 400.' },
  'field.value.text': { source: 'decisions §3', rule: 'A text field refuses a value that is no string with 400.' },
  'field.value.url': { source: 'decisions §3', rule: 'A url field refuses a value that is no http or https URL with 400.' },
  'field.value.url-length': { source: 'beyond the specification', rule: 'A url field takes 2,000 characters, and no more.' },
  'field.value.delete': { source: 'decisions §3', rule: 'DELETE /api/cards/:id/fields/:fieldId clears the value.' },
  'field.value.member': { source: 'decisions §2', rule: 'A member can set and clear values on cards.' },
} as const satisfies RequirementTable
