import { TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { revokeInvitationsOf } from './invitations.ts'
import { findMember, type MemberRow, memberOnWire } from './member.ts'

/** Changing a role. The board's lock orders what two admins do to each other. Specification: service §4 and §7. */
const writeRole = sql('update members set role = $3 where board_id = $1 and actor_id = $2')
/**
 * Admins but for `$2`, who can act: agents count, but not those of whoever is deactivated, and not those of the board itself, which are
 * nobody's: its automation and its integrations.
 */
const otherAdmins = `select from members m join actors a on a.id = m.actor_id left join actors o on o.id = a.owner_actor_id
  where m.board_id = $1 and m.role = 'admin' and m.actor_id <> $2 and a.deactivated_at is null and o.deactivated_at is null
    and (a.kind = 'human' or o.id is not null)`
const anyOtherAdmin = sql<{ known: boolean }>(`select exists (${otherAdmins}) as known`)
const anyAdminOfOthers = sql<{ known: boolean }>(`select exists (${otherAdmins} and a.owner_actor_id is distinct from $2) as known`)

export const changeRole: HandlerOf<'member.update'> = async (tx, input) => {
  const member = await memberOf(tx, input.actorId)
  if (member.role === input.role) return memberOnWire(member)
  await refuseLastAdmin(tx, member, 'role')
  tx.send(writeRole, [tx.board.id, member.actor_id, input.role])
  if (member.role === 'admin') await revokeInvitationsOf(tx, [member.actor_id])
  tx.record('member.role_changed', { actorId: member.actor_id, role: input.role })
  return memberOnWire({ ...member, role: input.role })
}

export async function memberOf(tx: Mutation<never>, actorId: string): Promise<MemberRow> {
  const member = await findMember(tx, tx.board.id, actorId)
  if (!member) throw new TandemError('not_found', 'No such member of this board. GET /api/boards/:id/members lists them.')
  return member
}

/** Whether the board would keep an admin without this actor and the agents that it owns. */
export async function hasAdminBesides(reader: Reader, boardId: string, actorId: string): Promise<boolean> {
  return (await reader.row(anyAdminOfOthers, [boardId, actorId]))?.known ?? false
}

export function makeAdmin(tx: Mutation<'member.role_changed'>, actorId: string): void {
  tx.send(writeRole, [tx.board.id, actorId, 'admin'])
  tx.record('member.role_changed', { actorId, role: 'admin' })
}

/** A board whose only admins are deactivated accounts has none. */
async function refuseLastAdmin(tx: Mutation<never>, member: MemberRow, field: string): Promise<void> {
  if (member.role !== 'admin' || (await tx.row(anyOtherAdmin, [tx.board.id, member.actor_id]))?.known) return
  throw lastAdmin(field)
}

/** Whoever leaves takes its agents along: none of them counts for those who stay. */
export async function refuseLastAdminsLeaving(tx: Mutation<never>, leaving: readonly MemberRow[], actorId: string): Promise<void> {
  if (leaving.every((member) => member.role !== 'admin') || (await hasAdminBesides(tx, tx.board.id, actorId))) return
  throw lastAdmin('actorId')
}

const lastAdmin = (field: string): TandemError => invalid(field, 'this is the last admin of the board. Make another member admin first.')
