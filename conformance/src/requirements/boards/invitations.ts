import type { RequirementTable } from '../../requirement-table.ts'

/** Decisions.md §2, §3, beyond.md §1: inviting people by e-mail. */
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
  'invitation.email.shared-board': {
    source: 'beyond §1',
    rule: 'Somebody who shares a board with the caller, within the leash of the token, joins at once by e-mail.',
  },
  'invitation.email.same-answer': {
    source: 'beyond §1',
    rule: 'For every other address the answer, the log, the list of invitations and the letter are the same whether or not it has an account.',
  },
  'invitation.inbox.notification': {
    source: 'beyond §1',
    rule: 'An account that is invited has a notification with reason invited and invitationId, and GET /api/me/invitations lists the invitation.',
  },
  'invitation.inbox.accept': {
    source: 'beyond §1',
    rule: 'POST /api/me/invitations/:id/accept makes the account a member, once.',
  },
  'invitation.inbox.decline': {
    source: 'beyond §1',
    rule: 'DELETE /api/me/invitations/:id declines; nothing that the inviter can see changes, and the account is not told again.',
  },
  'invitation.inbox.own-only': {
    source: 'beyond §1',
    rule: 'An invitation is listed and settled by the account that had the address when it was made, and by no other.',
  },
  'invitation.inbox.once-a-day': {
    source: 'beyond §1',
    rule: 'An account is told of invitations to a board once a day, and by one person and their agents of at most 50 a day in all.',
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
