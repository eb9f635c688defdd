import type { Refusal } from './refusal.ts'

/** Boards, members, people and agents. */
export const boardsRefusals = {
  lastInstanceAdmin: { of: 'field', says: 'this is the last instance admin. Make someone else an instance admin first.' },
  agentStopped: { code: 'conflict', says: 'This agent is deactivated and cannot join a board. Decline the request.' },
  requesterGone: {
    code: 'conflict',
    says: 'The person who requested this agent is no longer an admin of the board. Decline the request; a board admin can request the agent again.',
  },
  agentNotThere: { code: 'not_found', says: 'Your agent is not on this board. GET /api/agents/:id/boards lists its boards.' },
  requestGone: {
    code: 'not_found',
    says: 'There is no such open request for this agent. It may have been answered or withdrawn. List the open requests again.',
  },
  tooManyBoards: {
    code: 'conflict',
    says: 'This affects more than {count} boards at once. Remove the actor from boards that it does not need first.',
  },
  passwordCommon: { of: 'field', says: 'is one of the most common passwords and easy to guess. Choose another.' },
  boardWithoutAdmin: { code: 'conflict', says: 'The board "{name}" would have no admin. Choose a new admin.' },
  invokerUnknown: { of: 'field', says: '{actorId} is not an active person of this instance. Use the ids of people.' },
  noPasswords: { code: 'forbidden', says: 'Password sign-in is turned off. Sign in with {name}.' },
  tooManyPasswords: { code: 'rate_limited', says: 'Too many wrong passwords for this account. Try again in {count} s.' },
  handleTaken: { code: 'conflict', says: 'The handle {name} is taken. Choose another.' },
  wrongPassword: { code: 'invalid_credentials', says: 'The current password is wrong. Try again.' },
  passwordChanged: { code: 'conflict', says: 'The password was just changed by another request. Sign in with the new one.' },
  registrationClosed: { code: 'forbidden', says: 'Sign-up is closed. Ask an instance admin.' },
  registrationInvited: { code: 'forbidden', says: 'You need an invitation to create an account. Ask a board admin for a link.' },
  accountInvited: { code: 'forbidden', says: 'You need an invitation to create an account. Ask a board admin for a link and open it.' },
  accountInvitedUnverified: {
    code: 'forbidden',
    says: 'You need an invitation to create an account. Ask a board admin for a link and open it. Your provider does not say that your e-mail is verified, so invitations to it are not used.',
  },
  letterUsed: { of: 'field', says: 'is unknown, used or expired. Request a new link.' },
  copyTooManyCards: {
    code: 'conflict',
    says: 'A copy can include at most {count} cards. Archive some, or copy the board without its cards.',
  },
  quotaOfCopy: {
    code: 'payload_too_large',
    says: 'The files of a board can have at most {most} bytes in total, and these have {bytes}. Delete some, or copy the board without its cards.',
  },
  copyBusy: { code: 'unavailable', says: 'Too many boards are being copied. Try again in a moment.' },
  prefixTaken: { code: 'conflict', says: 'The key prefix {name} is taken on this instance. Choose another keyPrefix.' },
  onlyArchivedDeleted: {
    code: 'conflict',
    says: 'Only an archived board can be deleted. Archive it first: PATCH /api/boards/:id {"archived": true}.',
  },
  onlyArchivedCardDeleted: {
    code: 'conflict',
    says: 'Only an archived card can be deleted. Archive it first: PATCH /api/cards/:id {"archived": true}.',
  },
  deletedWhileWorkedOn: {
    code: 'conflict',
    says: 'An agent is working on this card. Stop the session, or wait until it ends, before you delete the card.',
  },
  otherBoardName: { of: 'field', says: 'is not the name of this board. Repeat the name exactly to delete the board permanently.' },
  newMemberDeactivated: { of: 'field', says: 'belongs to a deactivated account, which cannot join a board.' },
  agentOfBoard: {
    of: 'field',
    says: 'belongs to another board where you are not an admin. Install the integration on this board instead.',
  },
  agentAskedFor: {
    code: 'conflict',
    says: 'This agent has already been requested as {name}. Withdraw that request first: DELETE /api/boards/:id/members/:actorId.',
  },
  agentAskedOften: {
    code: 'rate_limited',
    says: 'This agent has been requested {count} times today. Talk to its owner, or try again tomorrow.',
  },
  requestsFull: { code: 'conflict', says: 'You have {count} open requests to the owner of this agent. Wait for an answer first.' },
  invitationUsed: { code: 'not_found', says: 'This invitation was used or revoked, or has expired. Ask a board admin for a new link.' },
  memberAlready: { code: 'conflict', says: 'This actor is already a member of the board. PATCH the member to change its role.' },
  agentAgreedToLess: {
    code: 'forbidden',
    says: 'The owner of this agent accepted a lower role and is not a member of this board. Remove the agent, then request it again with the new role.',
  },
  boardAgentNoAdmin: {
    of: 'field',
    says: 'is not for an agent that belongs to the board itself, such as an integration: it is a member or a viewer. Give the admin role to a person.',
  },
  lastAdmin: { of: 'field', says: 'this is the last admin of the board. Make another member an admin first.' },
} as const satisfies Record<string, Refusal>
