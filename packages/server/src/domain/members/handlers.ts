import type { Handlers } from '../../kernel/handlers.ts'
import { addOrInvite } from './add.ts'
import { listInvitations, revokeInvitation } from './invitations.ts'
import { acceptInvitation, previewInvitation } from './invited.ts'
import { listMembers } from './list.ts'
import { ownInvitationHandlers } from './own-invitations.ts'
import { removeMember } from './remove.ts'
import { listRequests } from './requests.ts'
import { changeRole } from './role.ts'

export const memberHandlers = {
  'member.list': listMembers,
  'member.add': addOrInvite,
  'member.update': changeRole,
  'member.remove': removeMember,
  'member.requests': listRequests,
  'invitation.list': listInvitations,
  'invitation.revoke': revokeInvitation,
  'invitation.read': previewInvitation,
  'invitation.accept': acceptInvitation,
  ...ownInvitationHandlers,
} satisfies Partial<Handlers>
