import type { RequirementTable } from '../requirement-table.ts'

/** Decisions.md §2, §3: inviting people who have no account. */
export const invitations = {
  'invitation.create.unknown-email': {
    source: 'decisions §3',
    rule: 'Inviting an unknown address answers 201 with actorId null, email, role, status invited and inviteUrl.',
  },
  'invitation.create.mail': { source: 'decisions §3', rule: 'With SMTP_URL set, inviting sends a mail.' },
  'invitation.create.no-mail-without-smtp': {
    source: 'decisions §3',
    rule: 'Without SMTP_URL inviting succeeds and the inviteUrl is the way in.',
  },
  'invitation.lookup.by-token': { source: 'decisions §2', rule: 'GET /api/invitations/:token answers the invitation.' },
  'invitation.accept.signed-in': {
    source: 'decisions §2',
    rule: 'POST /api/invitations/:token/accept makes the signed-in human a member with the invited role.',
  },
  'invitation.accept.anonymous': { source: 'decisions §2', rule: 'Accepting without being signed in answers 401.' },
  'invitation.list.by-admin': { source: 'decisions §3', rule: 'GET /api/boards/:id/invitations lists the open invitations.' },
  'invitation.revoke.effective': { source: 'decisions §3', rule: 'A revoked invitation can no longer be accepted.' },
  'invitation.permission.admin': { source: 'decisions §2', rule: 'Invitations by anybody below admin answer 403.' },
} as const satisfies RequirementTable
