import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { invitations } from '../../db/tables/accounts/invitations.ts'
import { deleteFrom, pick, write } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'

/** A board's open invitations. Specification: decisions §3. */
type InvitationRow = Pick<typeof invitations.$inferSelect, 'id' | 'email' | 'role' | 'invitedBy' | 'createdAt' | 'expiresAt'>

const most = 1_000
const pageSize = 500

const readOpen = sql<InvitationRow>(`select id, email, role, invited_by, created_at, expires_at from invitations
  where board_id = $1 and expires_at > $2 order by email limit ${most}`)
const readOne = sql<{ email: string }>('select email from invitations where board_id = $1 and id = $2')
const deleteOne = deleteFrom(invitations, { key: ['boardId', 'id'] })
const readOpenOf = sql<Pick<InvitationRow, 'id' | 'email'>>(`select id, email from invitations
  where board_id = $1 and invited_by = any ($2::uuid[]) and expires_at > $3 order by id limit ${pageSize}`)
const deleteSome = write(
  { ...pick(invitations, ['boardId']), ids: parameter<readonly string[]>('uuid[]') },
  (given) => `delete from invitations where board_id = ${given.boardId} and id = any (${given.ids})`,
)
const inviters = sql<{ boardId: string; invitedBy: string }>(`select distinct i.board_id, i.invited_by
  from actors a join members m on m.actor_id = a.id join invitations i on i.board_id = m.board_id and i.invited_by = a.id
  where a.id = $1 or a.owner_actor_id = $1`)

export const listInvitations: HandlerOf<'invitation.list'> = async (read) => {
  const rows = await read.rows(readOpen, [read.boardId, read.now])
  return rows.map((row) => ({
    id: row.id,
    boardId: read.boardId,
    email: row.email,
    role: row.role,
    invitedByActorId: row.invitedBy,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
  }))
}

export const revokeInvitation: HandlerOf<'invitation.revoke'> = async (tx, input) => {
  const invitation = await tx.row(readOne, [tx.board.id, input.invitationId])
  if (!invitation) throw refusal('invitationGone')
  tx.send(deleteOne({ boardId: tx.board.id, id: input.invitationId }))
  tx.record('member.invitation_revoked', { email: invitation.email })
  return null
}

/** Withdraws the open invitations of these actors on the board: a person who is no longer an admin could use one to come back. */
export async function revokeInvitationsOf(tx: Mutation<'member.invitation_revoked'>, actorIds: readonly string[]): Promise<void> {
  for (;;) {
    const rows = await tx.rows(readOpenOf, [tx.board.id, actorIds, tx.now])
    if (rows.length === 0) return
    tx.send(deleteSome({ boardId: tx.board.id, ids: rows.map((row) => row.id) }))
    for (const { email } of rows) tx.record('member.invitation_revoked', { email })
    if (rows.length < pageSize) return
  }
}

/** Of an actor and the agents that it owns, those with open invitations, by board. */
export async function invitersByBoard(reader: Reader, actorId: string): Promise<Map<string, string[]>> {
  const byBoard = new Map<string, string[]>()
  for (const { boardId, invitedBy: inviter } of await reader.rows(inviters, [actorId]))
    byBoard.set(boardId, [...(byBoard.get(boardId) ?? []), inviter])
  return byBoard
}
