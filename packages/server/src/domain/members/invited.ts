import { type Member, type Role, TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/rows.ts'
import { hashOfSecret } from '../../kernel/authenticate.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { alreadyMember } from './add.ts'
import { addMember, findMember } from './member.ts'

/**
 * Using an invitation. Its link is the secret: who holds it may join, whatever e-mail it was sent to; the log and the audit say who
 * did. It works once, for 7 days. Specification: decisions §2 and §3.
 */
type Invitation = {
  board_id: string
  id: string
  email: string
  role: Role
  expires_at: string
  board_name: string
  invited_by_name: string
}

const readInvitation =
  sql<Invitation>(`select i.board_id, i.id, i.email, i.role, i.expires_at, b.name as board_name, a.name as invited_by_name
  from invitations i join boards b on b.id = i.board_id join actors a on a.id = i.invited_by where i.hash = $1 and i.expires_at > $2`)
const deleteInvitation = sql('delete from invitations where board_id = $1 and id = $2')
const readActor = sql<ActorRow>('select * from actors where id = $1')

export async function findInvitation(reader: Reader & { now: string }, token: string): Promise<Invitation> {
  const invitation = await reader.row(readInvitation, [hashOfSecret(token), reader.now])
  if (invitation) return invitation
  throw new TandemError('not_found', 'This invitation was used, taken back or has expired. Ask a board admin for a new link.')
}

/** Joins the board of an invitation and uses it up. It is read again under the board's lock: of two who open the link, one joins. */
export async function joinByInvitation(
  act: PrivateAct<'member.added'>,
  actor: ActorRow,
  token: string,
): Promise<Member & { boardId: string }> {
  const { board_id: boardId } = await findInvitation(act, token)
  const board = (await act.lockBoards([boardId])).get(boardId)
  const invitation = await findInvitation(act, token)
  if (!board || (await findMember(act, boardId, actor.id))) throw alreadyMember(actor.id)
  act.audit({ detail: { boardId, invitationId: invitation.id, role: invitation.role } })
  act.send(deleteInvitation, [boardId, invitation.id])
  return { ...addMember(act, board, actor, invitation.role), boardId }
}

export const previewInvitation: HandlerOf<'invitation.read'> = async (read, input) => {
  const { board_id: boardId, board_name: boardName, ...invitation } = await findInvitation(read, input.token)
  return {
    ...{ boardId, boardName, email: invitation.email, role: invitation.role },
    ...{ invitedByName: invitation.invited_by_name, expiresAt: invitation.expires_at },
  }
}

export const acceptInvitation: HandlerOf<'invitation.accept'> = async (act, input) => {
  const actor = await act.row(readActor, [act.principal?.actorId ?? null])
  if (!actor) throw new TandemError('unauthorized', 'This account is gone. Sign in with another.')
  return joinByInvitation(act, actor, input.token)
}
