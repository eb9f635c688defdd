import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { findMember, type MemberRow, memberOnWire } from './member.ts'

/** Changing a role. The board's lock orders what two admins do to each other. Specification: service §4 and §7. */
const writeRole = sql('update members set role = $3 where board_id = $1 and actor_id = $2')
const anyOtherAdmin = sql<{ known: boolean }>(`select exists (
    select 1 from members m join actors a on a.id = m.actor_id
    where m.board_id = $1 and m.role = 'admin' and m.actor_id <> $2 and a.deactivated_at is null) as known`)

export const changeRole: HandlerOf<'member.update'> = async (tx, input) => {
  const member = await memberOf(tx, input.actorId)
  if (member.role === input.role) return memberOnWire(member)
  await refuseLastAdmin(tx, member, 'role')
  tx.send(writeRole, [tx.board.id, member.actor_id, input.role])
  tx.record('member.role_changed', { actorId: member.actor_id, role: input.role })
  return memberOnWire({ ...member, role: input.role })
}

export async function memberOf(tx: Mutation<never>, actorId: string): Promise<MemberRow> {
  const member = await findMember(tx, tx.board.id, actorId)
  if (!member) throw new TandemError('not_found', 'No such member of this board. GET /api/boards/:id/members lists them.')
  return member
}

/** A board whose only admins are deactivated accounts has none. */
export async function refuseLastAdmin(tx: Mutation<never>, member: MemberRow, field: string): Promise<void> {
  if (member.role !== 'admin' || (await tx.row(anyOtherAdmin, [tx.board.id, member.actor_id]))?.known) return
  throw invalid(field, 'this is the last admin of the board. Make another member admin first.')
}
