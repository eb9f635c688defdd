import { z } from 'zod'
import { id, role } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { email } from '../../records/accounts/actor.ts'
import {
  invitation,
  invitationPreview,
  invitedMember,
  member,
  memberRequest,
  ownInvitation,
  requestedMember,
} from '../../records/boards/member.ts'

const inviteToken = z.string().min(1).max(200)

/** Members and invitations; no MCP tool reaches them. Specification: service §4, decisions §2 and §3. */
export const members = {
  'member.list': read({
    summary: 'List the members of a board',
    spec: 'service §4',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id }),
    output: z.array(member),
    rest: 'GET /api/boards/:boardId/members',
  }),
  'member.add': mutation({
    summary: "Add a known actor to a board, invite a person by e-mail, or request someone else's agent",
    spec: 'service §4, decisions §3, beyond §1',
    access: { target: 'board', role: 'admin', scope: 'members:write' },
    input: z
      .object({
        boardId: id,
        email: email
          .optional()
          .describe(
            'Invites a person. Someone who shares a board with you becomes a member at once; any other address is invited, and the response does not reveal whether it has an account.',
          ),
        actorId: id
          .optional()
          .describe("Adds a person or one of your agents. Someone else's agent joins once its owner agrees: the response is 202."),
        role,
      })
      .refine((input) => (input.email === undefined) !== (input.actorId === undefined), 'give exactly one of email and actorId'),
    output: z.union([member, invitedMember, requestedMember]),
    rest: 'POST /api/boards/:boardId/members',
    status: 201,
    records: ['member.added', 'member.invited', 'member.requested'],
    secrets: ['inviteUrl'],
    errors: ['conflict'],
  }),
  'member.update': mutation({
    summary: "Change a member's role; the last admin cannot be demoted",
    spec: 'service §4',
    access: { target: 'board', role: 'admin', scope: 'members:write' },
    input: z.object({ boardId: id, actorId: id, role }),
    output: member,
    rest: 'PATCH /api/boards/:boardId/members/:actorId',
    // The open invitations of a person who is no admin any more are withdrawn.
    records: ['member.role_changed', 'member.invitation_revoked'],
  }),
  'member.remove': mutation({
    summary: 'Remove a member with its assignments, watches, delegations and agents, or leave a board',
    spec: 'service §4, decisions §3',
    // Anyone may leave: the handler requires admin unless `actorId` is the caller. The last admin can neither leave nor be demoted (400).
    access: { target: 'board', role: 'viewer', scope: 'members:write' },
    onArchived: true,
    input: z.object({
      boardId: id,
      actorId: id.describe('A member, or a requested agent, whose request is then withdrawn.'),
    }),
    output: null,
    rest: 'DELETE /api/boards/:boardId/members/:actorId',
    records: [
      'member.removed',
      'member.request_declined',
      'member.invitation_revoked',
      'card.unassigned',
      'card.undelegated',
      'list.updated',
      'agent_session.failed',
      'integration.removed',
      'webhook.updated',
      'rule.updated',
    ],
    endsCredentials: true,
  }),
  'member.requests': read({
    summary: 'List the agents that a board has requested and whose owners have not answered, newest first',
    spec: 'beyond §1',
    access: { target: 'board', role: 'admin', scope: 'members:write' },
    input: z.object({ boardId: id }),
    output: z.array(memberRequest),
    rest: 'GET /api/boards/:boardId/requests',
  }),
  'invitation.list': read({
    summary: 'List the open invitations to a board',
    spec: 'decisions §3',
    access: { target: 'board', role: 'admin', scope: 'members:write' },
    input: z.object({ boardId: id }),
    output: z.array(invitation),
    rest: 'GET /api/boards/:boardId/invitations',
  }),
  'invitation.revoke': mutation({
    summary: 'Revoke an invitation; its link stops working',
    spec: 'decisions §3',
    access: { target: 'board', role: 'admin', scope: 'members:write' },
    onArchived: true,
    input: z.object({ boardId: id, invitationId: id }),
    output: null,
    rest: 'DELETE /api/boards/:boardId/invitations/:invitationId',
    records: ['member.invitation_revoked'],
  }),
  'invitation.read': read({
    summary: 'Preview an invitation before signing in',
    spec: 'decisions §2',
    access: { public: true },
    input: z.object({ token: inviteToken }),
    output: invitationPreview,
    rest: 'GET /api/invitations/:token',
    errors: ['not_found'],
  }),
  'invitation.accept': mutation({
    summary: 'Accept an invitation by its link and join the board',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({ token: inviteToken }),
    output: z.object({ ...member.shape, boardId: id }),
    rest: 'POST /api/invitations/:token/accept',
    records: ['member.added'],
    errors: ['not_found', 'conflict'],
  }),
  'invitation.listMine': read({
    summary: 'List your open invitations',
    spec: 'beyond §1',
    access: { self: true, scope: 'notifications:read' },
    input: z.object({}),
    output: z.array(ownInvitation),
    rest: 'GET /api/me/invitations',
  }),
  'invitation.acceptMine': mutation({
    summary: 'Accept one of your invitations and join the board',
    spec: 'beyond §1',
    access: { self: true, credential: 'session' },
    input: z.object({ invitationId: id }),
    output: z.object({ ...member.shape, boardId: id }),
    rest: 'POST /api/me/invitations/:invitationId/accept',
    records: ['member.added'],
    errors: ['not_found', 'conflict'],
  }),
  'invitation.decline': mutation({
    summary: 'Decline one of your invitations; no one is notified',
    spec: 'beyond §1',
    access: { self: true, credential: 'session' },
    input: z.object({ invitationId: id }),
    output: null,
    rest: 'DELETE /api/me/invitations/:invitationId',
    errors: ['not_found'],
  }),
} as const
