import type { RequirementTable } from '../requirement-table.ts'

/** How much a board and a card hold. */
export const limits = {
  'limit.rules': {
    source: 'beyond the specification',
    rule: 'A board holds 100 rules; one more is refused with the number, and changes nothing.',
  },
  'limit.labels': {
    source: 'beyond the specification',
    rule: 'A board holds 500 labels; one more is refused with the number, and changes nothing.',
  },
  'limit.fields': {
    source: 'beyond the specification',
    rule: 'A board holds 100 custom fields; one more is refused with the number, and changes nothing.',
  },
  'limit.checklist': {
    source: 'beyond the specification',
    rule: 'A card holds 500 checklist items; one more is refused with the number, and changes nothing.',
  },
  'limit.attachments': {
    source: 'beyond the specification',
    rule: 'A card holds 500 attachments; one more is refused with the number, and changes nothing.',
  },
  'limit.attachments.name': {
    source: 'beyond the specification',
    rule: 'The name of a file has at most 255 characters; a longer one is cut before its extension.',
  },
  'limit.links': {
    source: 'beyond the specification',
    rule: 'A card holds 200 links; one more is refused with the number, and changes nothing.',
  },
  'limit.relations': {
    source: 'beyond the specification',
    rule: 'A card holds 200 relations; one more is refused with the number, and changes nothing.',
  },
  'limit.relations.circle': {
    source: 'beyond the specification',
    rule: 'A circle of relations is looked for among 10,000 cards; a longer one is not refused.',
  },
} as const satisfies RequirementTable
