import type { FaultCase } from './fault-case.ts'

/** Boards with their members, cards, checklists, links, rules and imports. */
export const boards: Record<string, FaultCase> = {
  F26: { rule: 'Two admins demote each other: one stays.', provedIn: ['packages/server/test/members/members.test.ts'] },
  F27: { rule: 'The last admin can neither leave nor step down.', provedIn: ['packages/server/test/members/members.test.ts'] },
  F28: {
    rule: 'One member added many times at once is one row and one activity.',
    provedIn: ['packages/server/test/members/members.test.ts'],
  },
  F29: {
    rule: 'An item ticked and deleted at once ends without an error of ours.',
    provedIn: ['packages/server/test/checklists/checklists.test.ts'],
  },
  F101: {
    rule: 'A demoted admin does not restore himself through his agent.',
    provedIn: ['packages/server/test/members/effective-role.test.ts'],
  },
  F104: {
    rule: 'A rule does nothing that the token that saved it, or its author when it runs, may not do.',
    provedIn: ['packages/server/test/rules/authors.test.ts'],
  },
  F105: {
    rule: 'A card that moves to another board tells the old one nothing of what the same request changes.',
    provedIn: ['packages/server/test/cards/across.test.ts'],
  },
  F106: {
    rule: 'Adding people by e-mail does not tell whether an address has an account.',
    provedIn: ['packages/server/test/members/people-by-email.test.ts'],
  },
  F120: {
    rule: 'An upsert of a link again and again sets no rule off: it appends a change, and nothing where nothing changed.',
    provedIn: ['packages/server/test/links/links.test.ts'],
  },
  F121: {
    rule: 'An archived board takes no card, by REST, MCP, an integration, a move or a copy, nor by a writer at the same moment.',
    provedIn: ['packages/server/test/boards/archived.test.ts'],
  },
  F124: {
    rule: 'Prefixes of boards never run out, also where many boards of one name are made at once.',
    provedIn: ['packages/server/test/boards/prefixes.test.ts'],
  },
  F125: {
    rule: 'Nothing of an imported file is lost in silence.',
    provedIn: ['packages/server/test/transfer/trello-report.test.ts'],
  },
}
