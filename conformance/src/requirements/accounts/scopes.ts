import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §5 and decisions.md §2: scopes, their implications, the leash, roles. */
export const scopes = {
  'scope.vocabulary.complete': {
    source: 'service §5, decisions §2',
    rule: 'A token can be minted with each scope of the vocabulary: the thirteen area:verb ones, admin and board:<id>.',
  },
  'scope.implies.write-read': {
    source: 'decisions §2',
    rule: 'X:write grants X:read if X:read exists (boards, notifications, sessions).',
  },
  'scope.implies.boards-read': {
    source: 'decisions §2',
    rule: 'Each of cards:write, comments:write, boards:write, members:write, webhooks:write and integrations:write grants boards:read.',
  },
  'scope.implies.admin': {
    source: 'decisions §2',
    rule: 'The scope admin grants everything except sessions:*, notifications:* and tokens:write.',
  },
  'scope.implies.admin-not-sessions': {
    source: 'service §5, decisions §2',
    rule: 'A token with only admin cannot read or write sessions: 403.',
  },
  'scope.implies.admin-not-notifications': {
    source: 'decisions §2',
    rule: 'A token with only admin cannot read or triage the inbox: 403.',
  },
  'scope.implies.admin-not-tokens-write': { source: 'decisions §2', rule: 'A token with only admin cannot mint tokens: 403.' },
  'scope.missing.boards-read': {
    source: 'service §5, service §7',
    rule: 'Reading a visible board with a token that grants no boards:read answers 403.',
  },
  'scope.missing.cards-write': {
    source: 'service §5, decisions §2',
    rule: 'Changing a card, checklist, assignee, label or value on a card, attachment, relation or delegation without cards:write answers 403.',
  },
  'scope.missing.comments-write': { source: 'service §5, decisions §2', rule: 'Commenting without comments:write answers 403.' },
  'scope.missing.boards-write': {
    source: 'service §5, decisions §2',
    rule: 'Changing lists, labels, shared views, board settings, custom fields or rules without boards:write answers 403.',
  },
  'scope.missing.members-write': {
    source: 'service §4, service §5',
    rule: 'Changing members or invitations without members:write answers 403.',
  },
  'scope.missing.webhooks-write': {
    source: 'service §4, service §5',
    rule: 'Changing or listing webhooks without webhooks:write answers 403.',
  },
  'scope.missing.integrations-write': {
    source: 'service §4, service §5',
    rule: 'Installing an integration or emitting an integration verb without integrations:write answers 403.',
  },
  'scope.missing.notifications': {
    source: 'service §4, service §5',
    rule: 'The inbox routes without notifications:read (list) or notifications:write (triage) answer 403.',
  },
  'scope.missing.sessions': {
    source: 'service §4, service §5',
    rule: 'The session routes without sessions:read (reads) or sessions:write (writes) answer 403.',
  },
  'scope.sessions.with-leash': {
    source: 'service §5',
    rule: 'A token leashed to one board with sessions:write can work sessions on that board.',
  },
  'scope.leash.own-board': { source: 'service §5', rule: 'A leashed token works on its board within its scopes.' },
  'scope.leash.other-board-readable': {
    source: 'decisions §2',
    rule: 'With a leashed token, a board outside the leash answers 403 forbidden when the actor itself may read it.',
  },
  'scope.leash.other-board-unreadable': {
    source: 'decisions §2',
    rule: 'A leashed token answers 404 on another board that its actor could not read either.',
  },
  'scope.leash.union': { source: 'decisions §2', rule: 'A token with several board leashes works on each of these boards.' },
  'scope.leash.lists-filtered': { source: 'decisions §2', rule: 'Lists and searches with a leashed token show only its leashed boards.' },
  'scope.leash.no-board-creation': { source: 'decisions §2', rule: 'A leashed token cannot create a board: 403.' },
  'scope.effective.role-now': {
    source: 'decisions §2',
    rule: 'After a demotion the tokens of the actor may do no more than its new role from the next request on, with any scopes.',
  },
  'scope.effective.intersection': {
    source: 'decisions §2',
    rule: 'A scope gives a token no right that the role of its actor does not give.',
  },
  'scope.refusal.order': {
    source: 'decisions §2',
    rule: 'What the actor cannot see answers 404 even when the scope is missing too; what it sees answers 403.',
  },
  'scope.role.order': {
    source: 'service §2, service §5',
    rule: 'Roles are admin, member and viewer, each of which may do all that the next lower one may.',
  },
  'scope.role.viewer-may': { source: 'decisions §2', rule: 'A viewer may read, export, watch, keep private views and answer questions.' },
  'scope.role.viewer-may-not': {
    source: 'decisions §2',
    rule: 'A viewer who changes cards, comments, lists, labels or sessions otherwise than by answering gets 403.',
  },
  'scope.role.member-cards': {
    source: 'decisions §2',
    rule: 'A member may change cards, checklists, assignees, labels and values on cards, attachments, relations and delegations.',
  },
  'scope.role.member-comments': { source: 'decisions §2', rule: 'A member may comment.' },
  'scope.role.member-structure': { source: 'decisions §2', rule: 'A member may change lists, labels and shared views.' },
  'scope.role.member-sessions': { source: 'decisions §2', rule: 'A member may open and stop sessions.' },
  'scope.role.member-may-not': {
    source: 'decisions §2',
    rule: 'A member gets 403 on board settings, archiving, deletion, custom fields, rules, members, webhooks and integrations.',
  },
  'scope.role.admin-settings': {
    source: 'decisions §2',
    rule: 'A board admin may change board settings, archive and delete the board, and edit custom fields and rules.',
  },
  'scope.role.admin-people': { source: 'decisions §2, service §5', rule: 'A board admin may manage members and invitations.' },
  'scope.role.admin-outside': { source: 'decisions §2, service §5', rule: 'A board admin may manage and list webhooks and integrations.' },
  'scope.role.import': { source: 'decisions §2', rule: 'Importing a board needs boards:write and an unleashed credential.' },
  'scope.role.integration-is-member': {
    source: 'decisions §2',
    rule: 'The actor of an integration has the role member on its board, and is never an admin.',
  },
} as const satisfies RequirementTable
