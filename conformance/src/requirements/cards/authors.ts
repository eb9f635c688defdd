import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond.md §7: the authors of texts. */
export const authors = {
  'author.role': {
    source: 'beyond §7',
    rule: 'Cards, comments, checklist items, attachments, field values, their activities, news, notifications and the context of a session say who wrote the text, and with which role.',
  },
  'author.integration': { source: 'beyond §7', rule: "A plugin's own words have the role integration; what it passes on is external." },
  'author.external.calls-none': {
    source: 'beyond §7',
    rule: 'Text from outside the board opens no session, and reaches no session at work and no inbox of an agent, except the title of a card that a member delegates to it and the comment of a rule that mentions it.',
  },
  'author.external.stays': {
    source: 'beyond §7',
    rule: 'Text from outside stays external until a member writes it anew: in copies of the card and the board, in exports and imports.',
  },
  'author.external.titles': {
    source: 'beyond §7',
    rule: 'Where cards are listed, one whose title came from outside the board is marked external, and a snippet of a text from outside too.',
  },
} as const satisfies RequirementTable
