import { type Member, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import { invitations } from '../../db/tables/accounts/invitations.ts'
import { deleteFrom } from '../../db/writes.ts'
import { notFound, requireOpenBoard } from '../../kernel/access.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { addMember, findMember } from './member.ts'
import { alreadyMember } from './refusals.ts'

/**
 * Accepts an invitation. Its link is the secret: any person who has it may join, not only the invited address; the log and the audit say
 * who did. It works once, within 7 days, and while the person who made it is an admin of the board. Specification: decisions §2 and §3.
 */
export type OpenInvitation = Pick<
  typeof invitations.$inferSelect,
  'boardId' | 'id' | 'email' | 'role' | 'createdAt' | 'expiresAt' | 'invitedBy'
> & { boardName: string; invitedByName: string }

export const openInvitation = `select i.board_id, i.id, i.email, i.role, i.created_at, i.expires_at, i.invited_by, b.name as board_name, a.name as invited_by_name
  from invitations i join boards b on b.id = i.board_id join actors a on a.id = i.invited_by left join actors o on o.id = a.owner_actor_id
  join effective_members m on m.board_id = i.board_id and m.actor_id = i.invited_by and m.role = 'admin'
  where i.expires_at > $2 and a.deactivated_at is null and o.deactivated_at is null`
const readInvitation = sql<OpenInvitation>(`${openInvitation} and i.hash = $1`)
const readInvitationFor = sql<OpenInvitation>(`${openInvitation} and i.email = $1 and b.deleted_at is null order by i.id desc limit 1`)
const deleteInvitation = deleteFrom(invitations, { key: ['boardId', 'id'] })
const readActor = sql<ActorRow>('select * from actors where id = $1')

export async function findInvitation(reader: Reader & { now: string }, token: string): Promise<OpenInvitation> {
  const invitation = await reader.row(readInvitation, [hashOfSecret(token), reader.now])
  if (invitation) return invitation
  throw refusal('invitationUsed')
}

/** An invitation under the lock of its board, where it was read again: of two who open the link, one joins. */
export type HeldInvitation = { invitation: OpenInvitation; board: Mutation<'member.added'> }

export async function holdInvitation(act: PrivateAct<'member.added'>, token: string): Promise<HeldInvitation> {
  const { boardId } = await findInvitation(act, token)
  const board = (await act.lockBoards([boardId])).get(boardId)
  const invitation = await findInvitation(act, token)
  if (!board) throw notFound('board')
  return { invitation, board }
}

/** The newest invitation to an address that a provider has verified; null when there is none any more. */
export async function holdInvitationFor(act: PrivateAct<'member.added'>, email: string): Promise<HeldInvitation | null> {
  const found = await act.row(readInvitationFor, [email, act.now])
  if (!found) return null
  const board = (await act.lockBoards([found.boardId])).get(found.boardId)
  const invitation = await act.row(readInvitationFor, [email, act.now])
  return board && invitation?.id === found.id ? { invitation, board } : null
}

/** Joins the board of an invitation and uses it up. */
export async function joinByInvitation(
  act: PrivateAct<'member.added'>,
  actor: ActorRow,
  { invitation, board }: HeldInvitation,
): Promise<Member & { boardId: string }> {
  const boardId = invitation.boardId
  requireOpenBoard(board.board)
  if (await findMember(act, boardId, actor.id)) throw alreadyMember(actor.id)
  act.audit({ detail: { boardId, invitationId: invitation.id, role: invitation.role } })
  act.send(deleteInvitation(invitation))
  return { ...addMember(act, board, actor, invitation.role), boardId }
}

export const previewInvitation: HandlerOf<'invitation.read'> = async (read, input) => {
  const { boardId, boardName, ...invitation } = await findInvitation(read, input.token)
  return {
    boardId,
    boardName,
    email: invitation.email,
    role: invitation.role,
    invitedByName: invitation.invitedByName,
    expiresAt: invitation.expiresAt,
  }
}

export const acceptInvitation: RunOf<'invitation.accept'> = async (act, input) => {
  const actor = await callerOf(act)
  const joined = await joinByInvitation(act, actor, await holdInvitation(act, input.token))
  return done(joined, joined.boardId)
}

export async function callerOf(act: PrivateAct<'member.added'>): Promise<ActorRow> {
  const actor = await act.row(readActor, [act.principal?.actorId ?? null])
  if (!actor) throw refusal('accountGone')
  return actor
}
