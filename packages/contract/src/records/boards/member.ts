import { z } from 'zod'
import { id, role, timestamp } from '../../fields.ts'
import { capabilities } from '../accounts/actor.ts'
import { treeMember } from './board.ts'

/** Members of a board and those invited to it. Specification: service §2 and §4, decisions §3. */
export const member = z
  .object({
    ...treeMember.shape,
    status: z.literal('active'),
    grantedRole: role.optional().describe('Agents only: the role that it was given. `role` is its role now, at most that of its owner.'),
    ownerActorId: id.nullable().optional().describe('Agents only: its owner. When the owner leaves the board, so does the agent.'),
    capabilities: capabilities.optional().describe('Agents only.'),
    addedAt: timestamp,
    deactivated: z.boolean().describe('The account is deactivated: it can no longer act, but is still a member.'),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof member>

/** The answer to inviting an email address, the same whether or not it has an account. */
export const invitedMember = z
  .object({
    actorId: z.null(),
    email: z.string(),
    role,
    status: z.literal('invited'),
    inviteUrl: z.string().nullable().describe('Anyone who opens it can join. Shown only once; null in a replay.'),
  })
  .meta({ id: 'InvitedMember' })
export type InvitedMember = z.infer<typeof invitedMember>

/** The answer (202) to adding an agent of another owner: the owner decides. */
export const requestedMember = z
  .object({ actorId: id, role, status: z.literal('requested'), requestId: id })
  .meta({ id: 'RequestedMember' })
export type RequestedMember = z.infer<typeof requestedMember>

/** An agent of another owner that a board asks for, until the owner answers. */
export const memberRequest = z
  .object({
    id,
    boardId: id,
    agent: treeMember.pick({ actorId: true, name: true, handle: true, avatarUrl: true }),
    owner: treeMember.pick({ actorId: true, name: true, handle: true }).describe('The owner, who decides.'),
    role,
    requestedByActorId: id,
    createdAt: timestamp,
  })
  .meta({ id: 'MemberRequest' })
export type MemberRequest = z.infer<typeof memberRequest>

export const invitation = z
  .object({ id, boardId: id, email: z.string(), role, invitedByActorId: id, createdAt: timestamp, expiresAt: timestamp })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitation>

/** An invitation in the view of the invited person. */
export const ownInvitation = z
  .object({
    id,
    boardId: id,
    boardName: z.string(),
    role,
    invitedByActorId: id,
    invitedByName: z.string(),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'OwnInvitation' })
export type OwnInvitation = z.infer<typeof ownInvitation>

/** The part of an invitation that the holder of its link may read before signing in. */
export const invitationPreview = z
  .object({ boardId: id, boardName: z.string(), email: z.string(), role, invitedByName: z.string(), expiresAt: timestamp })
  .meta({ id: 'InvitationPreview' })
export type InvitationPreview = z.infer<typeof invitationPreview>
