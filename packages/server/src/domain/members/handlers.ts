import { answers, type Handlers } from '../../kernel/handlers.ts'
import { addOrInvite } from './add.ts'
import { listInvitations, revokeInvitation } from './invitations.ts'
import { acceptInvitation, previewInvitation } from './invited.ts'
import { listMembers } from './list.ts'
import { ownInvitationHandlers } from './own-invitations.ts'
import { removeMember } from './remove.ts'
import { listRequests } from './requests.ts'
import { changeRole } from './role.ts'

export const memberHandlers = {
  'member.list': answers(listMembers),
  'member.add': { run: addOrInvite },
  'member.update': answers(changeRole),
  'member.remove': answers(removeMember),
  'member.requests': answers(listRequests),
  'invitation.list': answers(listInvitations),
  'invitation.revoke': answers(revokeInvitation),
  'invitation.read': answers(previewInvitation),
  'invitation.accept': { run: acceptInvitation },
  ...ownInvitationHandlers,
} satisfies Partial<Handlers>
