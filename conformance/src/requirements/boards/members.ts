import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §4, §5 and decisions.md §3: board membership. */
export const members = {
  'member.list.read-access': {
    source: 'service §4, service §5',
    rule: 'Anybody who can read the board can list its members with actor id and role.',
  },
  'member.add.exactly-one': { source: 'service §4', rule: 'Adding a member with both or neither of email and actorId answers 400.' },
  'member.add.by-actor': { source: 'service §4', rule: 'Adding a known actor by actorId with a role answers 201 with the member.' },
  'member.add.by-known-email': {
    source: 'service §4',
    rule: 'Adding the email of a person who shares a board with the caller makes that person a member.',
  },
  'member.add.admin-only': {
    source: 'service §4, service §5',
    rule: 'Adding, changing and removing members by anybody below admin answers 403.',
  },
  'member.role.values': { source: 'service §2', rule: 'A role outside admin, member and viewer answers 400.' },
  'member.role.change': { source: 'service §4', rule: 'PATCH /api/boards/:id/members/:actorId changes the role and answers the member.' },
  'member.agent-role.at-most-owner': {
    source: 'beyond §1',
    rule: 'An agent may do at most what its owner may do on the board at that moment, and at most what a member may where its owner is no member.',
  },
  'member.agent-role.owner-of-new-board': {
    source: 'beyond §1',
    rule: 'The owner of an agent that creates, copies or imports a board is an admin of that board too.',
  },
  'member.last-admin.demote': { source: 'service §4', rule: 'Demoting the last admin answers 400 and changes nothing.' },
  'member.last-admin.remove': { source: 'service §4', rule: 'Removing the last admin, also by leaving, answers 400 and changes nothing.' },
  'member.last-admin.concurrent': {
    source: 'service §4',
    rule: 'Two admins who demote or remove each other at once leave one admin on the board.',
  },
  'member.remove.answer': {
    source: 'decisions §3',
    rule: 'DELETE /api/boards/:id/members/:actorId answers 204 and the actor has lost access.',
  },
  'member.remove.leave': { source: 'decisions §3', rule: 'A member of any role can remove itself.' },
  'member.remove.assignments': { source: 'decisions §3', rule: 'Removing a member removes its assignments on that board.' },
  'member.remove.watches': { source: 'decisions §3', rule: 'Removing a member removes its watches on that board.' },
  'member.remove.delegations': { source: 'decisions §3', rule: 'Removing an agent removes its delegations on that board.' },
  'member.remove.sessions-failed': { source: 'decisions §3', rule: 'Removing an agent moves its live sessions on that board to error.' },
  'member.surface.no-mcp-tool': { source: 'service §4', rule: 'No MCP tool manages membership.' },
} as const satisfies RequirementTable
