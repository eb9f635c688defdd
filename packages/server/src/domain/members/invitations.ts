import { type Invitation, TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'

/** A board's open invitations. Specification: decisions §3. */
type InvitationRow = { id: string; email: string; role: Invitation['role']; invited_by: string; created_at: string; expires_at: string }

const most = 1_000

const readOpen = sql<InvitationRow>(`select id, email, role, invited_by, created_at, expires_at from invitations
  where board_id = $1 and expires_at > $2 order by email limit ${most}`)
const readOne = sql<{ email: string }>('select email from invitations where board_id = $1 and id = $2')
const deleteOne = sql('delete from invitations where board_id = $1 and id = $2')

export const listInvitations: HandlerOf<'invitation.list'> = async (read) => {
  const rows = await read.rows(readOpen, [read.boardId, read.now])
  return rows.map((row) => ({
    ...{ id: row.id, boardId: read.boardId, email: row.email, role: row.role },
    ...{ invitedByActorId: row.invited_by, createdAt: row.created_at, expiresAt: row.expires_at },
  }))
}

export const revokeInvitation: HandlerOf<'invitation.revoke'> = async (tx, input) => {
  const invitation = await tx.row(readOne, [tx.board.id, input.invitationId])
  if (!invitation) throw new TandemError('not_found', 'No such invitation to this board. It may have been used or taken back.')
  tx.send(deleteOne, [tx.board.id, input.invitationId])
  tx.record('member.invitation_revoked', { email: invitation.email })
  return null
}
