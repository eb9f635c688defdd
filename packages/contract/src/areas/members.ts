import { z } from 'zod'
import { id, role } from '../fields.ts'
import { mutation, read } from '../operation.ts'
import { email } from '../records/actor.ts'
import { invitation, invitationPreview, invitedMember, member } from '../records/member.ts'

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
    summary: 'Add a known actor to a board, or invite a person by e-mail',
    spec: 'service §4, decisions §3',
    access: { target: 'board', role: 'admin', scope: 'members:write' },
    input: z
      .object({
        boardId: id,
        email: email.optional().describe('Invites a person; one who has an account is a member at once.'),
        actorId: id.optional().describe('Adds a person or an agent.'),
        role,
      })
      .refine((input) => (input.email === undefined) !== (input.actorId === undefined), 'give exactly one of email and actorId'),
    output: z.union([member, invitedMember]),
    rest: 'POST /api/boards/:boardId/members',
    status: 201,
    records: ['member.added', 'member.invited'],
    secrets: ['inviteUrl'],
    errors: ['conflict'],
  }),
  'member.update': mutation({
    summary: "Change a member's role; the last admin stays admin",
    spec: 'service §4',
    access: { target: 'board', role: 'admin', scope: 'members:write' },
    input: z.object({ boardId: id, actorId: id, role }),
    output: member,
    rest: 'PATCH /api/boards/:boardId/members/:actorId',
    // The open invitations of who is no admin any more are taken back.
    records: ['member.role_changed', 'member.invitation_revoked'],
    // An OAuth access token reaches a board for as long as its agent has no higher role there than the person behind it.
    endsCredentials: true,
  }),
  'member.remove': mutation({
    summary: 'Remove a member with its assignments, watches, delegations and agents, or leave a board',
    spec: 'service §4, decisions §3',
    // Anyone may leave: the handler asks for admin unless `actorId` is the caller. The last admin can do neither (400).
    access: { target: 'board', role: 'viewer', scope: 'members:write' },
    input: z.object({ boardId: id, actorId: id }),
    output: null,
    rest: 'DELETE /api/boards/:boardId/members/:actorId',
    records: [
      'member.removed',
      'member.invitation_revoked',
      'card.unassigned',
      'card.undelegated',
      'agent_session.failed',
      'integration.removed',
      'webhook.updated',
      'rule.updated',
    ],
    endsCredentials: true,
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
    summary: 'Take back an invitation; its link stops working',
    spec: 'decisions §3',
    access: { target: 'board', role: 'admin', scope: 'members:write' },
    input: z.object({ boardId: id, invitationId: id }),
    output: null,
    rest: 'DELETE /api/boards/:boardId/invitations/:invitationId',
    records: ['member.invitation_revoked'],
  }),
  'invitation.read': read({
    summary: 'Look at an invitation before signing in',
    spec: 'decisions §2',
    access: { public: true },
    input: z.object({ token: inviteToken }),
    output: invitationPreview,
    rest: 'GET /api/invitations/:token',
    errors: ['not_found'],
  }),
  'invitation.accept': mutation({
    summary: 'Accept an invitation and become a member of its board',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({ token: inviteToken }),
    output: z.object({ ...member.shape, boardId: id }),
    rest: 'POST /api/invitations/:token/accept',
    records: ['member.added'],
    errors: ['not_found', 'conflict'],
  }),
} as const
