import type { InvitedMember, Role } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { hashOfSecret } from '../../kernel/authenticate.ts'
import { iso } from '../../kernel/clock.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { newSecret } from '../../kernel/secrets.ts'
import { webLink } from '../actors/letters.ts'
import { queueInvitationLetter } from './invitation-letter.ts'

/** Inviting an e-mail that has no account. Whoever opens the link may join; inviting again makes a new link. Specification: decisions §3. */
const validForMs = 7 * 86_400_000

const upsertInvitation = sql(`insert into invitations (board_id, id, email, role, hash, invited_by, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (board_id, email) do update set role = excluded.role, hash = excluded.hash, invited_by = excluded.invited_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at`)

export async function invite(tx: Mutation<'member.invited'>, email: string, role: Role): Promise<InvitedMember> {
  const secret = newSecret()
  const expiresAt = iso(Date.parse(tx.now) + validForMs)
  const inviteUrl = webLink(tx.policy, `/invite/${secret}`)
  tx.send(upsertInvitation, [tx.board.id, tx.newId(), email, role, hashOfSecret(secret), tx.principal.actorId, tx.now, expiresAt])
  tx.record('member.invited', { email, role })
  await queueInvitationLetter(tx, email, inviteUrl)
  return { actorId: null, email, role, status: 'invited', inviteUrl }
}
