import { fieldRefusal, type InvitedMember, type Member, type Role } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { invite } from './invite.ts'
import { addMember } from './member.ts'
import { alreadyMember } from './refusals.ts'

/**
 * Adding people by e-mail. A person who shares a board with the caller joins at once. Every other address is invited, with the same
 * statements and the same answer: the caller does not learn whether it has an account. Specification: service §4, beyond §1.
 */
type Invitee = Pick<ActorRow, 'deactivatedAt'> & { id: string | null; isKnown: boolean; isMember: boolean; hasDeclined: boolean }

/** `$1` e-mail, `$2` caller, `$3` the caller's leash or null, `$4` board. One row for every e-mail. */
const readInvitee = sql<Invitee>(`select a.id, a.deactivated_at,
    exists (select from members mine join members theirs on theirs.board_id = mine.board_id join boards b on b.id = mine.board_id
      where mine.actor_id = $2 and theirs.actor_id = a.id and b.deleted_at is null
        and ($3::uuid[] is null or mine.board_id = any ($3))) as is_known,
    exists (select from members m where m.board_id = $4 and m.actor_id = a.id) as is_member,
    exists (select from invitations i where i.board_id = $4 and i.email = $1 and i.declined_at is not null) as has_declined
  from (select $1::text as email) asked left join actors a on a.email = asked.email and a.kind = 'human'`)
const readActor = sql<ActorRow>('select * from actors where id = $1')

export async function addByEmail(
  tx: Mutation<'member.added' | 'member.invited'>,
  email: string,
  role: Role,
): Promise<Member | InvitedMember> {
  const leash = tx.principal.grant?.leash
  const invitee = await tx.row(readInvitee, [email, tx.principal.actorId, leash ? [...leash] : null, tx.board.id])
  if (!invitee?.id || !invitee.isKnown) return invite(tx, { email, role, actorId: accountToTell(invitee) })
  if (invitee.deactivatedAt !== null) throw fieldRefusal('email', 'newMemberDeactivated')
  if (invitee.isMember) throw alreadyMember(invitee.id)
  const actor = await tx.row(readActor, [invitee.id])
  return addMember(tx, tx, actor as ActorRow, role)
}

/** An account that has declined is not told again, as long as the board keeps that invitation open. */
const accountToTell = (invitee: Invitee | undefined): string | null =>
  invitee && invitee.deactivatedAt === null && !invitee.hasDeclined ? invitee.id : null
