import { fieldRefusal, type Role, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { members } from '../../db/tables/boards/members.ts'
import { update } from '../../db/writes.ts'
import { atLeast } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { revokeInvitationsOf } from './invitations.ts'
import { findMember, type MemberRow, memberOnWire, membersOwnedBy } from './member.ts'

/** Changing a role. The board's lock orders what two admins do to each other. Specification: service §4 and §7. */
const writeRole = update(members, { key: ['boardId', 'actorId'], set: ['role'] })
/** Only active people count: an agent is an admin for as long as its owner is one. */
const anyOtherAdmin = sql<{ known: boolean }>(`select exists (
    select from members m join actors a on a.id = m.actor_id
    where m.board_id = $1 and m.role = 'admin' and m.actor_id <> $2 and a.kind = 'human' and a.deactivated_at is null
  ) as known`)

export const changeRole: HandlerOf<'member.update'> = async (tx, input) => {
  const member = await memberOf(tx, input.actorId)
  refuseAdminOfBoardItself(member, input.role)
  if (member.grantedRole === input.role) return memberOnWire(member)
  await refuseLastAdmin(tx, member, 'role')
  await refuseRaisingUnseen(tx, member, input.role)
  tx.send(writeRole({ boardId: tx.board.id, actorId: member.actorId, role: input.role }))
  if (member.grantedRole === 'admin') await revokeInvitationsOf(tx, [member.actorId, ...(await agentsOf(tx, member.actorId))])
  tx.record('member.role_changed', { actorId: member.actorId, role: input.role })
  return memberOnWire(await memberOf(tx, member.actorId))
}

/** Throws validation where an agent without an owner would be an admin: an integration would outlast the admin who installed it. */
export function refuseAdminOfBoardItself({ kind, ownerActorId: ownerId }: Pick<MemberRow, 'kind' | 'ownerActorId'>, role: Role): void {
  if (kind === 'agent' && ownerId === null && role === 'admin') throw fieldRefusal('role', 'boardAgentNoAdmin')
}

/** Throws forbidden where the owner agreed to a lower role and does not see the board. */
async function refuseRaisingUnseen(
  tx: Mutation<never>,
  { kind, ownerActorId: ownerId, grantedRole: granted }: MemberRow,
  role: Role,
): Promise<void> {
  if (kind === 'human' || ownerId === null || ownerId === tx.principal.actorId || !atLeast(role, granted)) return
  if (await findMember(tx, tx.board.id, ownerId)) return
  throw refusal('agentAgreedToLess', {}, { details: { grantedRole: granted } })
}

export async function memberOf(tx: Mutation<never>, actorId: string): Promise<MemberRow> {
  const member = await findMember(tx, tx.board.id, actorId)
  if (!member) throw refusal('memberGone')
  return member
}

/** Their invitations end with the owner's, as the owner's role bounds theirs. */
const agentsOf = async (tx: Mutation<never>, actorId: string): Promise<string[]> =>
  (await membersOwnedBy(tx, tx.board.id, actorId)).map((agent) => agent.actorId)

/** Whether the board would keep an admin without this actor. */
export async function hasAdminBesides(reader: Reader, boardId: string, actorId: string): Promise<boolean> {
  return (await reader.row(anyOtherAdmin, [boardId, actorId]))?.known ?? false
}

export function makeAdmin(tx: Mutation<'member.role_changed'>, actorId: string): void {
  tx.send(writeRole({ boardId: tx.board.id, actorId, role: 'admin' }))
  tx.record('member.role_changed', { actorId, role: 'admin' })
}

/** Throws validation where this person is the last admin. A board whose only admins are deactivated accounts has none. */
export async function refuseLastAdmin(tx: Mutation<never>, member: MemberRow, field: string): Promise<void> {
  if (member.kind !== 'human' || member.role !== 'admin' || (await hasAdminBesides(tx, tx.board.id, member.actorId))) return
  throw fieldRefusal(field, 'lastAdmin')
}
